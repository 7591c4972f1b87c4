import { sql } from 'kysely'

/**
 * Written to a row whose change has to be in the dashboard's numbers: they read the rows of transactions that their last
 * snapshot did not contain, also those that commit late.
 */
export const thisTransaction = sql<string>`pg_current_xact_id()`

/** The state in which something was read. */
export interface Snapshot {
  /** pg_current_snapshot() as text. */
  snapshot: string
}

/** Its transaction had not ended in that snapshot. In a restored database, IDs of the old one are ahead of all others. */
export const isChangedSince = ({ snapshot }: Snapshot) => sql`
  changed_in >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
  and changed_in < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(changed_in, ${snapshot}::pg_snapshot)`
