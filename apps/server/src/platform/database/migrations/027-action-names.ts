import { type Kysely, sql } from 'kysely'

/** Audit events are named after endpoints, some of which were renamed. */
export const renamedActions = {
  'databases.sync': 'advisoryDatabases.sync',
  'databases.upload': 'advisoryDatabases.upload',
  'confirmation.confirm': 'reauthentication.confirm',
} as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [before, after] of Object.entries(renamedActions)) {
    await sql`update audit_event set action = ${after} where action = ${before}`.execute(db)
  }
}
