import { formatPurl } from '../../../purl.ts'
import type { ArchiveCataloger, Found, FoundPackage, KeptFile, OpenArchive } from '../../model/cataloger.ts'
import { joinPath, nameOf, type Tree } from '../../trees/tree.ts'
import { type PomProperties, readManifestVersion, readPomProperties } from './jar-metadata.ts'
import { readJarName, stemOf } from './jar-names.ts'

const archive = /\.(?:jar|war|ear|par|sar|nar|jpi|hpi|kar|rar)$/i
const maxDepth = 4

/** Java archives, also within each other: what Maven wrote into them, otherwise what their names say, marked as guessed. */
export const jars: ArchiveCataloger = {
  id: 'jars',
  claims: (path) => archive.test(path),
  read: (file, open) => readJar(file, { open, depth: 0 }),
}

interface Context {
  open: OpenArchive
  depth: number
}

async function readJar({ path, bytes }: KeptFile, { open, depth }: Context): Promise<Found> {
  const { tree, issues } = await open(bytes, path)
  const files = await filesOf(tree)
  const poms: PomProperties[] = []
  for (const each of files.filter((file) => /^META-INF\/maven\/.*\/pom\.properties$/.test(file))) {
    const content = await tree.read(each)
    const pom = content && readPomProperties(content)
    if (pom) poms.push(pom)
  }
  const found: Found = { packages: [], issues: [...issues] }
  const manifest = poms.length === 0 ? await tree.read('META-INF/MANIFEST.MF') : null
  found.packages.push(
    ...packagesOf({ path, poms, manifest, hasClasses: files.some((file) => file.endsWith('.class')) }),
  )
  for (const inner of files.filter((file) => archive.test(file))) {
    const innerPath = `${path}!/${inner}`
    const content = depth < maxDepth ? await tree.read(inner) : null
    if (content === null) {
      found.issues.push({
        code: 'archive-too-deep',
        message: 'The archive within an archive was not read.',
        where: innerPath,
        isUnread: true,
      })
      continue
    }
    const nested = await readJar({ path: innerPath, bytes: content }, { open, depth: depth + 1 })
    found.packages.push(...nested.packages)
    found.issues.push(...nested.issues)
  }
  return found
}

async function filesOf(tree: Tree): Promise<string[]> {
  const files: string[] = []
  const pending = ['']
  while (pending.length > 0) {
    const folder = pending.pop()!
    for (const { name, kind } of (await tree.list(folder)) ?? []) {
      if (kind === 'folder') pending.push(joinPath(folder, name))
      if (kind === 'file') files.push(joinPath(folder, name))
    }
  }
  return files.toSorted((a, b) => (a < b ? -1 : 1))
}

interface Jar {
  path: string
  poms: readonly PomProperties[]
  manifest: Uint8Array | null
  hasClasses: boolean
}

/** Each package that Maven put into it: the jar's own, and those that were merged into it. */
function packagesOf({ path, poms, manifest, hasClasses }: Jar): FoundPackage[] {
  if (poms.length > 0) return poms.map((pom) => mavenPackage(pom, path))
  const named = readJarName(nameOf(path))
  const version = named?.version ?? (manifest && readManifestVersion(manifest))
  // Archives that only hold others are no package.
  if (!hasClasses || !version) return []
  const name = named?.artifact ?? stemOf(nameOf(path))
  // The group is not known, and of two with an artifact of one name, only one is right.
  const purl = formatPurl({ type: 'generic', namespace: null, name, version, qualifiers: {}, subpath: null })
  return [{ purl, sureness: 'guessed', places: [{ path }] }]
}

const mavenPackage = ({ group, artifact, version }: PomProperties, path: string): FoundPackage => ({
  purl: formatPurl({
    type: 'maven',
    namespace: group,
    name: artifact,
    version,
    qualifiers: {},
    subpath: null,
  }),
  sureness: 'installed',
  places: [{ path }],
})
