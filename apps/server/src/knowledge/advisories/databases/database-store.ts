import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { projectInScope } from '#projects/in-scope-store.ts'
import { addOutdatedEcosystems } from '#knowledge/advisories/clusters/package-store.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** Source name of the advisories shipped with the product. */
export const starterSource = 'starter'

/** State of an ecosystem's advisory data. */
export interface AdvisoryData {
  ecosystem: EcosystemId
  /** 'starter', or the display name of the source. */
  source: string
  /** When the source was last read completely. null if never. */
  checkedAt: Date | null
  advisories: number
  /** When the most recent record was modified at its source; null without records. */
  newestAt: Date | null
}

/** State of an ecosystem that has neither advisories nor a completed sync. */
export const noAdvisoryData = (ecosystem: EcosystemId): AdvisoryData => ({
  ecosystem,
  source: starterSource,
  checkedAt: null,
  advisories: 0,
  newestAt: null,
})

/** The shortest maximum age that can be set. */
const shortestMaxAgeMs = 86_400_000

/**
 * Records that all data of the ecosystems was read from a source at a given time. Earlier times are ignored.
 * Branches scanned while the data was missing or may have been outdated are rescanned, as their coverage changes.
 */
export async function recordRead(
  db: Database | Tx,
  ecosystems: readonly EcosystemId[],
  { source, at }: { source: string; at: Date },
): Promise<void> {
  await addOutdatedEcosystems(db, ecosystems, new Date(at.getTime() - shortestMaxAgeMs))
  await sql`
    insert into advisory_database (ecosystem, source, checked_at)
    select ecosystem, ${source}, ${at} from unnest(${[...ecosystems].sort()}::text[]) ecosystem
    on conflict (ecosystem) do update set source = excluded.source, checked_at = excluded.checked_at
      where advisory_database.checked_at is null or advisory_database.checked_at < excluded.checked_at`.execute(
    db,
  )
}

/** Those whose data was read completely at some time, even if it has no advisory. */
export const completeEcosystems = (data: readonly AdvisoryData[]): ReadonlySet<EcosystemId> =>
  new Set(data.filter(({ checkedAt }) => checkedAt !== null).map(({ ecosystem }) => ecosystem))

/** The subset of ecosystems that have advisories or a completed sync. */
export const readAdvisoryData = (db: Database | Tx, ecosystems: readonly string[]): Promise<AdvisoryData[]> =>
  selectData(db)
    .where('ecosystem', '=', sql<string>`any(${[...ecosystems]}::text[])`)
    .execute() as Promise<AdvisoryData[]>

export const listAdvisoryDatabases = (db: Database): Promise<AdvisoryData[]> =>
  selectData(db).execute() as Promise<AdvisoryData[]>

const selectData = (db: Database | Tx) =>
  db
    .selectFrom('advisory_database')
    .select(['ecosystem', 'source', 'checked_at as checkedAt', 'advisories', 'newest_at as newestAt'])
    .orderBy('ecosystem')

/** Ecosystems with components in a branch the caller can access. */
export async function listEcosystemsInUse(db: Database, scope: Scope): Promise<Set<string>> {
  const { rows } = await sql<{ ecosystem: string }>`
    select distinct ecosystem
    from branch
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
      and scan.number = branch.last_number
    cross join jsonb_object_keys(scan.index_versions) ecosystem
    where branch.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}`.execute(db)
  return new Set(rows.map(({ ecosystem }) => ecosystem))
}
