import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface NewDeadLetter {
  /** The id of the job. */
  uuid: string
  job: string
  payload: object
  reason: string
  attempts: number
  queuedAt: Date
}

/** Idempotent. Jobs of accounts deleted since are dropped. */
export async function insertDeadLetter(db: Database, letter: NewDeadLetter): Promise<void> {
  const payload = jsonText(letter.payload)
  await sql`
    insert into dead_letter (uuid, job, payload, account_uuid, reason, attempts, queued_at)
    select ${letter.uuid}, ${letter.job}, given.payload, account.uuid, ${letter.reason}, ${letter.attempts}, ${letter.queuedAt}
    from (select ${payload}::jsonb as payload) given
    left join account on account.uuid::text = given.payload->>'accountUuid'
    where account.uuid is not null or given.payload->>'accountUuid' is null
    on conflict (uuid) do nothing`.execute(db)
}

export interface DeadLetterPage {
  /** undefined for all jobs. */
  job: string | undefined
  /** Cursor: only older ones. */
  after: string | undefined
  limit: number
}

/** Newest first. */
export const listDeadLetters = (db: Database, { job, after, limit }: DeadLetterPage) =>
  db
    .selectFrom('dead_letter')
    .selectAll()
    .$if(job !== undefined, (query) => query.where('job', '=', job!))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('failed_at', 'uuid'),
          '<',
          eb
            .selectFrom('dead_letter as last')
            .select(['last.failed_at', 'last.uuid'])
            .where('last.uuid', '=', after!)
            .$asTuple('failed_at', 'uuid'),
        ),
      ),
    )
    .orderBy('failed_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(limit)
    .execute()

export type DeadLetterRow = Awaited<ReturnType<typeof listDeadLetters>>[number]

/** By job name; jobs without failures are omitted. */
export const countDeadLetters = (db: Database) =>
  db
    .selectFrom('dead_letter')
    .select((eb) => ['job', eb.fn.countAll<number>().as('count')])
    .groupBy('job')
    .execute()

export type Chosen = { uuid: string } | { job: string | undefined; limit: number }

/** Oldest first, locked until the transaction ends; concurrent calls get different ones. */
export function lockDeadLetters(tx: Tx, chosen: Chosen): Promise<DeadLetterRow[]> {
  const all = tx.selectFrom('dead_letter').selectAll()
  const selected =
    'uuid' in chosen
      ? all.where('uuid', '=', chosen.uuid)
      : all
          .$if(chosen.job !== undefined, (query) => query.where('job', '=', chosen.job!))
          .orderBy('failed_at')
          .orderBy('uuid')
          .limit(chosen.limit)
  return selected.forUpdate().skipLocked().execute()
}

export const deleteDeadLetters = async (tx: Tx, uuids: readonly string[]): Promise<void> => {
  await sql`delete from dead_letter where uuid = any(${uuids}::uuid[])`.execute(tx)
}

export const deleteOldDeadLetters = async (db: Database, days: number): Promise<void> => {
  await sql`delete from dead_letter where failed_at < now() - make_interval(days => ${days})`.execute(db)
}
