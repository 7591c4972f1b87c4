import type { EcosystemId } from '../../ecosystems/ecosystem.ts'
import { ecosystemById } from '../../ecosystems.ts'
import { type AdvisoryRating, advisoryRatings, type ReferenceType, referenceTypes } from '../../vocabulary.ts'
import { scoreCvss } from '../cvss.ts'
import { type JsonObject, listOf, objectOf, textOf, textsOf } from '../osv-json.ts'
import { readOsvRecord } from '../osv.ts'
import { readRating } from '../osv-severity.ts'

/** The version of https://ossf.github.io/osv-schema/ that is written. */
const schemaVersion = '1.7.0'

export interface OwnRange {
  /** The first affected version; '0' is before all. */
  introduced: string
  /** The first version that is not affected; null if there is none. */
  fixed: string | null
  /** The last affected version, in place of fixed; null if it is not known. */
  lastAffected: string | null
}

export interface OwnAffected {
  ecosystem: EcosystemId
  package: string
  /** Of a distribution, as its advisories name it ('12'); '' for all. */
  release: string
  ranges: OwnRange[]
  /** Single versions, in addition to the ranges. */
  versions: string[]
}

/** What a member writes of an advisory. The document that is stored may have more. */
export interface OwnAdvisory {
  id: string
  summary: string
  /** Markdown. */
  details: string
  /** null if the vector or nothing says it. */
  severity: AdvisoryRating | null
  /** A CVSS 2.0, 3.x or 4.0 vector; null without one. */
  cvss: string | null
  aliases: string[]
  cwes: string[]
  references: { type: ReferenceType; url: string }[]
  affected: OwnAffected[]
}

export interface Times {
  /** Epoch ms. */
  published: number
  modified: number
  /** null unless it is withdrawn. */
  withdrawn: number | null
}

/** The OSV document of an advisory. Members of an earlier document that a member cannot edit are kept. */
export function writeOsv(own: OwnAdvisory, times: Times, earlier: JsonObject = {}): JsonObject {
  const { withdrawn: _withdrawn, severity: _severity, affected: before, ...kept } = earlier
  const specific = withoutEmpty({
    ...objectOf(earlier['database_specific']),
    severity: own.severity?.toUpperCase(),
    cwe_ids: own.cwes,
  })
  return withoutEmpty({
    ...kept,
    schema_version: schemaVersion,
    id: own.id,
    published: timeText(times.published),
    modified: timeText(times.modified),
    withdrawn: times.withdrawn === null ? undefined : timeText(times.withdrawn),
    aliases: own.aliases,
    summary: own.summary,
    details: own.details,
    severity: own.cvss === null ? [] : [{ type: typeOfVector(own.cvss), score: own.cvss }],
    affected: own.affected.map((each) => writeAffected(each, listOf(before).map(objectOf))),
    references: own.references,
    database_specific: specific,
  })
}

const timeText = (ms: number): string => new Date(ms).toISOString()

function withoutEmpty(members: JsonObject): JsonObject {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value)))
}

function typeOfVector(vector: string): string {
  const version = scoreCvss(vector)?.version ?? ''
  return version.startsWith('2') ? 'CVSS_V2' : version.startsWith('3') ? 'CVSS_V3' : 'CVSS_V4'
}

/** An OSV range has one end: https://ossf.github.io/osv-schema/#affectedrangesevents-fields */
function writeAffected(own: OwnAffected, before: readonly JsonObject[]): JsonObject {
  const { osvName } = ecosystemById(own.ecosystem)
  const listed = { ecosystem: own.release === '' ? osvName : `${osvName}:${own.release}`, name: own.package }
  const same = before.find(({ package: of }) => {
    const { ecosystem, name } = objectOf(of)
    return ecosystem === listed.ecosystem && name === listed.name
  })
  const { ranges: _ranges, versions: _versions, ...kept } = same ?? {}
  const commits = listOf(same?.['ranges']).filter((range) => objectOf(range)['type'] === 'GIT')
  const ranges = own.ranges.map(({ introduced, fixed, lastAffected }) => ({
    type: 'ECOSYSTEM',
    events: [
      { introduced },
      ...(fixed !== null ? [{ fixed }] : lastAffected !== null ? [{ last_affected: lastAffected }] : []),
    ],
  }))
  return {
    ...kept,
    package: { ...objectOf(same?.['package']), ...listed },
    ...(ranges.length + commits.length > 0 && { ranges: [...ranges, ...commits] }),
    ...(own.versions.length > 0 && { versions: own.versions }),
  }
}

