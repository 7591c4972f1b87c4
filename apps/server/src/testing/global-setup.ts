import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startTestCluster } from '../database/embedded/test-cluster.ts'
import { migrate } from '../database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: pg.PoolConfig
    template: string
  }
}

/** One PostgreSQL for the run, with one migrated template; each test file copies it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The tests' own configuration: the product reads its settings in config.ts alone.
  const url = process.env['DATABASE_URL']
  const cluster = url === undefined || url === '' ? await startTestCluster() : null
  const connection = cluster ? { ...cluster.connection } : { connectionString: url! }
  const template = `assay_template_${process.pid}`
  await administer(connection, `drop database if exists ${template}`)
  await administer(connection, `create database ${template}`)
  const pool = new pg.Pool(withDatabase(connection, template))
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db)
  await db.destroy()
  project.provide('connection', connection)
  project.provide('template', template)
  return async () => {
    await administer(connection, `drop database if exists ${template} with (force)`)
    await cluster?.stop()
  }
}

/** The same server, another database. */
export function withDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}

export async function administer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
