import { sql, type Kysely } from 'kysely'

/** In how many days the account wants open findings fixed, by severity; none until it says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // {"CRITICAL": 7, "HIGH": 30}: a severity without a target is left out.
    `alter table account add column fix_targets jsonb not null default '{}'`,
    // The oldest open ones of a severity first.
    `create index finding_open_since on finding
      (account_uuid, severity, greatest(introduced_at, published_at), uuid) where ended_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