/** What a member may edit of an OSV document that readOsvRecord accepts. */
export function readOwnAdvisory(document: JsonObject): OwnAdvisory {
  const { record } = readOsvRecord(document, '')
  if (!record) throw new Error('An advisory that was stored cannot be read')
  return {
    id: record.id,
    summary: record.summary,
    details: record.details,
    severity: advisoryRatings.find((rating) => rating === readRating(document)) ?? null,
    cvss: record.cvss?.vector ?? null,
    aliases: record.aliases,
    cwes: record.cwes,
    references: listOf(document['references']).flatMap((each) => readReference(objectOf(each))),
    affected: record.affected.map((each) => ({
      ecosystem: each.ecosystem,
      package: each.name,
      release: each.suffix,
      ranges: each.ranges.map(({ introduced, fixed, limit, lastAffected }) => ({
        introduced,
        fixed: fixed ?? limit ?? null,
        lastAffected: fixed === undefined && limit === undefined ? (lastAffected ?? null) : null,
      })),
      versions: each.versions,
    })),
  }
}

function readReference({ type, url }: JsonObject): OwnAdvisory['references'] {
  const known = referenceTypes.find((each) => each === textOf(type)) ?? 'WEB'
  return textOf(url) === '' ? [] : [{ type: known, url: textOf(url) }]
}

export interface OwnIssue {
  /** As in OwnAdvisory: 'affected.0.ranges.1.fixed'. */
  path: string
  message: string
}

/** Why an advisory would match nothing, or less than it says. */
export function checkOwnAdvisory({ cvss, affected }: Pick<OwnAdvisory, 'cvss' | 'affected'>): OwnIssue[] {
  const vector =
    cvss !== null && scoreCvss(cvss) === null ? [{ path: 'cvss', message: 'The CVSS vector is invalid' }] : []
  return [...vector, ...affected.flatMap((each, index) => checkAffected(each, `affected.${index}`))]
}

function checkAffected({ ecosystem: id, ranges, versions }: OwnAffected, path: string): OwnIssue[] {
  const ecosystem = ecosystemById(id)
  const issues: OwnIssue[] = []
  if (ranges.length === 0 && versions.length === 0)
    issues.push({ path, message: 'A package needs a range or a version' })
  const check = (version: string | null, at: string) => {
    if (version === null || (at.endsWith('introduced') && version === '0')) return
    if (ecosystem.compareVersions(version, version) !== null) return
    issues.push({ path: at, message: `'${version}' is no version of ${ecosystem.name}` })
  }
  for (const [index, { introduced, fixed, lastAffected }] of ranges.entries()) {
    const at = `${path}.ranges.${index}`
    check(introduced, `${at}.introduced`)
    check(fixed, `${at}.fixed`)
    check(lastAffected, `${at}.lastAffected`)
    if (fixed !== null && lastAffected !== null)
      issues.push({ path: at, message: 'A range ends with the last affected or the first fixed version' })
    const end = fixed ?? lastAffected
    const order = introduced === '0' || end === null ? null : ecosystem.compareVersions(introduced, end)
    if (order !== null && (fixed === null ? order > 0 : order >= 0))
      issues.push({ path: at, message: `${introduced} is not before ${end}` })
  }
  return issues
}

/** The aliases and the id by which other advisories may know the vulnerability. */
export const idsOfDocument = (document: JsonObject): string[] =>
  [textOf(document['id']), ...textsOf(document['aliases'])].filter((id) => id !== '')

/** Whether it is one of OSV, other than a CSAF document or anything else. */
export const isOsv = (document: JsonObject): boolean =>
  textOf(document['id']) !== '' && (document['affected'] !== undefined || document['modified'] !== undefined)
