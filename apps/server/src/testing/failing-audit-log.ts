import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/** Columns that failed calls may change: counted attempts, last-used times, consumed one-time codes. '*': all. */
const bookkeeping: Record<string, string[]> = {
  login_challenge: ['attempts'],
  login_failure: ['*'],
  api_token: ['last_used_at'],
  session: ['last_used_at'],
  second_factor: ['last_step', 'code_hash'],
  passkey: ['counter', 'last_used_at'],
  spent_challenge: ['*'],
  outbox_event: ['position'],
  outbox_position: ['*'],
  outbox_consumer: ['*'],
}

/**
 * Runs act while writes to the audit log fail. Returns its result and the tables whose rows have changed.
 */
export async function withFailingAuditLog<T>(
  { db, mailed }: Pick<TestServer, 'db' | 'mailed'>,
  act: () => Promise<T>,
): Promise<{ result: T; changed: string[] }> {
  // Queue the emails of earlier changes first.
  await mailed()
  // In one transaction: otherwise, the function could remain for the next test after a failure.
  await db.transaction().execute(async (tx) => {
    await sql`
      create function refuse_event() returns trigger language plpgsql as
        $$ begin raise exception 'The audit log takes no event'; end $$`.execute(tx)
    await sql`create trigger refuse_event before insert on audit_event
      for each row execute function refuse_event()`.execute(tx)
  })
  try {
    const before = await digests(db)
    const result = await act()
    const after = await digests(db)
    const names = new Set([...before.keys(), ...after.keys()])
    return { result, changed: [...names].filter((name) => before.get(name) !== after.get(name)) }
  } finally {
    await sql`drop function refuse_event() cascade`.execute(db)
  }
}

/** A digest of each table's rows, and of each queue's jobs. */
async function digests(db: TestServer['db']): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const tables = rows.map(({ name }) => name).filter((name) => bookkeeping[name]?.[0] !== '*')
  const found = new Map<string, string>()
  for (const name of tables) found.set(name, await digest(db, { name, without: bookkeeping[name] ?? [] }))
  for (const [name, ids] of await queuedJobs(db)) found.set(`jobs: ${name}`, ids)
  return found
}

/** By queue, so that a failing test names the job. */
async function queuedJobs(db: TestServer['db']): Promise<[name: string, ids: string][]> {
  const { rows } = await sql<{ name: string; ids: string }>`
    select name, string_agg(md5(jsonb_build_array(id, data)::text), '' order by id) as ids
    from queue.job group by name`.execute(db)
  return rows.map(({ name, ids }) => [name, ids])
}

async function digest(
  db: TestServer['db'],
  { name, without }: { name: string; without: string[] },
): Promise<string> {
  const row = sql`to_jsonb(each) - ${without}::text[]`
  const { rows } = await sql<{ digest: string }>`
    select coalesce(string_agg(md5((${row})::text), '' order by md5((${row})::text)), '') as digest
    from ${sql.table(name)} as each`.execute(db)
  return rows[0]!.digest
}
