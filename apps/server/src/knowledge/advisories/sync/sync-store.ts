import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { FileContent } from '@assay/osv/archive-age.ts'
import type { SyncProgress } from '@assay/contract/advisory-databases.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { SyncedFiles, SyncRequest } from './sync-request.ts'

export type Counters = Pick<
  SyncProgress,
  'current' | 'read' | 'expected' | 'added' | 'changed' | 'unchanged' | 'skipped'
>

/** Advisory lock number, unique within the database. */
const syncLock = 7_001
const keptDays = 30
/** States that are not final. The job ends the sync even if its process crashes. */
const unfinished = ['queued', 'running'] as const

const noCounts: Omit<Counters, 'current'> = {
  read: 0,
  expected: null,
  added: 0,
  changed: 0,
  unchanged: 0,
  skipped: [],
}

export interface NewSync {
  /** Display name of what is read. */
  name: string
  request: SyncRequest
}

/** The new sync's uuid; null while another one is queued or running. */
export async function insertSync(tx: Tx, { name, request }: NewSync): Promise<string | null> {
  // Concurrent requests: the second waits here and then sees the first.
  await sql`select pg_advisory_xact_lock(${syncLock})`.execute(tx)
  if (await hasUnfinishedSync(tx)) return null
  const uuid = randomUUID()
  await tx
    .insertInto('advisory_sync')
    .values({
      uuid,
      source: name,
      state: 'queued',
      request: jsonText(request),
      progress: jsonText({ ...noCounts, current: name }),
    })
    .execute()
  await sql`delete from advisory_sync where started_at < now() - make_interval(days => ${keptDays})`.execute(
    tx,
  )
  return uuid
}

export const hasUnfinishedSync = async (db: Database): Promise<boolean> =>
  (await db
    .selectFrom('advisory_sync')
    .select('uuid')
    .where('state', 'in', unfinished)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Marks the sync as running and returns the state its last attempt left; null if it has ended. */
export async function startSync(
  db: Database,
  uuid: string,
): Promise<(NewSync & { progress: Counters; startedAt: Date }) | null> {
  const row = await db
    .updateTable('advisory_sync')
    .set({ state: 'running', seen_at: new Date() })
    .where('uuid', '=', uuid)
    .where('state', 'in', unfinished)
    .returning(['source', 'request', 'progress', 'started_at'])
    .executeTakeFirst()
  return row
    ? {
        name: row.source,
        request: SyncRequest.parse(row.request),
        progress: row.progress as Counters,
        startedAt: row.started_at,
      }
    : null
}

export const saveProgress = (db: Database, uuid: string, progress: Counters) =>
  db
    .updateTable('advisory_sync')
    .set({ progress: jsonText(progress), seen_at: new Date() })
    .where('uuid', '=', uuid)
    .execute()

/** Keeps what the files of an unfinished series hold, for the sync of the next one. */
export async function saveSyncedFiles(
  db: Database,
  uuid: string,
  files: readonly FileContent[],
): Promise<void> {
  const read: SyncedFiles = files.map(({ own, ...file }) => ({ ...file, own: Object.fromEntries(own) }))
  await sql`
    update advisory_sync set request = request || ${jsonText({ read })} where uuid = ${uuid}`.execute(db)
}

/** Empty for an unknown sync. */
export async function findSyncedFiles(db: Database, uuid: string): Promise<FileContent[]> {
  const row = await db
    .selectFrom('advisory_sync')
    .select(sql`request -> 'read'`.as('read'))
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  const { data = [] } = SyncedFiles.safeParse(row?.read)
  return data.map(({ own, ecosystem, ...file }) => ({
    ...file,
    ecosystem: ecosystem as EcosystemId | undefined,
    own: new Map(Object.entries(own) as [EcosystemId, number][]),
  }))
}

/** Returns false if the sync had already ended. */
export const endSync = async (tx: Tx, uuid: string, reason: string | null): Promise<boolean> =>
  (
    await tx
      .updateTable('advisory_sync')
      .set({ state: reason === null ? 'done' : 'failed', reason, finished_at: new Date() })
      .where('uuid', '=', uuid)
      .where('state', 'in', unfinished)
      .returning('uuid')
      .execute()
  ).length > 0

/** Reopens failed syncs for a retry. */
export async function reopenSyncs(tx: Tx, uuids: readonly string[]): Promise<void> {
  await sql`
    update advisory_sync set state = 'queued', reason = null, finished_at = null
    where uuid = any(${uuids}::uuid[]) and state = 'failed'`.execute(tx)
}

/** The newest sync, optionally of one feed; null if there has been none. An uploaded file counts for no feed. */
export async function findSync(db: Database, feed?: string): Promise<SyncProgress | null> {
  const row = await db
    .selectFrom('advisory_sync')
    .selectAll()
    .$if(feed !== undefined, (query) =>
      query.where(
        sql<boolean>`request -> 'feeds' ? ${feed}
          or request ->> 'kind' = 'address' and coalesce(request ->> 'ecosystem', ${feed}) = ${feed}`,
      ),
    )
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...(row.progress as Counters),
    uuid: row.uuid,
    state: row.state as SyncProgress['state'],
    reason: row.reason,
    startedAt: row.started_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  }
}
