import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { openDatabase } from './database.ts'

const database = forAllTests(freshDatabase)

test('statements are not compiled and notice lost clients, whatever the defaults of the server', async () => {
  const { rows: databases } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.db,
  )
  const name = sql.id(databases[0]!.name)
  for (const setting of ['jit = on', 'client_connection_check_interval = 0'])
    await sql`alter database ${name} set ${sql.raw(setting)}`.execute(database.db)
  const { db, close } = openDatabase({
    connection: database.connection,
    maxConnections: 1,
    log: { error: () => undefined },
  })
  try {
    const names = ['jit', 'client_connection_check_interval', 'statement_timeout', 'lock_timeout']
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, current_setting(name) as setting from unnest(${names}::text[]) as name`.execute(db)
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      jit: 'off',
      client_connection_check_interval: '5s',
      statement_timeout: '30s',
      lock_timeout: '10s',
    })
  } finally {
    await close()
  }
})
