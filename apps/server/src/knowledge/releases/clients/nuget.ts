import { listOf, recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { childOf, childText, readXml } from '@assay/engine/documents/parsers/xml-document.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import { type Get, type RegistryClient, SourceError } from './client.ts'
import type { NameOf } from './package-archive.ts'
import {
  isComplete,
  type ArchiveFiles,
  factsOfTexts,
  fetchFiles,
  type FileFacts,
  inNoFolder,
  withFiles,
} from './package-files.ts'
import { type Requirements, withRanges } from './ranges.ts'
import { jsonOf, licensesOf, sentenceOf, timeOf } from './read-response.ts'

// https://learn.microsoft.com/en-us/nuget/api/registration-base-url-resource

const maxPages = 200

export const nugetClient: RegistryClient = {
  ecosystem: 'nuget',
  example: 'Acme.*',
  async read(get, pkg) {
    const { name } = pkg
    const base = await findRegistrations(get)
    const response = await get(`${base}/${encodeURIComponent(name)}/index.json`, {
      isConditional: isComplete(pkg),
    })
    if (response.kind !== 'found') return response.kind
    const items: unknown[] = []
    for (const page of listOf(recordOf(await jsonOf(response, registration))['items']).slice(0, maxPages))
      items.push(...(await readPage(get, recordOf(page))))
    const releases = withRanges(items.flatMap(releaseOf), pkg, requirementsOf(items))
    const addresses = addressesOf(items)
    const readPackage = async (version: string) => {
      const address = addresses.get(version)
      const files = address === undefined ? null : await fetchFiles(get, address, layout)
      return files && factsOfPackage(files)
    }
    return releases.length === 0 ? 'absent' : { releases: await withFiles(releases, pkg, readPackage) }
  },
}

const item = {
  packageContent: true,
  catalogEntry: {
    version: true,
    published: true,
    listed: true,
    licenseExpression: true,
    licenseUrl: true,
    deprecation: { message: true },
    dependencyGroups: [{ dependencies: [{ id: true, range: true }] }],
  },
} as const
const registration = { items: [{ '@id': true, items: [item] }] } as const

/** Those of all target frameworks. */
function requirementsOf(items: readonly unknown[]): (version: string) => Requirements | undefined {
  const entries = new Map(
    items.map((each) => {
      const entry = recordOf(recordOf(each)['catalogEntry'])
      return [identityOf(sentenceOf(entry['version']) ?? ''), entry] as const
    }),
  )
  return (version) =>
    listOf(entries.get(version)?.['dependencyGroups']).flatMap((group) =>
      listOf(recordOf(group)['dependencies']).map((each) => {
        const { id, range } = recordOf(each)
        return [id, range] as const
      }),
    )
}

const addressesOf = (items: readonly unknown[]): Map<string, string> =>
  new Map(
    items.map(recordOf).flatMap(({ packageContent, catalogEntry }) => {
      const address = sentenceOf(packageContent)
      const version = sentenceOf(recordOf(catalogEntry)['version'])
      return address === undefined || version === undefined ? [] : [[identityOf(version), address] as const]
    }),
  )

/** The name of the manifest is that of the package, in any spelling. */
const inPackage: NameOf = (path) => (/^[^/]+\.nuspec$/i.test(path) ? 'nuspec' : inNoFolder(path))
const layout = { inPackage, manifest: 'nuspec' }

/** https://learn.microsoft.com/en-us/nuget/reference/nuspec */
function factsOfPackage(files: ArchiveFiles): FileFacts {
  const bytes = new TextEncoder().encode(files.manifest ?? '')
  const metadata = childOf(readXml({ path: 'nuspec', bytes }).root, 'metadata')
  const found = factsOfTexts(files)
  const declared = metadata === null ? undefined : sentenceOf(childText(metadata, 'copyright'))
  return declared === undefined ? found : { ...found, copyright: declared }
}

/** The address of package registrations from the registry's service index: the most complete resource. */
async function findRegistrations(get: Get): Promise<string> {
  const response = await get('/index.json')
  const index =
    response.kind === 'found' ? await jsonOf(response, { resources: [{ '@type': true, '@id': true }] }) : {}
  const resources = listOf(recordOf(index)['resources']).map(recordOf)
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
  throw new SourceError('The registry index has no URL for package versions', { concerns: 'source' })
}

/** Pages of large packages are separate documents. */
async function readPage(get: Get, page: Record<string, unknown>): Promise<readonly unknown[]> {
  if (Array.isArray(page['items'])) return page['items']
  const address = sentenceOf(page['@id'])
  const response = address === undefined ? null : await get(address)
  if (response?.kind !== 'found') throw new SourceError('The registry lists versions that it does not have')
  return listOf(recordOf(await jsonOf(response, { items: [item] }))['items'])
}

/** Build metadata after a plus sign is not part of the version's identity. */
const identityOf = (version: string): string => version.split('+', 1)[0]!

/** Stands for a license that is a file of the package. */
const licenseInside = 'https://aka.ms/deprecateLicenseUrl'

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
  const licenses = licensesOf([
    sentenceOf(licenseExpression) ?? (licenseUrl === licenseInside ? undefined : licenseUrl),
  ])
  return [
    {
      version: identityOf(text),
      publishedAt: isUnlisted ? null : time,
      ...(isUnlisted && { isYanked: true as const }),
      ...(deprecation !== undefined && { deprecated: sentenceOf(recordOf(deprecation)['message']) ?? '' }),
      ...(licenses.length > 0 && { licenses }),
    },
  ]
}
