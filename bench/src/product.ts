import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { readConfig } from '@assay/server/config.ts'
import { startEmbedded } from '@assay/server/platform/database/embedded/embedded.ts'
import { startServer } from '@assay/server/server.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'

export interface Product {
  baseUrl: string
  api: ReturnType<typeof createAssayClient>
  /** Direct access to the database, for floors and filling. */
  pool: pg.Pool
  /** 'embedded PostgreSQL 18.4'. */
  database: string
  databaseUrl: string
  stop(): Promise<void>
}

/** The first account's administrator. */
export const admin = { email: 'admin@example.org', password: 'a password of some length' }

/**
 * Starts the whole product in this process, in its own database on the PostgreSQL of DATABASE_URL, or on the embedded
 * one, whose folder is removed at the end unless BENCH_DATA names it.
 */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const benchData = process.env['BENCH_DATA']
  const folder = benchData ?? (await mkdtemp(join(tmpdir(), 'assay-bench-')))
  const database = process.env['DATABASE_URL']
    ? await ownDatabase(process.env['DATABASE_URL'])
    : await embedded(folder)
  const server = await startServer(
    readConfig({
      ASSAY_DATA: folder,
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'error',
      ...offlineSettings,
      DATABASE_URL: database.url,
      ASSAY_ADMIN_EMAIL: admin.email,
      ASSAY_ADMIN_PASSWORD: admin.password,
      ...settings,
    }),
  )
  const baseUrl = server.address!
  const token = tokenOf(await createAssayClient({ baseUrl }).credentials.login({ body: admin }))
  const pool = new pg.Pool({ connectionString: database.url })
  return {
    baseUrl,
    api: createAssayClient({ baseUrl, authorization: () => `Bearer ${token}` }),
    pool,
    database: database.name,
    databaseUrl: database.url,
    async stop() {
      await pool.end()
      await server.stop()
      await database.end()
      if (benchData === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Place {
  url: string
  name: string
  end(): Promise<void>
}

async function embedded(folder: string): Promise<Place> {
  const log = { info: () => undefined, warn: () => undefined }
  const { connection, version, stop } = await startEmbedded({ dataFolder: folder, log })
  const { host, port, user, database } = connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  return { url, name: `embedded PostgreSQL ${version}`, end: stop }
}

async function ownDatabase(given: string): Promise<Place> {
  const url = new URL(given)
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: given })
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>(statement)
    await client.end()
    return rows
  }
  const name = `assay_bench_${process.pid}`
  await administer(`create database ${name}`)
  const [row] = await administer('show server_version')
  url.pathname = `/${name}`
  return {
    url: url.href,
    name: `PostgreSQL ${row?.server_version.split(' ')[0]}`,
    end: async () => void (await administer(`drop database ${name} with (force)`)),
  }
}
