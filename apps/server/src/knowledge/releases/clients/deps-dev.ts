import { listOf, recordOf, textOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import {
  type Found,
  type Get,
  type PackageReader,
  type ReadResult,
  SourceError,
  type PackageToRead,
} from './client.ts'
import { readRanges, type Requirements, unreadRanges } from './ranges.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-response.ts'

// https://docs.deps.dev/api/v3/ and …/v3alpha/

/** The deps.dev system name of each supported ecosystem. */
export const depsDevSystems: ReadonlyMap<EcosystemId, string> = new Map([
  ['npm', 'NPM'],
  ['pypi', 'PYPI'],
  ['maven', 'MAVEN'],
  ['go', 'GO'],
  ['crates.io', 'CARGO'],
  ['rubygems', 'RUBYGEMS'],
  ['nuget', 'NUGET'],
])

/** Licenses by version, of one package. */
type Licenses = ReadonlyMap<string, string[]>

const packagePath = ({ ecosystem, displayName }: PackageToRead) =>
  `/v3/systems/${depsDevSystems.get(ecosystem)!}/packages/${encodeURIComponent(displayName)}`

/** Reads packages of one ecosystem. With batching enabled, licenses of all packages are prefetched if possible. */
export function depsDevReader({ usesBatches }: { usesBatches: boolean }): PackageReader {
  let batched: Map<string, Licenses> | null = null
  return {
    async prepare(get, packages) {
      if (usesBatches) batched = await readLicenseBatch(get, packages)
    },
    read: (get, pkg) => readPackage(get, pkg, batched?.get(pkg.name) ?? null),
  }
}

/** The releases of one package. Licenses are read per version: known ones are kept, missing ones of versions in use requested. */
async function readPackage(get: Get, pkg: PackageToRead, batched: Licenses | null): Promise<ReadResult> {
  const response = await get(packagePath(pkg), { isConditional: true })
  if (response.kind === 'absent') return 'absent'
  const releases =
    response.kind === 'found' ? parsePackage(await jsonOf(response, fieldsOfPackage)) : [...pkg.known]
  const missing = versionsWithoutLicenses(pkg).filter((version) =>
    releases.some((release) => release.version === version),
  )
  const isRead = unreadRanges(releases, pkg).length === 0
  if (response.kind === 'unchanged' && missing.length === 0 && isRead) return 'unchanged'
  const read = batched ?? (await readLicenses(get, pkg, missing))
  const known = new Map(pkg.known.map((release) => [release.version, release]))
  const licensed = releases.map((release) => {
    const licenses = read.get(release.version) ?? known.get(release.version)?.licenses
    return { ...release, ...(licenses && { licenses }) }
  })
  return { releases: await readRanges(licensed, pkg, (version) => readGraph(get, pkg, version)) }
}

/** The requirements of a version are the edges from the root of its resolved graph. */
async function readGraph(get: Get, pkg: PackageToRead, version: string): Promise<Requirements | undefined> {
  const response = await get(`${packagePath(pkg)}/versions/${encodeURIComponent(version)}:dependencies`)
  return response.kind === 'found' ? requirementsOf(await jsonOf(response, fieldsOfGraph)) : undefined
}

const fieldsOfGraph = {
  nodes: [{ versionKey: { name: true } }],
  edges: [{ fromNode: true, toNode: true, requirement: true }],
} as const

function requirementsOf(json: unknown): Requirements {
  const { nodes, edges } = recordOf(json)
  const names = listOf(nodes).map((node) => recordOf(recordOf(node)['versionKey'])['name'])
  return listOf(edges)
    .map(recordOf)
    .filter(({ fromNode }) => (fromNode ?? 0) === 0)
    .map(({ toNode, requirement }) => [names[Number(toNode)], requirement])
}

const fieldsOfPackage = {
  versions: [
    { versionKey: { version: true }, publishedAt: true, isDeprecated: true, deprecatedReason: true },
  ],
} as const

const parsePackage = (json: unknown): Release[] =>
  listOf(recordOf(json)['versions']).flatMap((item) => {
    const { versionKey, publishedAt, isDeprecated, deprecatedReason } = recordOf(item)
    const version = sentenceOf(recordOf(versionKey)['version'])
    if (version === undefined) return []
    return {
      version,
      publishedAt: timeOf(publishedAt),
      ...(isDeprecated === true && { deprecated: sentenceOf(deprecatedReason) ?? '' }),
    }
  })

/** A package may have thousands of versions in use; the rest is read at the next check. */
const versionsAtOnce = 50

function versionsWithoutLicenses({ versions, known }: PackageToRead): string[] {
  const withLicenses = new Set(known.flatMap(({ version, licenses }) => (licenses ? version : [])))
  return versions.filter((version) => !withLicenses.has(version)).slice(0, versionsAtOnce)
}

async function readLicenses(get: Get, pkg: PackageToRead, versions: string[]): Promise<Licenses> {
  const licenses = new Map<string, string[]>()
  for (const version of versions) {
    const response = await get(`${packagePath(pkg)}/versions/${encodeURIComponent(version)}`)
    // Stored as unknown so that it is not requested again.
    licenses.set(
      version,
      response.kind === 'found' ? licensesOfVersion(await jsonOf(response, { licenses: true })) : [],
    )
  }
  return licenses
}

/** 'non-standard' only means that the license text is not an SPDX expression. */
const licensesOfVersion = (json: unknown): string[] =>
  licensesOf(listOf(recordOf(json)['licenses'])).filter((license) => license !== 'non-standard')

const requestsAtOnce = 1000
const maxPages = 20

const fieldsOfBatch = {
  responses: [{ request: { versionKey: { name: true, version: true } }, version: { licenses: true } }],
  nextPageToken: true,
} as const

/** Licenses of many versions of many packages, by name. null if the batch API is unavailable. */
async function readLicenseBatch(
  get: Get,
  packages: readonly PackageToRead[],
): Promise<Map<string, Licenses> | null> {
  const requests = packages.flatMap((pkg) =>
    versionsWithoutLicenses(pkg).map((version) => ({
      versionKey: { system: depsDevSystems.get(pkg.ecosystem), name: pkg.displayName, version },
    })),
  )
  const found = new Map<string, Map<string, string[]>>(packages.map(({ name }) => [name, new Map()]))
  const nameOf = new Map(packages.map(({ name, displayName }) => [displayName, name]))
  for (let start = 0; start < requests.length; start += requestsAtOnce) {
    const some = requests.slice(start, start + requestsAtOnce)
    let pageToken = ''
    for (let page = 0; page < maxPages; page++) {
      const response = await post(get, { requests: some, pageToken })
      if (response === null) return null
      const { responses, nextPageToken } = recordOf(await jsonOf(response, fieldsOfBatch))
      for (const response of listOf(responses)) {
        const { request, version } = recordOf(response)
        const key = recordOf(recordOf(request)['versionKey'])
        // Responses use deps.dev's own spelling of names, but echo the request unchanged.
        found
          .get(nameOf.get(textOf(key['name'])) ?? '')
          ?.set(textOf(key['version']), licensesOfVersion(version))
      }
      pageToken = textOf(nextPageToken)
      if (pageToken === '') break
    }
  }
  return found
}

async function post(get: Get, body: object): Promise<Found | null> {
  try {
    const response = await get('/v3alpha/versionbatch', { method: 'POST', body: JSON.stringify(body) })
    return response.kind === 'found' ? response : null
  } catch (error) {
    // The alpha API may change or end at any time, unlike an outage of the whole source.
    if (error instanceof SourceError && error.concerns === 'package') return null
    throw error
  }
}
