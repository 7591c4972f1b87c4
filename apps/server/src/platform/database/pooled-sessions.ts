import pg from 'pg'
import { type Connection, connectionLimits, timeouts } from './database.ts'

/**
 * The same as settings of the user in this database, for sessions behind a pooler, which takes none from its clients.
 * They apply to sessions that begin later.
 */
export async function setRoleDefaults(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, ...connectionLimits })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const [name, value] of [...Object.entries(timeouts), ['jit', 'off']])
      await client.query(
        `do $$ begin execute format('alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}'); end $$`,
      )
    await client.query(
      `do $$ begin
        execute format('alter role %I in database %I set client_connection_check_interval = %L', current_user, current_database(), '5s');
      exception when others then null; end $$`,
    )
  } finally {
    await client.end()
  }
}

/** Whether the timeouts apply to a session of the pooler. */
export async function hasTimeouts({ isPooled: _isPooled, ...connection }: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, ...connectionLimits })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ ms: string }>(
      `select setting as ms from pg_settings where name = 'statement_timeout'`,
    )
    return Number(rows[0]!.ms) > 0
  } finally {
    await client.end()
  }
}
