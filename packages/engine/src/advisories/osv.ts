import type { Issue } from '../inventory.ts'
import type { AdvisoryRecord, RecordReading } from './advisory.ts'
import { readAffected } from './osv-affected.ts'
import { cut, isObject, listOf, objectOf, textOf, textsOf, type JsonObject } from './osv-json.ts'
import { readLinks } from './osv-links.ts'
import { readSeverity } from './osv-severity.ts'
import { cvesOf } from './record-cves.ts'

const MAX_ID_LENGTH = 200
const MAX_SUMMARY_LENGTH = 1000
/** UTF-16 units; the longest real texts have about 20,000. */
const MAX_DETAILS_LENGTH = 65_536

/**
 * Parses a document of https://ossf.github.io/osv-schema/ leniently; where is its location for issues ('npm.jsonl:12').
 * Never throws: invalid documents result in a null record and an issue.
 */
export function readOsvRecord(json: unknown, where: string): RecordReading {
  if (!isObject(json)) return reject('document-invalid', 'The document is no JSON object.', where)
  const id = textOf(json['id'])
  if (id === '') return reject('id-missing', 'The document has no id.', where)
  if (id.length > MAX_ID_LENGTH || /\s/.test(id)) {
    return reject('id-invalid', 'The id has white space or more than 200 characters.', where)
  }
  const issues: Issue[] = []
  const aliases = textsOf(json['aliases']).filter((alias) => alias !== id && alias.length <= MAX_ID_LENGTH)
  const upstream = textsOf(json['upstream']).filter((each) => each.length <= MAX_ID_LENGTH)
  const cwes = readCwes(json)
  const affected = readAffected(json, { where: `${where}#/affected`, issues })
  const cves = cvesOf({ id, aliases, upstream, affected }, textsOf(json['related']))
  const record: AdvisoryRecord = {
    id,
    aliases,
    upstream,
    cves,
    publishedAt: readDate(json['published']),
    modifiedAt: readDate(json['modified']),
    withdrawnAt: readWithdrawn(json, issues, where),
    summary: cut(textOf(json['summary']), MAX_SUMMARY_LENGTH),
    details: cut(textOf(json['details']), MAX_DETAILS_LENGTH),
    category: readCategory(json, id, cwes),
    ...readSeverity(json),
    cwes,
    links: readLinks(json, [...new Set([id, ...aliases, ...cves])]),
    affected,
  }
  return { record, issues }
}

function reject(code: string, message: string, where: string): RecordReading {
  return { record: null, issues: [{ code, message, where }] }
}

/** A record with an invalid withdrawal date still counts as withdrawn, as of its last change. */
function readWithdrawn(json: JsonObject, issues: Issue[], where: string): number | null {
  if (textOf(json['withdrawn']) === '') return null
  const date = readDate(json['withdrawn'])
  if (date !== null) return date
  const message = 'The withdrawal date is invalid; the date of the last change is used instead.'
  issues.push({ code: 'withdrawn-invalid', message, where: `${where}#/withdrawn` })
  return readDate(json['modified']) ?? 0
}

function readCategory(json: JsonObject, id: string, cwes: readonly string[]): AdvisoryRecord['category'] {
  if (isMalware(json, id, cwes)) return 'malware'
  // RustSec notices, which its own tool only warns about:
  // https://github.com/rustsec/advisory-db/blob/main/CONTRIBUTING.md
  const words = [json, ...listOf(json['affected']).map(objectOf)].map(
    (holder) => objectOf(holder['database_specific'])['informational'],
  )
  return (['unmaintained', 'notice'] as const).find((word) => words.includes(word)) ?? 'vulnerability'
}

function isMalware(json: JsonObject, id: string, cwes: readonly string[]): boolean {
  const origins = objectOf(json['database_specific'])['malicious-packages-origins']
  // CWE-506 (embedded malicious code) is the only marker in feeds without their own ids or origins.
  return id.startsWith('MAL-') || listOf(origins).length > 0 || cwes.includes('CWE-506')
}

/** database_specific, of the document and of its packages, has cwe_ids ('CWE-79') or cwes ({ cweId }). */
function readCwes(json: JsonObject): string[] {
  const holders = [json, ...listOf(json['affected']).map(objectOf)]
  const found = holders.flatMap((holder) => {
    const { cwe_ids: ids, cwes } = objectOf(holder['database_specific'])
    const listed = listOf(cwes).map((cwe) => (isObject(cwe) ? (cwe['cweId'] ?? cwe['id']) : cwe))
    return textsOf([...listOf(ids), ...listed])
  })
  return [...new Set(found.map((id) => id.toUpperCase()))].filter((id) => /^CWE-\d{1,6}$/.test(id))
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?)?$/i

/** Dates outside this range mean 'unknown' in feeds: '0001-01-01', '1970-01-01', '9999-12-31'. */
const EARLIEST_MS = Date.UTC(1980, 0)
const LATEST_MS = Date.UTC(2200, 0)

/** Epoch ms of an RFC 3339 date, UTC by default; null if absent or implausible. */
function readDate(value: unknown): number | null {
  const [, day, time = '00:00:00', fraction = '0', zone = 'Z'] = DATE.exec(textOf(value)) ?? []
  if (day === undefined) return null
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Date.parse reads February 30 as March 2.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day.slice(-2))) return null
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3)
  const ms = Date.parse(`${day}T${time}.${milliseconds}${offset}`)
  return ms >= EARLIEST_MS && ms < LATEST_MS ? ms : null
}
