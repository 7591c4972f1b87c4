import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'

/** Stands for all ecosystems: an advisory that affects several is counted once. */
export const everyEcosystem = ''

/** Recounts the advisories of an ecosystem and the overall total. Takes one to two seconds for the largest. */
export async function recount(tx: Tx, ecosystem: EcosystemId): Promise<void> {
  const counted = sql`
    select distinct advisory.uuid, severity, (published_at at time zone 'UTC')::date as day
    from advisory_package
    join advisory_record on id = record_id and withdrawn_at is null
    join advisory on uuid = advisory_uuid
    where ecosystem = ${ecosystem}`
  const all = sql`
    select uuid, severity, (published_at at time zone 'UTC')::date as day from advisory
    where joined_into is null and exists (
      select from advisory_record join advisory_package on record_id = id
      where advisory_uuid = uuid and withdrawn_at is null)`
  await saveCounts(tx, ecosystem, counted)
  await saveCounts(tx, everyEcosystem, all)
}

/** Unchanged rows are not rewritten. */
async function saveCounts(tx: Tx, ecosystem: string, counted: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with counted as materialized (${counted}),
      by_severity as (select severity, count(*)::int as count from counted group by 1),
      by_day as (select day, count(*)::int as count from counted where day is not null group by 1),
      gone as (
        delete from advisory_total where ecosystem = ${ecosystem}
          and severity not in (select severity from by_severity)),
      gone_days as (
        delete from advisory_day where ecosystem = ${ecosystem}
          and not exists (select from by_day where by_day.day = advisory_day.day)),
      totals as (
        insert into advisory_total (ecosystem, severity, advisories)
        select ${ecosystem}, severity, count from by_severity
        on conflict (ecosystem, severity) do update set advisories = excluded.advisories
          where advisory_total.advisories <> excluded.advisories)
    insert into advisory_day (ecosystem, day, advisories) select ${ecosystem}, day, count from by_day
    on conflict (day, ecosystem) do update set advisories = excluded.advisories
      where advisory_day.advisories <> excluded.advisories`.execute(tx)
}

export interface AdvisoryTotal {
  ecosystem: string
  severity: string
  advisories: number
}

export const listTotals = (db: Database): Promise<AdvisoryTotal[]> =>
  db
    .selectFrom('advisory_total')
    .select(['ecosystem', 'severity', 'advisories'])
    .orderBy('ecosystem')
    .execute()

export interface AdvisoryDay {
  /** YYYY-MM-DD */
  day: string
  ecosystem: string
  advisories: number
}

/** Days in the range, with the ecosystems that got new advisories on each. */
export async function listDays(
  db: Database,
  { from, to }: { from: string; to: string },
): Promise<AdvisoryDay[]> {
  const { rows } = await sql<AdvisoryDay>`
    select to_char(day, 'YYYY-MM-DD') as day, ecosystem, advisories from advisory_day
    where day between ${from}::date and ${to}::date order by day, ecosystem`.execute(db)
  return rows
}

/** Known exploited CVEs with advisories. */
export async function countExploited(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from advisory_signal
    where known_exploited and (
      exists (
        select from advisory_alias join advisory on uuid = advisory_uuid
        where alias = advisory_signal.cve and joined_into is null)
      or exists (select from advisory where cves && array[advisory_signal.cve] and joined_into is null))`.execute(
    db,
  )
  return rows[0]!.count
}

export interface PublishedAdvisory {
  uuid: string
  cve: string | null
  publicId: string | null
  severity: string
  cvss: number | null
  publishedAt: Date
}

/** Advisories published on a day (UTC), most severe first. */
export async function listPublished(
  db: Database,
  { day, limit }: { day: string; limit: number },
): Promise<PublishedAdvisory[]> {
  const { rows } = await sql<PublishedAdvisory>`
    select uuid, cve, public_id as "publicId", severity, cvss, published_at as "publishedAt" from advisory
    where joined_into is null and published_at >= ${`${day}T00:00:00Z`}::timestamptz
      and published_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
      and exists (
        select from advisory_record join advisory_package on record_id = id
        where advisory_uuid = uuid and withdrawn_at is null)
    order by cvss desc nulls last, published_at desc, uuid limit ${limit}`.execute(db)
  return rows
}
