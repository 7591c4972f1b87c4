import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, SourceError } from './client.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-answer.ts'

// https://learn.microsoft.com/en-us/nuget/api/registration-base-url-resource

const maxPages = 200

export const nugetClient: RegistryClient = {
  ecosystem: 'nuget',
  example: 'Acme.*',
  async read(get, { name }) {
    const base = await findRegistrations(get)
    const answer = await get(`${base}/${encodeURIComponent(name)}/index.json`, { isConditional: true })
    if (answer.kind !== 'found') return answer.kind
    const releases: Release[] = []
    for (const page of listOf(recordOf(jsonOf(answer))['items']).slice(0, maxPages))
      releases.push(...(await readPage(get, recordOf(page))))
    return releases.length === 0 ? 'absent' : { releases }
  },
}

/** The address of package registrations from the registry's service index: the most complete resource. */
async function findRegistrations(get: Get): Promise<string> {
  const answer = await get('/index.json')
  const resources = answer.kind === 'found' ? listOf(recordOf(jsonOf(answer))['resources']).map(recordOf) : []
  const types = [
    'RegistrationsBaseUrl/Versioned',
    'RegistrationsBaseUrl/3.6.0',
    'RegistrationsBaseUrl/3.4.0',
    'RegistrationsBaseUrl',
  ]
  for (const type of types) {
    const address = sentenceOf(resources.find((each) => each['@type'] === type)?.['@id'])
    if (address !== undefined) return address.replace(/\/+$/, '')
  }
  throw new SourceError('The registry names no address for the versions of packages', { concerns: 'source' })
}

/** Pages of large packages are separate documents. */
async function readPage(get: Get, page: Record<string, unknown>): Promise<Release[]> {
  if (Array.isArray(page['items'])) return page['items'].flatMap(releaseOf)
  const address = sentenceOf(page['@id'])
  const answer = address === undefined ? null : await get(address)
  if (answer?.kind !== 'found') throw new SourceError('The registry names versions that it does not have')
  return listOf(recordOf(jsonOf(answer))['items']).flatMap(releaseOf)
}

/** Old unlisted versions are marked only by the year 1900. */
const unlistedYear = 1900

function releaseOf(item: unknown): Release[] {
  const { version, published, listed, licenseExpression, licenseUrl, deprecation } = recordOf(
    recordOf(item)['catalogEntry'],
  )
  const text = sentenceOf(version)
  if (text === undefined) return []
  const time = timeOf(published)
  const isUnlisted = listed === false || (time !== null && new Date(time).getUTCFullYear() === unlistedYear)
  const licenses = licensesOf([sentenceOf(licenseExpression) ?? licenseUrl])
  return [
    {
      // Build metadata after a plus sign is not part of the version's identity.
      version: text.split('+', 1)[0]!,
      publishedAt: isUnlisted ? null : time,
      ...(isUnlisted && { isYanked: true as const }),
      ...(deprecation !== undefined && { deprecated: sentenceOf(recordOf(deprecation)['message']) ?? '' }),
      ...(licenses.length > 0 && { licenses }),
    },
  ]
}
