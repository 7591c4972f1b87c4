import type { ListAge } from '@assay/engine/advisories/lists.ts'
import { isEuvdId } from '@assay/engine/advisories/exploit-signals.ts'
import { type ListId, listIds } from '@assay/engine/vocabulary.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { PackageReleases, Release } from '@assay/engine/releases/release.ts'
import type { ReleaseCycle, SupportedProduct } from '@assay/engine/stability/eol-dates.ts'

/*
 * Advisory and release data for transfer to an installation without network access: gzipped JSON lines. The first line
 * is the header, the last one contains the number of lines before it. A line without "assay" is an unchanged OSV
 * document.
 */

/** When the advisory data of an ecosystem was complete. */
export interface ArchivedDatabase {
  ecosystem: EcosystemId
  /** Display name of the source. */
  source: string
  /** Epoch ms. */
  checkedAt: number
}

export type ArchiveLine =
  | {
      assay: 'knowledge'
      version: 1
      exportedAt: number
      databases: ArchivedDatabase[]
      /** When the lists were complete; absent in older archives. */
      lists?: ListAge[]
    }
  /** Records that disappeared from their source without being marked as withdrawn. */
  | { assay: 'withdrawn'; ids: string[] }
  /** The complete list. */
  | { assay: 'known-exploited'; cves: string[] }
  | { assay: 'eu-known-exploited'; cves: string[]; euvdIds: [string, string][] }
  /** CVEs with probabilities, split over several lines. */
  | { assay: 'epss'; probabilities: [string, number][]; percentiles?: [string, number][] }
  | { assay: 'support-ends'; products: SupportedProduct[] }
  | { assay: 'releases'; packages: PackageReleases[] }
  | { assay: 'end'; lines: number }

export type ArchiveHeader = Extract<ArchiveLine, { assay: 'knowledge' }>

/** The list that a line has entries of; null for other lines. */
export function listOfLine(line: ArchiveLine): ListId | null {
  if (line.assay === 'known-exploited') return 'kev'
  if (line.assay === 'eu-known-exploited') return 'eu-kev'
  if (line.assay === 'epss') return 'epss'
  return line.assay === 'support-ends' && line.products.length > 0 ? 'end-of-life' : null
}

/** Why a text is not a valid or supported line of an archive. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

const start = '{"assay":'

export const writeArchiveLine = (line: ArchiveLine): string => JSON.stringify(line)

/** null for an OSV document. Throws ArchiveError if the line is invalid. */
export function readArchiveLine(text: string): ArchiveLine | null {
  if (!text.startsWith(start)) return null
  const line = parse(text)
  const read = readers.get(String(line['assay']))
  const result = read?.(line) ?? null
  if (result === null) throw new ArchiveError(`A line '${String(line['assay']).slice(0, 50)}' is malformed`)
  return result
}

type Json = Record<string, unknown>

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new ArchiveError('A line is broken JSON')
  }
}

