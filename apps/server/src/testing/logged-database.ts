import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Schema } from '#platform/database/schema.gen.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

export interface LoggedDatabase extends FreshDatabase {
  /** The pool of `db`; what is sent over it directly is not logged. */
  pool: pg.Pool
  /** Every statement sent through `db`, in order. */
  statements: LogEvent['query'][]
}

export async function loggedDatabase(): Promise<LoggedDatabase> {
  const database = await freshDatabase()
  const pool = new pg.Pool({ ...database.connection, max: 8 })
  const statements: LogEvent['query'][] = []
  const log = ({ query }: LogEvent) => void statements.push(query)
  return {
    ...database,
    pool,
    statements,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log }),
    async drop() {
      await pool.end()
      await database.drop()
    },
  }
}
