import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { contract } from '@assay/contract/contract.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { createLog } from '#platform/system/log.ts'
import { type FreshDatabase, startedDatabase } from '#testing/fresh-database.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { offlineSettings } from '#testing/offline-settings.ts'
import { type Pooler, startPooler } from '#testing/pgbouncer.ts'
import { readConfig } from './config.ts'
import { startServer } from './server.ts'

// The whole server behind PgBouncer in transaction mode. Where that is not installed, the tests only say so.

let database: FreshDatabase
let pooler: Pooler | null
const folder = temporaryFolder()
let urls: { pooled: string; direct: string }
beforeAll(async () => {
  database = await startedDatabase()
  pooler = await startPooler(database.connection)
  const { host, port, database: name = '', user = '' } = new pg.Client(database.connection)
  urls = {
    pooled: pooler?.urlOf(name, user) ?? '',
    direct: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
  }
})
afterAll(async () => {
  await pooler?.stop()
  await database.drop()
})

const withPooler = (name: string, work: () => Promise<void>) =>
  test(name, async ({ annotate }) => {
    if (pooler === null) await annotate('PgBouncer is not installed: not tested')
    else await work()
  })

const settings = () => ({
  ...offlineSettings,
  ASSAY_DATA: folder,
  ASSAY_PORT: '0',
  DATABASE_URL: urls.pooled,
  ASSAY_DIRECT_DATABASE_URL: urls.direct,
  ASSAY_ADMIN_EMAIL: 'admin@example.org',
  ASSAY_ADMIN_PASSWORD: 'a password of some length',
})

withPooler('without the direct address, the server says which setting it needs', async () => {
  const config = readConfig(Object.assign(settings(), { ASSAY_DIRECT_DATABASE_URL: '' }))
  await expect(startServer(config, createLog('silent'))).rejects.toThrow('Set ASSAY_DIRECT_DATABASE_URL')
})

withPooler('sessions that the pooler opened before the first start are reported', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const server = await startServer(readConfig(settings()), log)
  await server.stop()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('send it RECONNECT')
  await pooler?.reconnect()
})

withPooler('with it, uploads are scanned, in parallel and without a warning', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const server = await startServer(readConfig(settings()), log)
  try {
    const clientFor = (authorization?: string) =>
      createClient(contract, { baseUrl: server.address!, authorization: () => authorization })
    const body = { email: 'admin@example.org', password: 'a password of some length' }
    const api = clientFor(`Bearer ${tokenOf(await clientFor().credentials.login({ body }))}`)
    const upload = (number: number) =>
      api.uploads.intoNew({
        body: {
          file: filePart(npmInventory(['lodash@4.17.4', `p${number}@1.0.0`])),
          url: `https://example.org/pooled-${number}`,
          branch: 'main',
          wait: 'true',
        },
      })
    await Promise.all(Array.from({ length: 12 }, (_, number) => upload(number)))
    await expect
      .poll(async () => (await database.db.selectFrom('scan').select('uuid').execute()).length, {
        timeout: 60_000,
      })
      .toBe(12)
    expect(lines).toEqual([])
  } finally {
    await server.stop()
  }
})

withPooler('timeouts apply to its sessions, and no statement leaves a trace in them', async () => {
  const log = { error: () => undefined }
  const connection = { connectionString: urls.pooled, isPooled: true }
  const opened = [0, 1, 2].map(() => openDatabase({ connection, maxConnections: 4, log }))
  try {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'jit']
    const read = async ({ db }: (typeof opened)[0]) => {
      const { rows } = await sql<{ setting: string }>`
        select current_setting(name) as setting from unnest(${names}::text[]) as name`.execute(db)
      return rows.map(({ setting }) => setting)
    }
    const all = await Promise.all(Array.from({ length: 24 }, (_, number) => read(opened[number % 3]!)))
    for (const one of all) expect(one).toEqual(['30s', '10s', '1min', 'off'])
    // Statements of several clients with the same text, parameters and different results.
    const echo = async (number: number) =>
      (await sql<{ n: number }>`select ${number}::int as n`.execute(opened[number % 3]!.db)).rows[0]!.n
    expect(await Promise.all(Array.from({ length: 60 }, (_, number) => echo(number)))).toEqual(
      Array.from({ length: 60 }, (_, number) => number),
    )
  } finally {
    for (const { close } of opened) await close()
  }
})
