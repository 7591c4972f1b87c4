import { type Kysely, sql } from 'kysely'

/**
 * All CVEs of an advisory and the id by which people know it; its severity per ecosystem, which copies of other
 * ecosystems do not change. Records of distributions are read again, since they are grouped differently.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table advisory add column cves text[] not null default '{}', add column public_id text`.execute(db)
  await sql`update advisory set cves = array[cve], public_id = cve where cve is not null`.execute(db)
  const known = sql`array_position(array['GHSA', 'RUSTSEC', 'GO', 'PYSEC', 'MAL'], split_part(alias, '-', 1))`
  await sql`
    update advisory set public_id = (
      select alias from advisory_alias where advisory_uuid = uuid order by ${known} nulls last, alias limit 1)
    where cve is null`.execute(db)
  await sql`create index advisory_cves on advisory using gin (cves) where cves <> '{}'`.execute(db)
  await sql`
    create table advisory_facts (
      advisory_uuid uuid not null references advisory on delete cascade,
      ecosystem text not null,
      severity text not null,
      cvss real,
      category text not null,
      primary key (advisory_uuid, ecosystem)
    )`.execute(db)
  // Findings of earlier scans have only a CVE.
  await sql`
    alter table finding add column cves text[] not null default '{}', add column public_id text`.execute(db)
  // Distributions have a suffix, such as the release.
  const ofReleases = sql`select record_id, ecosystem from advisory_package where affected ->> 'suffix' <> ''`
  await sql`
    update advisory_record set digest = '' where withdrawn_at is null and id in (
      select record_id from (${ofReleases}) listed)`.execute(db)
  await sql`
    update advisory_feed set full_at = null, etag = null where id in (
      select ecosystem from (${ofReleases}) listed)`.execute(db)
}
