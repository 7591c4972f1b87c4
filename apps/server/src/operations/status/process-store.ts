import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface ProcessRow {
  host: string
  version: string
  roles: ('web' | 'worker')[]
  startedAt: number
  seenAt: number
}

type NewProcess = Pick<ProcessRow, 'host' | 'version' | 'roles'> & { uuid: string }

/** Notes that the process runs. */
export const noteProcess = (db: Database, { uuid, host, version, roles }: NewProcess) =>
  db
    .insertInto('server_process')
    .values({ uuid, host, version, roles })
    .onConflict((conflict) => conflict.column('uuid').doUpdateSet({ seen_at: sql`now()` }))
    .execute()

export const removeProcess = (db: Database, uuid: string) =>
  db.deleteFrom('server_process').where('uuid', '=', uuid).execute()

/** Processes that ended without a word are shown for a day. */
export const removeLostProcesses = (db: Database) =>
  sql`delete from server_process where seen_at < now() - interval '1 day'`.execute(db)

export async function listProcesses(db: Database): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select host, version, roles, floor(extract(epoch from started_at) * 1000)::float8 as "startedAt",
      floor(extract(epoch from seen_at) * 1000)::float8 as "seenAt"
    from server_process order by host, started_at limit 200`.execute(db)
  return rows
}
