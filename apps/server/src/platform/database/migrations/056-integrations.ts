import { sql, type Kysely } from 'kysely'

/** What an account's integrations are set up with, and what is sent to their services. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table integration (
      account_uuid uuid not null references account on delete cascade,
      integration text not null,
      settings jsonb not null,
      -- All secrets as one encrypted JSON object.
      secrets bytea,
      is_active boolean not null default true,
      -- The service asked for nothing to be sent before.
      paused_until timestamptz,
      -- When its scheduled delivery was queued last.
      last_run_at timestamptz,
      updated_at timestamptz not null default now(),
      primary key (account_uuid, integration)
    )`,
    `create table integration_delivery (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      integration text not null,
      -- What is to be done, by the integration's own name: 'branch <uuid>'.
      topic text not null,
      subject text not null,
      state text not null default 'queued',
      -- What earlier attempts have done already.
      progress jsonb not null default '{}',
      result text,
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      not_before timestamptz,
      primary key (account_uuid, uuid)
    )`,
    // Of what waits for its first attempt, one per topic: it sends what is true then.
    `create unique index integration_delivery_queued on integration_delivery (account_uuid, integration, topic)
      where state = 'queued'`,
    `create index integration_delivery_by_time on integration_delivery (account_uuid, integration, created_at, uuid)`,
    `create index integration_delivery_waiting on integration_delivery (not_before) where state = 'waiting'`,
    `create index integration_delivery_old on integration_delivery (finished_at)`,
    `create table datadog_branch (
      account_uuid uuid not null references account on delete cascade,
      branch_uuid uuid not null,
      -- Fixes until then are counted in a delivery.
      fixes_until timestamptz not null,
      primary key (account_uuid, branch_uuid)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
