import {
  childOf,
  childrenOf,
  childText,
  type XmlElement,
} from '@assay/engine/documents/parsers/xml-document.ts'
import type { Get, RegistryClient, PackageToRead } from './client.ts'
import { orderByNeed } from './date-order.ts'
import type { NameOf } from './package-archive.ts'
import { isComplete, factsOfTexts, fetchFiles, type FileFacts, withFiles } from './package-files.ts'
import { licensesOf, sentenceOf, timeOf, xmlOf } from './read-response.ts'

// https://maven.apache.org/repositories/metadata.html

/** One or more requests each. The others are read at later checks. */
const detailsAtOnce = 15
const maxParents = 5

interface Details {
  publishedAt: number | null
  licenses: string[]
}

export const mavenClient: RegistryClient = {
  ecosystem: 'maven',
  example: 'com.acme',
  // A group with those below it.
  startsOf: (pattern) => (pattern.includes(':') ? null : [`${pattern}:`, `${pattern}.`]),
  async read(get, pkg) {
    const [group = '', artifact = ''] = pkg.name.split(':')
    if (group === '' || artifact === '') return 'absent'
    const base = `/${group.split('.').map(encodeURIComponent).join('/')}/${encodeURIComponent(artifact)}`
    const response = await get(`${base}/maven-metadata.xml`, { isConditional: isComplete(pkg) })
    if (response.kind !== 'found') return response.kind
    const list = childOf(childOf(xmlOf(response), 'versioning'), 'versions')
    const listed =
      list === null ? [] : childrenOf(list, 'version').flatMap(({ text }) => sentenceOf(text) ?? [])
    const details = await readDetails(get, pkg, listed)
    // Metadata can be incomplete: a version in use may exist without being listed.
    const versions = [...new Set([...listed, ...details.keys()])]
    const releases = versions.map((version) => {
      const { publishedAt = null, licenses = [] } = details.get(version) ?? {}
      return { version, publishedAt, ...(licenses.length > 0 && { licenses }) }
    })
    const readArtifact = (version: string) => readFiles(get, pathOf(pkg.name, version))
    return { releases: await withFiles(releases, pkg, readArtifact) }
  },
}

/** Artifacts of Android are aar archives. Those that only hold a POM have neither. */
async function readFiles(get: Get, path: string): Promise<FileFacts | null> {
  for (const extension of ['jar', 'aar']) {
    const files = await fetchFiles(get, `${path}.${extension}`, { inPackage: inMetaInf })
    if (files !== null) return factsOfTexts(files)
  }
  return null
}

const inMetaInf: NameOf = (path) => /^(?:META-INF\/(?:licenses?\/)?)?([^/]+)$/i.exec(path)?.[1] ?? null

async function readDetails(get: Get, pkg: PackageToRead, listed: readonly string[]) {
  const { name, known } = pkg
  const details = new Map<string, Details>(
    known.flatMap(({ version, publishedAt, licenses = [] }) =>
      publishedAt === null ? [] : [[version, { publishedAt, licenses }] as const],
    ),
  )
  const requested = orderByNeed(pkg, listed).filter((version) => !details.has(version))
  for (const version of requested.slice(0, detailsAtOnce)) {
    const pom = await readPom(get, name, version)
    if (pom === null) continue
    details.set(version, { publishedAt: pom.modifiedAt, licenses: await licensesOfPom(get, pom.root) })
  }
  return details
}

async function readPom(get: Get, name: string, version: string) {
  const response = await get(`${pathOf(name, version)}.pom`)
  if (response.kind !== 'found') return null
  return { root: xmlOf(response), modifiedAt: timeOf(response.headers['last-modified']) }
}

/** The path of a version's files, without their extension. */
function pathOf(name: string, version: string): string {
  const [group = '', artifact = ''] = name.split(':')
  const [file, folder] = [encodeURIComponent(artifact), encodeURIComponent(version)]
  return `/${group.split('.').map(encodeURIComponent).join('/')}/${file}/${folder}/${file}-${folder}`
}

/** Its own licenses, otherwise those of the nearest parent that has some. */
async function licensesOfPom(get: Get, pom: XmlElement): Promise<string[]> {
  let current = pom
  for (let steps = 0; ; steps++) {
    const list = childOf(current, 'licenses')
    const found = licensesOf(
      (list === null ? [] : childrenOf(list, 'license')).map(
        (each) => sentenceOf(childText(each, 'name')) ?? childText(each, 'url'),
      ),
    )
    const parent = childOf(current, 'parent')
    if (found.length > 0 || parent === null || steps === maxParents) return found
    const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map((part) =>
      childText(parent, part),
    )
    const next = await readPom(get, `${group}:${artifact}`, version!)
    if (next === null) return []
    current = next.root
  }
}
