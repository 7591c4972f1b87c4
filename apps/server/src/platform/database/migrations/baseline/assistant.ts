/** The assistant's model service, the accounts that use it, and their conversations. */
export const assistant = `
create table assistant_service (
  -- A single row.
  id boolean primary key default true check (id),
  is_active boolean not null,
  url text not null,
  model text not null,
  -- Encrypted; null for none.
  api_key bytea,
  daily_tokens integer not null,
  context_tokens integer not null,
  updated_at timestamptz not null default now()
);

create table assistant_account (
  account_uuid uuid primary key references account on delete cascade,
  is_allowed boolean not null
);

create table assistant_conversation (
  account_uuid uuid not null,
  uuid uuid not null,
  member_uuid uuid not null,
  title text not null,
  project_uuid uuid,
  branch text,
  advisory_uuid uuid,
  summary jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the member could see when its facts were read; null if unknown.
  reach jsonb,
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);
create index assistant_conversation_by_member on assistant_conversation (account_uuid, member_uuid, updated_at);

create table assistant_message (
  account_uuid uuid not null,
  conversation_uuid uuid not null,
  number integer not null,
  question text not null,
  answer text not null default '',
  state text not null,
  reason text,
  warnings text[] not null default '{}',
  unsupported text[] not null default '{}',
  sources jsonb not null default '[]',
  sent jsonb not null,
  model text not null,
  host text not null,
  tokens integer not null default 0,
  created_at timestamptz not null default now(),
  reach jsonb,
  primary key (account_uuid, conversation_uuid, number),
  foreign key (account_uuid, conversation_uuid) references assistant_conversation on delete cascade
);
-- Finds overdue answers without reading all messages.
create index assistant_message_unanswered on assistant_message (created_at) where state = 'answering';

-- Kept when a conversation is deleted, since the daily limit counts it.
create table assistant_use (
  account_uuid uuid not null,
  member_uuid uuid not null,
  day date not null,
  tokens bigint not null,
  questions integer not null,
  -- The host that questions of the day were sent to last; null if unknown.
  host text,
  primary key (account_uuid, member_uuid, day),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);
`
