import { sql } from 'kysely'
import { allowLongStatements, type Database, type Tx } from '#platform/database/database.ts'

interface ListChange {
  added: string[]
  removed: string[]
  /** The list was never read before, so none of its entries is new. */
  isFirst: boolean
}

const columnOf = (name: 'in_catalog' | 'in_eu_catalog', other: 'in_catalog' | 'in_eu_catalog') => ({
  name: sql.id(name),
  own: sql.ref(`advisory_signal.${name}`),
  other: sql.ref(`advisory_signal.${other}`),
})
const columns = {
  'known-exploited': columnOf('in_catalog', 'in_eu_catalog'),
  'eu-known-exploited': columnOf('in_eu_catalog', 'in_catalog'),
}

/** Replaces a catalog. Returns the CVEs that were added to it or removed from it, and that the other does not list. */
export async function saveKnownExploited(
  tx: Tx,
  cves: readonly string[],
  list: keyof typeof columns = 'known-exploited',
): Promise<ListChange> {
  const { own, other, name } = columns[list]
  const { rows: stored } = await sql`
    select from advisory_signal where known_exploited and ${own} limit 1`.execute(tx)
  const { rows: added } = await sql<Changed>`
    insert into advisory_signal (cve, ${name}) select cve, true from unnest(${[...cves]}::text[]) cve
    on conflict (cve) do update set ${name} = true where not ${own}
    returning cve, ${other} as "isListed"`.execute(tx)
  const { rows: removed } = await sql<Changed>`
    update advisory_signal set ${name} = false
    where known_exploited and ${own} and cve <> all(${[...cves]}::text[])
    returning cve, ${other} as "isListed"`.execute(tx)
  if (added.length + removed.length > 0) await noteChange(tx)
  const newsOf = (rows: Changed[]) => rows.filter(({ isListed }) => !isListed).map(({ cve }) => cve)
  return { added: newsOf(added), removed: newsOf(removed), isFirst: stored.length === 0 }
}

interface Changed {
  cve: string
  /** By the other catalog. */
  isListed: boolean
}

/** The ids in the EU's database. They stay when the list drops an entry. */
export async function saveEuvdIds(tx: Tx, euvdIds: readonly (readonly [string, string])[]): Promise<void> {
  await sql`
    update advisory_signal set euvd_id = given.id
    from unnest(${euvdIds.map(([cve]) => cve)}::text[], ${euvdIds.map(([, id]) => id)}::text[]) as given (cve, id)
    where advisory_signal.cve = given.cve and advisory_signal.euvd_id is distinct from given.id`.execute(tx)
}

/**
 * Marks the CVEs of advisories as known exploited that link to CISA's catalog, whether or not the catalog is synced, or
 * that have another CVE of a catalog as alias. Returns the CVEs that changed.
 */
export async function saveCatalogLinks(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ cve: string; isLinked: boolean }>`
    select coalesce(linked.cve, marked.cve) as cve, linked.cve is not null as "isLinked"
    from (
      select cve from advisory where links_to_catalog and cve is not null and joined_into is null
      union
      select advisory.cve from advisory_signal listed
      join advisory_alias on advisory_alias.alias = listed.cve
      join advisory on advisory.uuid = advisory_alias.advisory_uuid
      where listed.known_exploited and (listed.in_catalog or listed.in_eu_catalog) and advisory.cve <> listed.cve and joined_into is null) linked
    full join (select cve from advisory_signal where linked_to_catalog) marked on marked.cve = linked.cve
    where linked.cve is null or marked.cve is null order by 1`.execute(tx)
  // Each change makes running servers read all signals again.
  if (rows.length === 0) return []
  await sql`
    insert into advisory_signal (cve, linked_to_catalog)
    select * from unnest(${rows.map(({ cve }) => cve)}::text[], ${rows.map(({ isLinked }) => isLinked)}::boolean[])
    on conflict (cve) do update set linked_to_catalog = excluded.linked_to_catalog`.execute(tx)
  await noteChange(tx)
  return rows.map(({ cve }) => cve)
}