const ids = new Set<unknown>(ecosystems.map(({ id }) => id))
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !value.includes('\0')
const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 8.64e15
const isCve = (value: unknown) => typeof value === 'string' && /^CVE-\d{4}-\d{4,19}$/.test(value)
const isListOf = <T>(value: unknown, accepts: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(accepts)
const isAbsentOr = (value: unknown, accepts: (value: unknown) => boolean) =>
  value === undefined || accepts(value)

const isDatabase = (value: unknown): value is ArchivedDatabase =>
  isObject(value) &&
  ids.has(value['ecosystem']) &&
  isText(value['source'], 2000) &&
  isTime(value['checkedAt'])

const isId = (value: unknown): value is string => isText(value, 200)
const isCveText = (value: unknown): value is string => isCve(value)
const isEuvdPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isCve(value[0]) &&
  typeof value[1] === 'string' &&
  isEuvdId(value[1])
const isProbability = (value: unknown): value is [string, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isCve(value[0]) &&
  typeof value[1] === 'number' &&
  value[1] >= 0 &&
  value[1] <= 1

const isCycle = (value: unknown): value is ReleaseCycle =>
  isObject(value) &&
  isText(value['cycle'], 200) &&
  (value['endsAt'] === null || value['endsAt'] === 'ended' || isTime(value['endsAt']))

const isPackage = (value: unknown): value is SupportedProduct['packages'][number] =>
  isObject(value) && ids.has(value['ecosystem']) && isText(value['name'], 500)

const isProduct = (value: unknown): value is SupportedProduct =>
  isObject(value) &&
  isText(value['title'], 200) &&
  isListOf(value['packages'], isPackage) &&
  isListOf(value['cycles'], isCycle)

const isRelease = (value: unknown): value is Release =>
  isObject(value) &&
  isText(value['version'], 500) &&
  (value['publishedAt'] === null || isTime(value['publishedAt'])) &&
  isAbsentOr(value['isYanked'], (flag) => flag === true) &&
  isAbsentOr(value['deprecated'], (text) => isText(text, 10_000)) &&
  isAbsentOr(value['licenses'], (list) => isListOf(list, isLicense)) &&
  isAbsentOr(value['copyright'], (text) => isText(text, 10_000)) &&
  isAbsentOr(value['runtime'], (text) => isText(text, 10_000)) &&
  isAbsentOr(value['requires'], isRanges)
const isRanges = (value: unknown) =>
  isObject(value) && !Array.isArray(value) && Object.values(value).every((range) => isText(range, 10_000))
const isLicense = (value: unknown): value is string => isText(value, 10_000)

const isReleases = (value: unknown): value is PackageReleases =>
  isObject(value) &&
  ids.has(value['ecosystem']) &&
  isText(value['name'], 500) &&
  value['name'] !== '' &&
  isText(value['source'], 2000) &&
  isTime(value['checkedAt']) &&
  isAbsentOr(value['deprecated'], (text) => isText(text, 10_000)) &&
  isAbsentOr(value['pageUrl'], (text) => isText(text, 2000) && /^https?:/.test(text)) &&
  isListOf(value['releases'], isRelease)

const readers = new Map<string, (line: Json) => ArchiveLine | null>([
  ['knowledge', readHeader],
  ['withdrawn', ({ ids }) => (isListOf(ids, isId) ? { assay: 'withdrawn', ids } : null)],
  ['known-exploited', ({ cves }) => (isListOf(cves, isCveText) ? { assay: 'known-exploited', cves } : null)],
  [
    'eu-known-exploited',
    ({ cves, euvdIds }) =>
      isListOf(cves, isCveText) && isListOf(euvdIds, isEuvdPair)
        ? { assay: 'eu-known-exploited', cves, euvdIds }
        : null,
  ],
  [
    'epss',
    ({ probabilities, percentiles }) =>
      isListOf(probabilities, isProbability)
        ? {
            assay: 'epss',
            probabilities,
            ...(isListOf(percentiles, isProbability) && { percentiles }),
          }
        : null,
  ],
  [
    'support-ends',
    ({ products }) => (isListOf(products, isProduct) ? { assay: 'support-ends', products } : null),
  ],
  ['releases', ({ packages }) => (isListOf(packages, isReleases) ? { assay: 'releases', packages } : null)],
  ['end', ({ lines }) => (typeof lines === 'number' ? { assay: 'end', lines } : null)],
])

const isListAge = (value: unknown): value is ListAge =>
  isObject(value) &&
  (listIds as readonly unknown[]).includes(value['id']) &&
  (value['completeAt'] === null || isTime(value['completeAt']))

/** When the lists of an archive were complete. Older archives state no ages: what they list is as old as they are. */
export const listAgesOf = ({ lists, exportedAt }: ArchiveHeader, listed: ReadonlySet<ListId>): ListAge[] =>
  lists ?? [...listed].map((id) => ({ id, completeAt: exportedAt }))

function readHeader({ version, exportedAt, databases, lists }: Json): ArchiveLine | null {
  if (version !== 1) throw new ArchiveError('The archive was written by another version of Assay')
  if (!isTime(exportedAt) || !isListOf(databases, isDatabase)) return null
  if (lists !== undefined && !isListOf(lists, isListAge)) return null
  return { assay: 'knowledge', version, exportedAt, databases, ...(lists && { lists }) }
}
