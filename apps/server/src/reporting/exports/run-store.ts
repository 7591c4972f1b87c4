import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ExportRow } from './store.ts'

// A run of the export job. If the job is delivered to another process while the first one is still working, nothing
// more of the first run is stored.

export interface Run {
  accountUuid: string
  uuid: string
  attempt: number
}

/** Another run has taken over, or the export was deleted. */
export class Superseded extends Error {
  override readonly name = 'Superseded'
}

/** Starts a new run; undefined if the export was deleted or is finished. */
export const beginRun = (
  db: Database,
  { accountUuid, uuid }: Omit<Run, 'attempt'>,
): Promise<ExportRow | undefined> =>
  db
    .updateTable('report_export')
    .set((eb) => ({ state: 'running', progress: 0, reason: null, attempt: eb('attempt', '+', 1) }))
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()

const ofRun = (db: Database, { accountUuid, uuid, attempt }: Run) =>
  db
    .updateTable('report_export')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('attempt', '=', attempt)
    .where('state', '=', 'running')

export async function setProgress(db: Database, run: Run, progress: number): Promise<void> {
  const { numUpdatedRows } = await ofRun(db, run).set({ progress }).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Superseded()
}

export async function addPiece(
  db: Database,
  { accountUuid, uuid, attempt }: Run,
  { format, number, content }: { format: string; number: number; content: Uint8Array },
): Promise<void> {
  const { rows } = await sql`
    insert into report_export_piece (account_uuid, export_uuid, attempt, format, number, content)
    select account_uuid, uuid, attempt, ${format}, ${number}, ${content} from report_export
    where account_uuid = ${accountUuid} and uuid = ${uuid} and attempt = ${attempt}
    returning number`.execute(db)
  if (rows.length === 0) throw new Superseded()
}

/** Publishes the export and deletes the pieces of interrupted runs. */
export async function finishRun(db: Database, run: Run): Promise<void> {
  const { numUpdatedRows } = await ofRun(db, run)
    .set({ state: 'ready', progress: 100, finished_at: sql<Date>`now()` })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Superseded()
  await db
    .deleteFrom('report_export_piece')
    .where('account_uuid', '=', run.accountUuid)
    .where('export_uuid', '=', run.uuid)
    .where('attempt', '<', run.attempt)
    .execute()
}

/** Marks the export as failed, unless another run has taken over. */
export const rejectRun = (db: Database, run: Run, reason: string) =>
  ofRun(db, run)
    .set({ state: 'failed', reason, finished_at: sql<Date>`now()` })
    .execute()

/** Marks the export as failed. */
export const failRun = (
  db: Database,
  { accountUuid, uuid, reason }: Omit<Run, 'attempt'> & { reason: string },
) =>
  db
    .updateTable('report_export')
    .set({ state: 'failed', reason, finished_at: sql<Date>`now()` })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['waiting', 'running'])
    .execute()

/** Resets failed exports for a retry. */
export const reviveRuns = (db: Database, runs: readonly Omit<Run, 'attempt'>[]) =>
  db
    .updateTable('report_export')
    .set({ state: 'waiting', reason: null, finished_at: null })
    .where('state', '=', 'failed')
    .where(
      'account_uuid',
      'in',
      runs.map(({ accountUuid }) => accountUuid),
    )
    .where(
      'uuid',
      'in',
      runs.map(({ uuid }) => uuid),
    )
    .execute()

/** The piece with this number; undefined after the last one. */
export const findPiece = (
  db: Database,
  { accountUuid, uuid, attempt, format, number }: Run & { format: string; number: number },
) =>
  db
    .selectFrom('report_export_piece')
    .select('content')
    .where('account_uuid', '=', accountUuid)
    .where('export_uuid', '=', uuid)
    .where('attempt', '=', attempt)
    .where('format', '=', format)
    .where('number', '=', number)
    .executeTakeFirst()
