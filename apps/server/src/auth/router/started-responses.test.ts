import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { startDatabaseProxy } from '#testing/database-proxy.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { fillLongResponses } from '#testing/long-responses.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { sendInTime } from './large-response.ts'

test('a response that has begun waits for the database, while other queries fail', async () => {
  const fresh = await freshDatabase()
  const proxy = await startDatabaseProxy(fresh.connection)
  const log = { error: () => undefined }
  const { db, close } = openDatabase({ connection: proxy.connection, maxConnections: 2, log })
  const read = async (value: string) =>
    (await sql<{ value: string }>`select ${value} as value`.execute(db)).rows[0]!.value

  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: isAway, resolve: goOn } = Promise.withResolvers<void>()
  async function* pages() {
    yield await read('first,')
    begin()
    await isAway
    yield await read('second')
  }
  const reply = { raw: { destroy: () => undefined } } as unknown as FastifyReply
  const responseText = text(sendInTime(pages(), { reply, maxStallMs: 60_000 }))
  await hasBegun
  proxy.cut()
  // Closed connections leave the pool.
  await expect(read('a')).rejects.toThrow()
  await expect(read('b')).rejects.toThrow()
  goOn()
  await expect(read('c')).rejects.toThrow()
  proxy.restore()
  expect(await responseText).toBe('first,second')

  await close()
  await proxy.stop()
  await fresh.drop()
})

describe('a response whose statement the database ends', () => {
  let server: TestServer
  let admin: TestMember
  beforeAll(async () => {
    server = await startTestServer({ withWorker: false })
    admin = await server.newAccount()
    await fillLongResponses(server, admin)
  })
  afterAll(() => server.stop())

  const begin = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      get(server.url + path, { headers: { authorization: admin.authorization }, agent: false }, resolve).on(
        'error',
        reject,
      ),
    )
  /** The same connection may run the statement again, later. */
  const waiting = () =>
    sql<{ pid: number; since: string }>`select pid, query_start::text as since from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(server.db)
  const terminate = (pid: number) => sql`select pg_terminate_backend(${pid})`
  const cancel = (pid: number) => sql`select pg_cancel_backend(${pid})`

  /** The rest of the response. Its next statement waits for the table, and is terminated while waiting. */
  async function readEnded(table: string, response: IncomingMessage, endWaiting: () => Promise<void>) {
    const { responseText } = await server.db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      // Its rejection is handled by the caller.
      const rest = text(response)
      rest.catch(() => undefined)
      await endWaiting()
      return { responseText: rest }
    })
    return responseText
  }

  async function endOne(end: (pid: number) => ReturnType<typeof sql>): Promise<void> {
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    const [first] = (await waiting()).rows
    await end(first!.pid).execute(server.db)
    await expect
      .poll(async () => (await waiting()).rows.map(({ since }) => since))
      .not.toContain(first!.since)
  }

  const endings = {
    'a list, with its connection': { path: () => '/api/v1/teams', table: 'team', end: terminate },
    'an export, by a timeout': {
      path: () => `/api/v1/accounts/${admin.accountUuid}/audit.csv`,
      table: 'audit_event',
      end: cancel,
    },
  }

  test.each(Object.entries(endings))('is complete: %s', async (_, { path, table, end }) => {
    const whole = await text(await begin(path()))
    const response = await begin(path())
    const ended = await readEnded(table, response, async () => {
      await endOne(end)
      await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    })
    expect(ended.length).toBe(whole.length)
    expect(ended === whole).toBe(true)
    expect(response.complete).toBe(true)
  })

  test('is aborted if it is ended again, and never looks complete', async () => {
    const response = await begin('/api/v1/teams')
    const ended = readEnded('team', response, async () => {
      await endOne(terminate)
      await endOne(terminate)
    })
    await expect(ended).rejects.toThrow('aborted')
    expect(response.complete).toBe(false)
  })
})
