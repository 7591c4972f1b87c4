import { type Kysely, sql } from 'kysely'

/**
 * Where old rows are deleted every night, their space is free for new ones after 2 % of a table have changed, not a
 * fifth (docs/decisions/074-rows-by-age.md). Locks out only other maintenance of the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of thinned)
    await sql`
      alter table ${sql.table(table)}
        set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`.execute(db)
}

const thinned = [
  'audit_event',
  'build',
  'build_document',
  'document',
  'finding',
  'inbox_message',
  'integration_delivery',
  'notification_delivery',
  'notification_item',
  'outbox_event',
  'scan_content',
  'scan_row',
]
