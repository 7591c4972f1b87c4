import type { Ecosystem } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystems, ecosystemsByLanguage } from '@assay/engine/ecosystems.ts'
import {
  type AdvisoryCategory,
  fromWireSeverity,
  findingCategories,
  type Severity,
  type WireSeverity,
} from '@assay/engine/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Advisory filters. */
export interface AdvisoryFilter {
  /** A language, or 'all', 'nvd', 'gha', 'nvd-me', 'nvd-raw', 'cwe', 'cpe'. */
  database: string
  severity?: WireSeverity | undefined
  cve?: string | undefined
  /** A weakness: 'CWE-79'. */
  cwe?: string | undefined
  /** Package name in any spelling. */
  name?: string | undefined
}

export interface AdvisoryRow {
  uuid: string
  cve: string | null
  severity: Severity
  cvss: number | null
  category: AdvisoryCategory
}

/** Same rule as assumedRating. */
const assumedSeverity = sql`
  case when category = 'malware' then 'critical'
    when severity <> 'unknown' then severity
    when cvss >= 9 then 'critical'
    when cvss >= 7 then 'high'
    when cvss >= 4 or cvss is null then 'medium'
    when cvss >= 0.1 then 'low'
    else 'none' end`

const isNvd = sql`advisory.cve is not null`
/** Through its records in force; a missing id stands for any. */
const hasWeakness = (cwe?: string): RawBuilder<unknown> => sql`exists (
  select from advisory_record where advisory_uuid = advisory.uuid and withdrawn_at is null
    and cwes <> '{}' ${cwe === undefined ? sql`` : sql`and cwes @> array[${cwe.toUpperCase()}]::text[]`})`
const databases: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  ['all', sql`true`],
  ['nvd', isNvd],
  ['nvd-me', isNvd],
  ['nvd-raw', isNvd],
  [
    'gha',
    sql`exists (select from advisory_alias where advisory_uuid = advisory.uuid and alias like 'GHSA-%')`,
  ],
  ['cwe', hasWeakness()],
  // Advisories name packages; none of their sources has CPEs.
  ['cpe', sql`false`],
])

/** Whether a database with this name exists. */
export const hasDatabase = (name: string): boolean =>
  databases.has(name.toLowerCase()) || ecosystemsByLanguage(name).length > 0

/** Newest first. */
export async function listAdvisories(
  db: Database,
  { limit, offset, ...filter }: AdvisoryFilter & { limit: number; offset: number },
): Promise<AdvisoryRow[]> {
  const { rows } = await sql<AdvisoryRow>`
    select uuid, cve, severity, cvss, category from advisory
    where joined_into is null and ${matches(filter)}
    order by published_at desc nulls last, uuid limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** undefined if it is not in the database. */
export async function findAdvisory(
  db: Database,
  { uuid, ...filter }: AdvisoryFilter & { uuid: string },
): Promise<AdvisoryRow | undefined> {
  const { rows } = await sql<AdvisoryRow>`
    select uuid, cve, severity, cvss, category from advisory where uuid = ${uuid} and ${matches(filter)}`.execute(
    db,
  )
  return rows[0]
}

function matches({ database, severity, cve, cwe, name }: AdvisoryFilter): RawBuilder<unknown> {
  const named = ecosystemsByLanguage(database)
  return sql.join(
    [
      sql`category = any(${[...findingCategories]}::text[])`,
      databases.get(database.toLowerCase()) ?? sql`true`,
      ...(severity === undefined ? [] : [sql`${assumedSeverity} = ${fromWireSeverity(severity)}`]),
      ...(cve === undefined ? [] : [sql`cves && ${[cve.toUpperCase()]}::text[]`]),
      ...(cwe === undefined ? [] : [hasWeakness(cwe)]),
      ...(named.length === 0 && name === undefined ? [] : [affects(named, name)]),
    ],
    sql` and `,
  )
}

/** A package of these ecosystems, or of any if there are none, by display or normalized name. */
function affects(named: readonly Ecosystem[], name: string | undefined): RawBuilder<unknown> {
  const selected = named.length === 0 ? ecosystems : named
  const isNamed =
    name === undefined
      ? sql`ecosystem = any(${selected.map(({ id }) => id)}::text[])`
      : sql`(ecosystem, package_name) in (select * from unnest(
          ${selected.map(({ id }) => id)}::text[], ${selected.map((each) => each.normalizeName(name))}::text[]))`
  return sql`exists (
    select from advisory_record join advisory_package on record_id = id
    where advisory_uuid = advisory.uuid and ${isNamed})`
}