/** Returns the CVEs whose probability or percentile changed. The full list has about 300,000. */
export async function saveProbabilities(
  tx: Tx,
  probabilities: ReadonlyMap<string, number>,
  percentiles: ReadonlyMap<string, number> = new Map(),
): Promise<string[]> {
  await allowLongStatements(tx)
  const cves = [...probabilities.keys()]
  const { rows } = await sql<{ cve: string }>`
    insert into advisory_signal (cve, epss, epss_percentile)
    select * from unnest(${cves}::text[], ${[...probabilities.values()]}::real[],
      ${cves.map((cve) => percentiles.get(cve) ?? null)}::real[])
    on conflict (cve) do update set epss = excluded.epss, epss_percentile = excluded.epss_percentile
    where (advisory_signal.epss, advisory_signal.epss_percentile)
      is distinct from (excluded.epss, excluded.epss_percentile)
    returning cve`.execute(tx)
  if (rows.length > 0) await noteChange(tx)
  return rows.map(({ cve }) => cve)
}

/** Before and after a change of what identifies advisories: whether a CVE of theirs is known exploited. */
export async function noteNamed(tx: Tx, advisoryUuids: readonly string[]): Promise<void> {
  if (advisoryUuids.length === 0) return
  await sql`
    with concerned as (select unnest(${[...advisoryUuids]}::uuid[]) as uuid)
    insert into advisory_signal_change select pg_current_xact_id() where exists (
      select from (
        select alias as cve from concerned join advisory_alias on advisory_uuid = uuid
        union all select cve from concerned join advisory using (uuid)
        union all select unnest(cves) from concerned join advisory using (uuid)) named
      join advisory_signal using (cve) where known_exploited)
    on conflict do nothing`.execute(tx)
}

/** One row per transaction that changed signals: snapshots that do not contain it read them again. */
const noteChange = (tx: Tx) =>
  sql`insert into advisory_signal_change values (pg_current_xact_id()) on conflict do nothing`.execute(tx)

export interface Signal {
  /** A catalog lists the CVE, or an advisory on it links to CISA's. */
  isKnownExploited: boolean
  /** 0 to 1. */
  epss: number | null
}

/** Known-exploited and EPSS entries of the CVEs that have any. */
export async function listSignals(db: Database, cves: string[]): Promise<Map<string, Signal>> {
  const rows = await db
    .selectFrom('advisory_signal')
    .select(['cve', 'known_exploited', 'epss'])
    .where('cve', '=', sql<string>`any(${cves})`)
    .execute()
  return new Map(rows.map((row) => [row.cve, { isKnownExploited: row.known_exploited, epss: row.epss }]))
}

/** The worst of several CVEs; null if none has an entry. */
export function worstSignal(signals: ReadonlyMap<string, Signal>, cves: readonly string[]): Signal | null {
  const known = cves.flatMap((cve) => signals.get(cve) ?? [])
  if (known.length === 0) return null
  const probabilities = known.flatMap(({ epss }) => epss ?? [])
  return {
    isKnownExploited: known.some(({ isKnownExploited }) => isKnownExploited),
    epss: probabilities.length === 0 ? null : Math.max(...probabilities),
  }
}

/** The ecosystems with advisories on any of the CVEs. */
export async function ecosystemsOfCves(tx: Tx, cves: string[]): Promise<string[]> {
  const { rows } = await sql<{ ecosystem: string }>`
    select distinct ecosystem from advisory
    join advisory_record on advisory_record.advisory_uuid = advisory.uuid
    join advisory_package on advisory_package.record_id = advisory_record.id
    where advisory.cves && ${cves}::text[]`.execute(tx)
  return rows.map(({ ecosystem }) => ecosystem)
}
