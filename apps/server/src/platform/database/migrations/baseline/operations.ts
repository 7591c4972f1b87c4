/** Events and the progress of their consumers (docs/decisions/016-outbox.md), failed jobs, and idempotency keys. */
export const operations = `
create table outbox_event (
  sequence bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  -- null for the whole installation.
  account_uuid uuid references account on delete cascade,
  type text not null,
  payload jsonb not null,
  at timestamptz not null default now(),
  -- Delivery order, assigned after the commit; null until then.
  position bigint unique
);
create index outbox_event_waiting on outbox_event (sequence) where position is null;
create index outbox_event_by_age on outbox_event (at);
-- For the newest events of one type.
create index outbox_event_of_account_by_type on outbox_event (account_uuid, type, sequence);

-- One row, whose lock makes one process at a time assign positions.
create table outbox_position (
  is_only boolean primary key default true check (is_only),
  last_position bigint not null default 0
);
insert into outbox_position default values;

create table outbox_consumer (
  name text primary key,
  -- Of the last handled event.
  position bigint not null
);

create table dead_letter (
  uuid uuid primary key,
  job text not null,
  payload jsonb not null,
  account_uuid uuid references account on delete cascade,
  reason text not null,
  attempts integer not null,
  queued_at timestamptz not null,
  failed_at timestamptz not null default now()
);
create index dead_letter_by_age on dead_letter (failed_at, uuid);
create index dead_letter_of_job on dead_letter (job, failed_at, uuid);
create index dead_letter_of_account on dead_letter (account_uuid);

-- Responses to requests with an Idempotency-Key, encrypted, since some contain tokens and links.
create table idempotency_key (
  account_uuid uuid not null references account on delete cascade,
  member_uuid uuid not null,
  -- Hash of key, endpoint and scope of the caller.
  digest bytea not null,
  -- Hash of the request.
  fingerprint bytea not null,
  -- The request being processed, and until when it counts as alive.
  owner uuid not null,
  leased_until timestamptz not null,
  -- Result of the change, written in its transaction.
  result bytea,
  status integer,
  location text,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (account_uuid, member_uuid, digest),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);
create index idempotency_key_by_age on idempotency_key (created_at);
`
