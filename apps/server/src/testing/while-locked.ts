import { ApiError } from '@assay/sdk/api-error.ts'
import { sql } from 'kysely'
import type { TestMember, TestServer } from './test-server.ts'

type Table =
  | 'account'
  | 'member'
  | 'team'
  | 'tag'
  | 'branch'
  | 'policy'
  | 'sign_on_provider'
  | 'second_factor'
export type Act = () => Promise<unknown>

/**
 * Runs acts concurrently and returns their statuses: with the account's rows of the table locked, each act starts when
 * the one before it waits for the lock; then the lock is released.
 */
export async function whileLocked(
  server: TestServer,
  { table, accountUuid }: { table: Table } & Pick<TestMember, 'accountUuid'>,
  acts: readonly Act[],
): Promise<number[]> {
  const results = await server.db.transaction().execute(async (tx) => {
    const column = table === 'account' ? 'uuid' : 'account_uuid'
    await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${accountUuid} for no key update`.execute(
      tx,
    )
    const started: Promise<number>[] = []
    for (const act of acts) {
      started.push(act().then(() => 200, statusOf))
      await allWait(server, started.length)
    }
    return { started }
  })
  return Promise.all(results.started)
}

export function statusOf(error: unknown): number {
  if (error instanceof ApiError) return error.status
  throw error
}

/** Gives up after ten seconds: an act without locks never waits, and the test then shows the lost update. */
export async function allWait(server: Pick<TestServer, 'db'>, count: number): Promise<void> {
  for (let left = 330; left > 0 && (await countWaiting(server)) < count; left--) await sleep(30)
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Outside of the transaction, in which pg_stat_activity would not change. */
async function countWaiting({ db }: Pick<TestServer, 'db'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows[0]!.count
}
