import { sql, type Kysely } from 'kysely'

/** Fix targets of the account in days, by severity; none by default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // {"CRITICAL": 7, "HIGH": 30}; severities without a target are omitted.
    `alter table account add column fix_targets jsonb not null default '{}'`,
    // Oldest open findings of a severity first.
    `create index finding_open_since on finding
      (account_uuid, severity, greatest(introduced_at, published_at), uuid) where ended_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
