import { sql, type Kysely } from 'kysely'

/** Deliveries of integrations about one thing run one after the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // false: the service rejected this delivery alone, so later ones do not wait for it.
  `alter table integration_delivery add column holds boolean not null default true`,
  `create index integration_delivery_unfinished on integration_delivery (account_uuid, integration, created_at)
    where finished_at is null`,
]
