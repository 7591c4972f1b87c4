import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { starterSource } from './database-store.ts'

/** Stands for all ecosystems: an advisory that affects several is counted once. */
export const everyEcosystem = ''

/**
 * Counts what an ecosystem's index was compiled from, and all advisories. A few records claim to have been modified in
 * the future. Data without a source is the starter set, and additions to it. Unchanged counts are not rewritten. Takes
 * one to two seconds for the largest.
 */
export async function recount(tx: Tx, ecosystem: EcosystemId): Promise<void> {
  await sql`
    with counted as materialized (
      select severity, (published_at at time zone 'UTC')::date as day, bool_or(ecosystem = ${ecosystem}) as is_own,
        max(modified_at) filter (where ecosystem = ${ecosystem} and modified_at <= now()) as newest_at
      from advisory_package
      join advisory_record on id = record_id and withdrawn_at is null
      join advisory on uuid = advisory_uuid
      group by uuid),
      listed as (
        select ecosystem, severity, day from counted
        join (values (${ecosystem}, true), (${everyEcosystem}, false)) part (ecosystem, only_own) on is_own or not only_own),
      by_severity as (select ecosystem, severity, count(*)::int as count from listed group by 1, 2),
      by_day as (select ecosystem, day, count(*)::int as count from listed where day is not null group by 1, 2),
      gone as (
        delete from advisory_total total where ecosystem in (${ecosystem}, ${everyEcosystem})
          and not exists (select from by_severity where (ecosystem, severity) = (total.ecosystem, total.severity))),
      gone_days as (
        delete from advisory_day counted_day where ecosystem in (${ecosystem}, ${everyEcosystem})
          and not exists (select from by_day where (ecosystem, day) = (counted_day.ecosystem, counted_day.day))),
      totals as (
        insert into advisory_total (ecosystem, severity, advisories)
        select ecosystem, severity, count from by_severity order by 1 desc, 2
        on conflict (ecosystem, severity) do update set advisories = excluded.advisories
          where advisory_total.advisories <> excluded.advisories),
      days as (
        insert into advisory_day (ecosystem, day, advisories)
        select ecosystem, day, count from by_day order by 1 desc, 2
        on conflict (day, ecosystem) do update set advisories = excluded.advisories
          where advisory_day.advisories <> excluded.advisories)
    insert into advisory_database (ecosystem, source, advisories, newest_at)
    select ${ecosystem}, ${starterSource}, count(*) filter (where is_own), max(newest_at) from counted
    on conflict (ecosystem) do update set advisories = excluded.advisories, newest_at = excluded.newest_at`.execute(
    tx,
  )
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
