import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installedPrograms, startStreamingPair, type StreamingPair } from '#testing/streaming-pair.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { fromStandby, positionOf } from './standby-reading.ts'
import { openStandbys, type Standbys } from './standbys.ts'
import { type Primary, watchPrimary } from './watch-primary.ts'

test('positions in the log are ordered as PostgreSQL orders them', () => {
  const inOrder = ['0/0', '0/FFFFFFFF', '1/0', '1/2', '16/B374D848', 'FFFFFFFF/0']
  expect(inOrder.map(positionOf)).toEqual(inOrder.map(positionOf).toSorted((a, b) => (a < b ? -1 : 1)))
})

describe.each(Object.entries(installedPrograms()))('reads of PostgreSQL %s', (_major, programs) => {
  let pair: StreamingPair
  let database: OpenDatabase
  let primary: Primary
  let standbys: Standbys
  beforeAll(async () => {
    pair = await startStreamingPair(programs)
    await pair.run('primary', 'create table note (number int)')
    database = openDatabase({
      connection: pair.primary,
      standbys: pair.standby,
      maxConnections: 5,
      log: { error: () => undefined },
    })
    primary = watchPrimary(pair.primary)
    standbys = openStandbys(primary)
  })
  afterAll(async () => {
    await primary.stop()
    await database.close()
    await pair.stop()
  })

  const readWhere = async () => {
    const { rows } = await sql<{ standby: boolean; last: number | null }>`
      select pg_is_in_recovery() as standby, max(number) as last from note`.execute(database.db)
    return rows[0]!
  }
  const write = (number: number) => sql`insert into note values (${number})`.execute(database.db)

  test('go to the primary, those that take long to the standby, each with what was written before', async () => {
    for (let number = 1; number <= 50; number++) {
      await write(number)
      expect(await standbys.read(readWhere)).toEqual({ standby: true, last: number })
    }
    expect(await readWhere()).toEqual({ standby: false, last: 50 })
  })

  test('of a file go to the standby, whoever asks for its parts', async () => {
    const parts = async function* () {
      for (let count = 0; count < 3; count++) yield readWhere()
    }
    const iterator = standbys.iterate(parts())[Symbol.asyncIterator]()
    const places: boolean[] = []
    for (let part = await iterator.next(); part.done !== true; part = await iterator.next()) {
      places.push(part.value.standby)
      await write(50)
      expect((await readWhere()).standby).toBe(false)
    }
    expect(places).toEqual([true, true, true])
  })

  test('go to the primary while the standby is behind, and to the standby again afterwards', async () => {
    await pair.run('standby', 'select pg_wal_replay_pause()')
    await write(51)
    expect(await standbys.read(readWhere)).toEqual({ standby: false, last: 51 })
    await pair.run('standby', 'select pg_wal_replay_resume()')
    await expect.poll(() => standbys.read(readWhere)).toEqual({ standby: true, last: 51 })
  })

  test('are repeated on the primary if the standby ends them', async () => {
    const slow = () =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby from pg_sleep(1)`.execute(database.db)
    const reading = standbys.read(slow)
    await sleep(400)
    await pair.run(
      'standby',
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`,
    )
    expect((await reading).rows).toEqual([{ standby: false }])
  })

  test('in a standby never write', async () => {
    await expect(standbys.read(() => write(-1))).rejects.toThrow()
    expect((await readWhere()).last).toBe(51)
  })

  test('are answered by the standby when the primary is away, with what was written before', async () => {
    expect(standbys.instead()).toBeNull()
    await write(52)
    await primary.position()
    await pair.killPrimary()
    await expect.poll(() => primary.isAway()).toBe(true)
    expect(await fromStandby(standbys.instead()!, readWhere)).toEqual({ standby: true, last: 52 })
    await expect(standbys.read(readWhere)).rejects.toThrow()
  })
})
