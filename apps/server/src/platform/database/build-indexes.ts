import { type Kysely, sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

/** An index of a table that others go on writing while it is built. */
export interface LargeIndex {
  name: string
  /** What follows `create index concurrently name`: 'on finding (account_uuid)'. */
  on: string
  isUnique?: true
}

/** One process builds; the others wait for it. Any number. */
const lock = sql.lit(4_073_218_865)
const pauseMs = 500

/**
 * Builds those that are missing, outside a transaction, on a session of its own without a statement timeout. One that
 * was left behind by a killed process is built again.
 */
export async function buildIndexes<T>(db: Kysely<T>, indexes: readonly LargeIndex[]): Promise<void> {
  if (indexes.length === 0) return
  await db.connection().execute(async (session) => {
    // A statement that waits for the lock would be waited for by the index.
    while (!(await isTaken(session))) await sleep(pauseMs)
    // It waits for transactions that are older, while nobody waits for it.
    await sql`select set_config('lock_timeout', '0', false)`.execute(session)
    try {
      for (const index of indexes) await build(session, index)
    } finally {
      await sql`reset lock_timeout`.execute(session)
      await sql`select pg_advisory_unlock(${lock})`.execute(session)
    }
  })
}

async function isTaken<T>(session: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(
    session,
  )
  return rows[0]!.taken
}

async function build<T>(session: Kysely<T>, index: LargeIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index.name})`.execute(session)
  if (rows[0]?.valid) return
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(index.name)}`.execute(session)
  await sql`create ${kindOf(index)} concurrently ${sql.id(index.name)} ${sql.raw(index.on)}`.execute(session)
}

/** In the current transaction, unless it was built before. */
export const createIndex = <T>(db: Kysely<T>, index: LargeIndex) =>
  sql`create ${kindOf(index)} if not exists ${sql.id(index.name)} ${sql.raw(index.on)}`.execute(db)

const kindOf = ({ isUnique }: LargeIndex) => (isUnique ? sql`unique index` : sql`index`)
