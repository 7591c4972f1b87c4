import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, type WantedPackage } from './client.ts'
import { jsonOf, licensesOf, sentenceOf, textOfAnswer, timeOf } from './read-answer.ts'
import { versionOfFile } from './pypi-files.ts'

// https://packaging.python.org/en/latest/specifications/simple-repository-api/ (PEP 503, 592, 691, 700, 792)

const simpleJson = 'application/vnd.pypi.simple.v1+json'

export const pypiClient: RegistryClient = {
  ecosystem: 'pypi',
  async read(get, wanted) {
    const accept = `${simpleJson}, text/html;q=0.1`
    const answer = await get(`/${wanted.name}/`, { accept, isConditional: true })
    if (answer.kind !== 'found') return answer.kind
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    const index = isJson
      ? parseIndex(jsonOf(answer), wanted.name)
      : parsePage(textOfAnswer(answer), wanted.name)
    const licenses = await readLicenses(get, wanted, new Set(index.releases.map(({ version }) => version)))
    return {
      ...index,
      releases: index.releases.map((release) => {
        const known = licenses.get(release.version)
        return known ? { ...release, licenses: known } : release
      }),
    }
  },
}

interface File {
  name: string
  uploadedAt: number | null
  isYanked: boolean
}

function parseIndex(json: unknown, name: string) {
  const { files, meta, versions, 'project-status': status } = recordOf(json)
  const releases = releasesOf(
    listOf(files).flatMap((each) => {
      const { filename, 'upload-time': time, yanked } = recordOf(each)
      const file = sentenceOf(filename)
      const isYanked = yanked !== undefined && yanked !== false
      return file === undefined ? [] : { name: file, uploadedAt: timeOf(time), isYanked }
    }),
    { name, versions: listOf(versions).flatMap((each) => sentenceOf(each) ?? []) },
  )
  return { releases, ...statusOf(recordOf(status ?? recordOf(meta)['project-status'])) }
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
function parsePage(html: string, name: string) {
  const files = [...html.matchAll(/<a\b([^>]{0,4000})>([^<]{1,500})<\/a>/gi)].map(([, attributes, text]) => ({
    name: text!.trim(),
    uploadedAt: null,
    isYanked: /\bdata-yanked\b/i.test(attributes!),
  }))
  return { releases: releasesOf(files, { name, versions: [] }) }
}

/** Files are yanked individually: a version is yanked when all of its files are. */
function releasesOf(
  files: readonly File[],
  { name, versions }: { name: string; versions: string[] },
): Release[] {
  const byVersion = Map.groupBy(
    files.filter((file) => versionOfFile(file.name, name) !== null),
    (file) => versionOfFile(file.name, name)!,
  )
  for (const version of versions) if (!byVersion.has(version)) byVersion.set(version, [])
  return [...byVersion].map(([version, list]) => {
    const times = list.flatMap(({ uploadedAt }) => uploadedAt ?? [])
    return {
      version,
      publishedAt: times.length > 0 ? Math.min(...times) : null,
      ...(list.length > 0 && list.every(({ isYanked }) => isYanked) && { isYanked: true as const }),
    }
  })
}

const versionsAtOnce = 20

/** Requests each version from the JSON API, which not every index has. */
async function readLicenses(
  get: Get,
  { name, versions, known }: WantedPackage,
  existing: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const told = new Map(
    known.flatMap(({ version, licenses }) => (licenses ? [[version, licenses] as const] : [])),
  )
  const missing = versions.filter((version) => existing.has(version) && !told.has(version))
  for (const version of missing.slice(0, versionsAtOnce)) {
    const answer = await get(`../pypi/${name}/${encodeURIComponent(version)}/json`)
    if (answer.kind !== 'found') break
    told.set(version, licensesOfVersion(jsonOf(answer)))
  }
  return told
}

/** The license expression, otherwise the classifiers, otherwise a single-line text: full license texts are not names. */
function licensesOfVersion(json: unknown): string[] {
  const { license, license_expression: expression, classifiers } = recordOf(recordOf(json)['info'])
  const declared = licensesOf([expression])
  if (declared.length > 0) return declared
  const classified = licensesOf(
    listOf(classifiers).flatMap((each) => {
      const parts = typeof each === 'string' && each.startsWith('License :: ') ? each.split(' :: ') : []
      return parts.length > 2 || (parts.length === 2 && parts[1] !== 'OSI Approved') ? parts.at(-1) : []
    }),
  )
  const text = sentenceOf(license)
  if (text !== undefined && !text.includes('\n') && text.length <= 100) return licensesOf([text])
  return classified
}
