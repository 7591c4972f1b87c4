import type { SyncProgress } from '@assay/contract/databases.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'

export type Counters = Pick<
  SyncProgress,
  'current' | 'read' | 'expected' | 'added' | 'changed' | 'unchanged' | 'skipped'
>

/** A running sync is seen alive by this; a silent one was interrupted. */
const silentAfterMs = 60_000
/** Any number that no other lock of the database has. */
const syncLock = 7_001

/** The new sync's uuid; null while another one runs. */
export const beginSync = (db: Database, source: string, progress: Counters): Promise<string | null> =>
  db.transaction().execute(async (tx) => {
    // Two that begin at once: the second waits here, then sees the first.
    await sql`select pg_advisory_xact_lock(${syncLock})`.execute(tx)
    const last = await findSync(tx)
    if (last?.state === 'running') return null
    const uuid = randomUUID()
    await tx
      .insertInto('advisory_sync')
      .values({ uuid, source, state: 'running', progress: jsonText(progress) })
      .execute()
    return uuid
  })

export const saveProgress = (db: Database, uuid: string, progress: Counters) =>
  db
    .updateTable('advisory_sync')
    .set({ progress: jsonText(progress), seen_at: new Date() })
    .where('uuid', '=', uuid)
    .execute()

export const endSync = (db: Database, uuid: string, end: { progress: Counters; reason: string | null }) =>
  db
    .updateTable('advisory_sync')
    .set({
      progress: jsonText(end.progress),
      state: end.reason === null ? 'done' : 'failed',
      reason: end.reason,
      finished_at: new Date(),
    })
    .where('uuid', '=', uuid)
    .execute()

/** The newest sync; null when there has been none. */
export async function findSync(db: Database): Promise<SyncProgress | null> {
  const row = await db
    .selectFrom('advisory_sync')
    .selectAll()
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const isSilent = row.state === 'running' && Date.now() - row.seen_at.getTime() > silentAfterMs
  return {
    ...(row.progress as Counters),
    uuid: row.uuid,
    state: isSilent ? 'interrupted' : (row.state as SyncProgress['state']),
    reason: row.reason,
    startedAt: row.started_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  }
}
