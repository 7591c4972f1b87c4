import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '#testing/database-proxy.ts'
import { type FreshDatabase, freshDatabase } from '#testing/fresh-database.ts'
import { administer } from '#testing/create-template.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { allowLongStatements, type Database, openDatabase } from './database.ts'
import { guardPool } from './guard-pool.ts'
import { DatabaseOutage, outageOf } from './outage.ts'
import { DatabaseStartError, reachDatabase } from './reach-database.ts'

const log = { error: () => undefined, warn: () => undefined }
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DatabaseOutage ? error.kind : error),
  )

describe('a connection', () => {
  let database: FreshDatabase
  let proxy: DatabaseProxy
  let db: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    database = await freshDatabase()
    proxy = await startDatabaseProxy(database.connection)
    ;({ db, close } = openDatabase({ connection: proxy.connection, maxConnections: 4, log }))
  })
  beforeEach(() => proxy.restore())
  afterAll(async () => {
    proxy.restore()
    await close()
    await proxy.stop()
    await database.drop()
  })
  const terminateAll = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)

  test('that is closed during a transaction fails only the transaction', async () => {
    const work = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await terminateAll()
      // An idle connection reports the error to its listener, not to a statement.
      await sleep(200)
      await sql`select 1`.execute(tx)
    })
    expect(await kindOf(work)).toBe('unavailable')
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  test('that is closed during a statement fails it, and the next query uses another one', async () => {
    const waiting = Promise.all([1, 2, 3, 4].map(() => kindOf(sql`select pg_sleep(20)`.execute(db))))
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and query like 'select pg_sleep%'`.execute(database.db)
        return rows[0]!.count
      })
      .toBe(4)
    await terminateAll()
    expect(new Set(await waiting)).toEqual(new Set(['unavailable']))
    expect(await kindOf(sql`select 1`.execute(db))).toBeNull()
  })

  test('whose client is gone is terminated during its statement, which releases its locks', async () => {
    const computing = sql`select 1 from pg_stat_activity where query like 'select pg_sleep(500)%'`
    const countComputing = async () => (await computing.execute(database.db)).rows.length
    const work = db.transaction().execute(async (tx) => {
      await allowLongStatements(tx)
      await sql`select pg_sleep(500)`.execute(tx)
    })
    const result = kindOf(work)
    await expect.poll(countComputing).toBe(1)
    proxy.cut()
    expect(await result).toBe('unavailable')
    await expect.poll(countComputing).toBe(0)
  })

  test('that is refused is an outage until it is accepted', async () => {
    proxy.cut()
    expect(await kindOf(sql`select 1`.execute(db))).toBe('unavailable')
    proxy.restore()
    expect(await kindOf(sql`select 1`.execute(db))).toBeNull()
  })

  test('that broke during setup is an outage and leaves the pool', async () => {
    let isFirst = true
    const breakFirst = async (client: pg.ClientBase) => {
      if (!isFirst) return
      isFirst = false
      const broken = new Promise((resolve) => client.once('error', resolve))
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(database.db)
      await broken
    }
    const options = {
      ...database.connection,
      max: 1,
      onConnect: (client: pg.ClientBase) => breakFirst(client) as unknown,
    }
    const guarded = guardPool(new pg.Pool(options), {
      statementTimeoutMs: 0,
      onError: () => undefined,
    })
    const client = await guarded.connect()
    expect(await kindOf(client.query('select 1', []))).toBe('unavailable')
    client.release()
    const next = await guarded.connect()
    expect((await next.query('select 2 as two', [])).rows).toEqual([{ two: 2 }])
    next.release()
    await guarded.end()
  })

  test('that hangs is abandoned and replaced', async () => {
    const pool = new pg.Pool({ ...proxy.connection, max: 1 })
    const guarded = guardPool(pool, { statementTimeoutMs: 0, onError: () => undefined })
    const client = await guarded.connect()
    await client.query('select 1', [])
    proxy.hang()
    expect(await kindOf(client.query('select 2', []))).toBe('unavailable')
    client.release()
    proxy.restore()
    const next = await guarded.connect()
    expect((await next.query('select 3 as three', [])).rows).toEqual([{ three: 3 }])
    next.release()
    await guarded.end()
  })

  const raise = (code: string) =>
    sql.raw(`do $$ begin raise exception using errcode = '${code}', message = 'raised'; end $$`).execute(db)
  test.each([
    ['53100', 'storage'],
    ['58030', 'storage'],
    ['53300', 'unavailable'],
    ['25006', 'unavailable'],
    ['40P01', 'busy'],
    ['57014', 'busy'],
  ])('error %s is an outage: %s', async (code, kind) => {
    expect(await kindOf(raise(code))).toBe(kind)
  })

  test('an invalid statement is not an outage', async () => {
    expect(await kindOf(raise('22012'))).toMatchObject({ code: '22012' })
    expect(outageOf(new Error('x', { cause: new DatabaseOutage('busy', null) }))).toBe('busy')
    expect(outageOf(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe('storage')
    expect(outageOf(new Error('x'))).toBeNull()
  })

  test('too many connections are an outage', async () => {
    const role = `limited_${database.connection.database ?? 'role'}`.slice(0, 60)
    await administer(database.connection, `create role ${role} login connection limit 0`)
    const limited = openDatabase({
      connection: { ...(await startRole(role)) },
      maxConnections: 1,
      log,
    })
    expect(await kindOf(sql`select 1`.execute(limited.db))).toBe('unavailable')
    await limited.close()
    await administer(database.connection, `drop role ${role}`)
  })
  const startRole = (user: string) => {
    const { connectionString, ...rest } = database.connection
    if (connectionString === undefined) return Promise.resolve({ ...rest, user })
    const url = new URL(connectionString)
    url.username = user
    return Promise.resolve({ connectionString: url.href })
  }
})

describe('startup', () => {
  test('waits for a database that does not accept connections yet', async () => {
    const database = await freshDatabase()
    const proxy = await startDatabaseProxy(database.connection)
    proxy.cut()
    const warned = vi.fn<() => void>()
    const reached = reachDatabase(proxy.connection, { log: { warn: warned }, pauseMs: 20 })
    await expect.poll(() => warned.mock.calls.length).toBe(1)
    proxy.restore()
    await reached
    await proxy.stop()
    await database.drop()
  })

  test('fails with a message if the database is unreachable or refuses', async () => {
    const database = await freshDatabase()
    const proxy = await startDatabaseProxy(database.connection)
    proxy.cut()
    const away = reachDatabase(proxy.connection, { log, timeoutMs: 50, pauseMs: 20 })
    await expect(away).rejects.toThrow(DatabaseStartError)
    proxy.restore()
    const nowhere = proxy.connection.connectionString
      ? { connectionString: proxy.connection.connectionString.replace(/\/\w+$/, '/nowhere') }
      : { ...proxy.connection, database: 'nowhere' }
    await expect(reachDatabase(nowhere, { log })).rejects.toThrow('it has no database of this name')
    await proxy.stop()
    await database.drop()
  })
})

describe('the server without its database', () => {
  let server: TestServer
  let proxy: DatabaseProxy
  let member: TestMember

  beforeAll(async () => {
    server = await startTestServer({
      async reroute(connection) {
        proxy = await startDatabaseProxy(connection)
        return proxy.connection
      },
    })
    member = await server.newAccount()
  })
  beforeEach(() => proxy.restore())
  afterAll(async () => {
    proxy.restore()
    await server.stop()
    await proxy.stop()
  })
  const get = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { authorization: member.authorization } })
  const upload = (branch: string) =>
    member.api.uploads.intoNew({
      body: { file: filePart(npmInventory(['lodash@4.17.4'])), url: 'https://example.org/away', branch },
    })

  test('is alive but not ready, and responds 503 with Retry-After in the format of each API', async () => {
    proxy.cut()
    expect((await get('/healthz')).status).toBe(200)
    const ready = await get('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', reason: 'The database does not answer' },
    ])
    const call = await get('/api/v1/users/me')
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await call.json()).toEqual({
      errorType: 'databaseUnavailable',
      message: 'The database cannot be reached. Try again in a moment',
    })
    const scim = await get('/api/v1/scim/Users')
    expect([scim.status, scim.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await scim.json()).toMatchObject({ status: '503' })
    expect((await get('/api/v1/openapi.json')).status).toBe(200)
    proxy.restore()
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
    expect((await get('/api/v1/users/me')).status).toBe(200)
  })

  test('is not ready if the database hangs', async () => {
    proxy.hang()
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/readyz')).status).toBe(503)
  })

  test('whose disk is full responds 507 and changes nothing, until there is room again', async () => {
    const buildsOf = async (branch: string) =>
      (
        await sql`select from build join branch on branch.uuid = build.branch_uuid where branch.name = ${branch}`.execute(
          server.db,
        )
      ).rows.length
    await sql`create function fail_writing() returns trigger language plpgsql
      as $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$`.execute(
      server.db,
    )
    await sql`create trigger full_disk before insert on build execute function fail_writing()`.execute(
      server.db,
    )
    await expect(upload('full')).rejects.toMatchObject({ status: 507, errorType: 'storageFull' })
    expect(await buildsOf('full')).toBe(0)
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/api/v1/users/me')).status).toBe(200)
    await sql`drop trigger full_disk on build`.execute(server.db)
    const { id } = await upload('full')
    await expect.poll(async () => (await member.api.builds.get({ params: { id } })).status).toBe('success')
    expect(await buildsOf('full')).toBe(1)
  })

  test('processes acknowledged work despite repeated disconnects', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 5; round++) {
      const uploads = [1, 2, 3].map((n) => upload(`cut-${round}-${n}`))
      await sleep(20 * round)
      proxy.cut()
      const results = await Promise.allSettled(uploads)
      for (const result of results) {
        if (result.status === 'fulfilled') acknowledged.push(result.value.id)
        else expect(result.reason).toMatchObject({ status: 503 })
      }
      proxy.restore()
    }
    acknowledged.push((await upload('after')).id)
    for (const id of acknowledged) {
      await expect.poll(async () => (await member.api.builds.get({ params: { id } })).status).toBe('success')
    }
  })

  test('continues event streams that were already open', async () => {
    const { id } = await upload('listened')
    const branch = server.db.selectFrom('build').select('uuid').where('uuid', '=', id)
    expect(await branch.executeTakeFirst()).toBeDefined()
    await server.db.updateTable('build').set({ state: 'scanning' }).where('uuid', '=', id).execute()
    const statuses: string[] = []
    for await (const { status } of await member.api.builds.events({ params: { id } })) {
      statuses.push(status)
      if (status !== 'scanning') continue
      proxy.cut()
      await sleep(700)
      proxy.restore()
      await vi.waitFor(
        () => server.db.updateTable('build').set({ state: 'success' }).where('uuid', '=', id).execute(),
        { timeout: 120_000 },
      )
    }
    expect(statuses).toEqual(['scanning', 'success'])
  })
})
