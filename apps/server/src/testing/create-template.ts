import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#platform/database/migrate.ts'

/** Creates a migrated database, which each test file copies. */
export async function createTemplate(connection: pg.PoolConfig, name: string): Promise<void> {
  await administer(connection, `drop database if exists ${name}`)
  await administer(connection, `create database ${name}`)
  const pool = new pg.Pool(withDatabase(connection, name))
  // end() resolves before its connections are closed, and the server can be stopped in between.
  pool.on('error', () => undefined)
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db)
  await db.destroy()
}

/** The same server, but another database. */
export function withDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { ...connection, connectionString: url.href }
}

/**
 * PostgreSQL itself waits 5 s for closing connections; terminating them earlier would make their pools throw. Those
 * that a test left open are terminated in the end.
 */
export async function dropDatabase(connection: pg.PoolConfig, name: string): Promise<void> {
  for (let attempt = 1; attempt <= 6; attempt++) if (await isDropped(connection, name)) return
  await administer(connection, `drop database if exists ${name} with (force)`)
}

async function isDropped(connection: pg.PoolConfig, name: string): Promise<boolean> {
  try {
    await administer(connection, `drop database if exists ${name}`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === objectInUse) return false
    throw error
  }
}

const objectInUse = '55006'

export async function administer(connection: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
