import { listOf, recordOf, textOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { RegistryClient } from './client.ts'
import { isComplete, withFiles } from './package-files.ts'
import { withRanges } from './ranges.ts'
import { jsonOf, linksOf, sentenceOf, timeOf } from './read-response.ts'
import type { PageLink } from './parse-response.ts'
import { type Distribution, readDistribution } from './pypi-metadata.ts'
import { readRequirements } from './pypi-requirements.ts'

// https://packaging.python.org/en/latest/specifications/simple-repository-api/ (PEP 503, 592, 691, 700, 792)

const simpleJson = 'application/vnd.pypi.simple.v1+json'

export const pypiClient: RegistryClient = {
  ecosystem: 'pypi',
  example: 'acme-*',
  async read(get, pkg) {
    const accept = `${simpleJson}, text/html;q=0.1`
    const response = await get(`/${encodeURIComponent(pkg.name)}/`, {
      accept,
      // Data of before runtimes were read.
      isConditional: isComplete(pkg) && hasRuntimes(pkg.known),
    })
    if (response.kind !== 'found') return response.kind
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    const index = isJson
      ? parseIndex(await jsonOf(response, fields), pkg.name)
      : filesOfPage(await linksOf(response), pkg.name)
    const { distributions, releases, ...rest } = index
    const read = (version: string) =>
      readDistribution(get, { name: pkg.name, version, of: distributions.get(version) ?? [] })
    const requirements = await readRequirements(get, pkg, { releases, distributions })
    const ranged = withRanges(releases, pkg, (version) => requirements.get(version)).map((release) => {
      const requires =
        release.requires ?? pkg.known.find(({ version }) => version === release.version)?.requires
      return requires ? { ...release, requires } : release
    })
    return { ...rest, releases: await withFiles(ranged, pkg, read) }
  },
}

const hasRuntimes = (known: readonly Release[]) =>
  known.length === 0 || known.some(({ runtime }) => runtime !== undefined)

const fields = {
  files: [
    {
      filename: true,
      'upload-time': true,
      yanked: true,
      url: true,
      size: true,
      'core-metadata': true,
      'requires-python': true,
    },
  ],
  meta: { 'project-status': true },
  'project-status': true,
  versions: true,
} as const

interface File extends Distribution {
  uploadedAt: number | null
  isYanked: boolean
  /** '>=3.9' */
  runtime: string | undefined
}

function parseIndex(json: unknown, name: string) {
  const { files, meta, versions, 'project-status': status } = recordOf(json)
  const read = releasesOf(
    listOf(files).flatMap((item) => {
      const { filename, 'upload-time': time, yanked, url, size } = recordOf(item)
      const { 'core-metadata': metadata, 'requires-python': runtime } = recordOf(item)
      const file = sentenceOf(filename)
      const isYanked = yanked !== undefined && yanked !== false
      if (file === undefined) return []
      const sizeBytes = typeof size === 'number' ? size : null
      const hasMetadata = metadata !== undefined && metadata !== false
      return {
        name: file,
        address: textOf(url),
        sizeBytes,
        uploadedAt: timeOf(time),
        isYanked,
        hasMetadata,
        runtime: sentenceOf(runtime),
      }
    }),
    { name, versions: listOf(versions).flatMap((each) => sentenceOf(each) ?? []) },
  )
  return { ...read, ...statusOf(recordOf(status ?? recordOf(meta)['project-status'])) }
}

const endings = new Map([
  ['archived', 'The project is archived: no more releases are expected'],
  ['deprecated', 'The project is deprecated by its maintainers'],
  ['quarantined', 'The project is quarantined: it is considered unsafe to use'],
])

function statusOf({ status, reason }: Record<string, unknown>): { deprecated?: string } {
  const sentence = endings.get(typeof status === 'string' ? status : '')
  if (sentence === undefined) return {}
  const why = sentenceOf(reason)
  return { deprecated: why === undefined ? sentence : `${sentence}: ${why}` }
}

/** Old index servers only return HTML: one link per file. */
function filesOfPage(links: readonly PageLink[], name: string) {
  const files = links.map(({ text, href, isYanked, runtime }) => ({
    name: text,
    address: href,
    sizeBytes: null,
    uploadedAt: null,
    isYanked,
    runtime,
  }))
  return releasesOf(files, { name, versions: [] })
}

/** Files are yanked individually: a version is yanked when all of its files are. */
function releasesOf(
  files: readonly File[],
  { name, versions }: { name: string; versions: string[] },
): { releases: Release[]; distributions: Map<string, File[]> } {
  const byVersion = Map.groupBy(
    files.filter((file) => versionOfFile(file.name, name) !== null),
    (file) => versionOfFile(file.name, name)!,
  )
  for (const version of versions) if (!byVersion.has(version)) byVersion.set(version, [])
  const releases = [...byVersion].map(([version, list]) => {
    const times = list.flatMap(({ uploadedAt }) => uploadedAt ?? [])
    const runtime = list.map((file) => file.runtime).find((each) => each !== undefined)
    return {
      version,
      publishedAt: times.length > 0 ? Math.min(...times) : null,
      ...(list.length > 0 && list.every(({ isYanked }) => isYanked) && { isYanked: true as const }),
      ...(runtime !== undefined && { runtime }),
    }
  })
  return { releases, distributions: byVersion }
}

const archive = /\.(?:tar\.(?:gz|bz2|xz|Z)|tgz|zip|egg|whl|exe|msi|rpm|deb|dmg)$/i

/** The version in a file name such as 'requests-2.31.0-py3-none-any.whl' or 'zope.interface-5.0.tar.gz'; null if none. */
function versionOfFile(file: string, normalizedName: string): string | null {
  if (!archive.test(file)) return null
  const stem = file.replace(archive, '')
  const isSource = /\.(?:tar\.\w+|tgz|zip)$/i.test(file)
  // Names may contain hyphens: the package name ends at the first hyphen where it matches.
  for (let at = stem.indexOf('-'); at > 0; at = stem.indexOf('-', at + 1)) {
    if (normalize(stem.slice(0, at)) !== normalizedName) continue
    const rest = stem.slice(at + 1)
    const version = isSource ? rest : rest.split('-', 1)[0]!
    return /^v?\d/i.test(version) ? version.replaceAll('_', '+') : null
  }
  return null
}

const normalize = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-')
