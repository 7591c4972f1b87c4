import { sql, type Kysely } from 'kysely'

/** Settings and deliveries of an account's integrations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table integration (
      account_uuid uuid not null references account on delete cascade,
      integration text not null,
      settings jsonb not null,
      -- All secrets as one encrypted JSON object.
      secrets bytea,
      is_active boolean not null default true,
      -- The service requested a pause until then.
      paused_until timestamptz,
      -- When the last scheduled delivery was queued.
      last_run_at timestamptz,
      updated_at timestamptz not null default now(),
      primary key (account_uuid, integration)
    )`,
    `create table integration_delivery (
      account_uuid uuid not null references account on delete cascade,
      uuid uuid not null,
      integration text not null,
      -- The task, as named by the integration: 'branch <uuid>'.
      topic text not null,
      subject text not null,
      state text not null default 'queued',
      -- Progress of earlier attempts.
      progress jsonb not null default '{}',
      result text,
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      not_before timestamptz,
      primary key (account_uuid, uuid)
    )`,
    // One per topic waits for its first attempt: it sends the state at that time.
    `create unique index integration_delivery_queued on integration_delivery (account_uuid, integration, topic)
      where state = 'queued'`,
    `create index integration_delivery_by_time on integration_delivery (account_uuid, integration, created_at, uuid)`,
    `create index integration_delivery_waiting on integration_delivery (not_before) where state = 'waiting'`,
    `create index integration_delivery_old on integration_delivery (finished_at)`,
    `create table datadog_branch (
      account_uuid uuid not null references account on delete cascade,
      branch_uuid uuid not null,
      -- Fixes until then have been sent.
      fixes_until timestamptz not null,
      primary key (account_uuid, branch_uuid)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
