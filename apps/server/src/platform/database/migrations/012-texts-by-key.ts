import { type Kysely, sql } from 'kysely'

/** Texts about deliveries and answers become keys with values. Stored ones stay as they are, as strings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = {
    integration_delivery: ['subject', 'result'],
    notification_delivery: ['error'],
    notification_channel: ['problem'],
    assistant_message: ['reason'],
  }
  for (const [table, names] of Object.entries(columns))
    for (const name of names)
      await sql`
        alter table ${sql.table(table)} alter column ${sql.ref(name)} type jsonb using to_jsonb(${sql.ref(name)})`.execute(
        db,
      )
}
