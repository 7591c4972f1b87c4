import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { type Database, openDatabase } from './database.ts'
import { outageOf } from './outage.ts'
import { waitingLonger } from './wait-longer.ts'

let db: Database
let close: () => Promise<void>
const database = forAllTests(freshDatabase)
beforeAll(async () => {
  // With one connection, a retry would wait for its own first attempt.
  const log = { error: () => undefined }
  ;({ db, close } = openDatabase({ connection: database.connection, maxConnections: 1, log }))
  await sql`create table held (number int)`.execute(database.db)
  await sql`create table written (number int)`.execute(database.db)
  await sql`insert into held select generate_series(1, 3)`.execute(database.db)
})
afterAll(async () => {
  await close()
})

const waiting = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(database.db)
  ).rows

/** Runs the work, whose statement waits for the table, and terminates the statement repeatedly. */
async function whileEnded<T>(work: () => Promise<T>, times: number): Promise<T> {
  const { result } = await database.db.transaction().execute(async (tx) => {
    await sql`lock table held in access exclusive mode`.execute(tx)
    const running = work()
    running.catch(() => undefined)
    let last: number | undefined
    for (let count = 0; count < times; count++) {
      await expect.poll(async () => (await waiting()).filter(({ pid }) => pid !== last).length).toBe(1)
      last = (await waiting()).find(({ pid }) => pid !== last)!.pid
      await sql`select pg_terminate_backend(${last})`.execute(database.db)
    }
    await expect.poll(async () => (await waiting()).some(({ pid }) => pid === last)).toBe(false)
    return { result: running }
  })
  return result
}

const numbers: RawBuilder<{ number: number }> = sql`select number from held order by number`
const read = async (from: Database) => (await numbers.execute(from)).rows.map(({ number }) => number)
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => outageOf(error) ?? error,
  )

test('a read-only statement is repeated once on another connection, and work continues', async () => {
  expect(await whileEnded(() => waitingLonger(() => read(db)), 1)).toEqual([1, 2, 3])
  expect(await read(db)).toEqual([1, 2, 3])
})

test('it is not sent a third time', async () => {
  expect(await kindOf(whileEnded(() => waitingLonger(() => read(db)), 2))).toBe('unavailable')
  expect(await read(db)).toEqual([1, 2, 3])
})

test('it is not repeated for work whose response is an error', async () => {
  expect(await kindOf(whileEnded(() => read(db), 1))).toBe('unavailable')
})

test('a statement that writes is not repeated, in any syntax', async () => {
  await sql`create function write_numbers() returns setof int language sql
    as 'insert into written select number from held returning number'`.execute(database.db)
  const writes = [
    sql`insert into written select number from held`,
    sql`with done as (insert into written select number from held returning *) select * from done`,
    sql`select write_numbers()`,
  ]
  for (const write of writes)
    expect(await kindOf(whileEnded(() => waitingLonger(() => write.execute(db)), 1))).toBe('unavailable')
  expect((await sql`select * from written`.execute(db)).rows).toEqual([])
})

test('no statement of a transaction is repeated', async () => {
  const work = () =>
    waitingLonger(() =>
      db.transaction().execute(async (tx) => {
        await sql`insert into written values (1)`.execute(tx)
        return read(tx)
      }),
    )
  expect(await kindOf(whileEnded(work, 1))).toBe('unavailable')
  expect((await sql`select * from written`.execute(db)).rows).toEqual([])
})

test('an error of the statement itself is not repeated', async () => {
  await expect(waitingLonger(() => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
})
