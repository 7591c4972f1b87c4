/** Rules (which events notify whom), channels (where messages are sent), deliveries, and the inbox. */
export const notifications = `
create table notification_channel (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  -- null for the whole account.
  team_uuid uuid,
  kind text not null,
  name text not null,
  recipients text[] not null default '{}',
  -- URL and signing keys, encrypted; null for email.
  secret bytea,
  host text,
  is_active boolean not null default true,
  is_default boolean not null default false,
  problem text,
  -- The service requested a pause until then.
  paused_until timestamptz,
  created_at timestamptz not null default now(),
  -- For chats, and email to addresses of non-members.
  language text not null default 'en',
  primary key (account_uuid, uuid),
  foreign key (account_uuid, team_uuid) references team on delete cascade
);
create unique index notification_channel_default on notification_channel
  (account_uuid, coalesce(team_uuid, account_uuid), kind)
  where is_default;

create table slack_lease (
  account_uuid uuid not null references account on delete cascade,
  -- The team, or the account for all of it.
  owner_uuid uuid not null,
  member_uuid uuid not null,
  email text not null,
  state text not null,
  ticket_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_uuid, owner_uuid)
);

create table notification_rule (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  team_uuid uuid,
  -- The member whose rule it is; null if it belongs to the account or a team.
  member_uuid uuid,
  kinds text[] not null,
  settings jsonb not null,
  channel_uuids uuid[] not null default '{}',
  to_email boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (account_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade,
  foreign key (account_uuid, team_uuid) references team on delete cascade
);

-- Pending items of a rule.
create table notification_item (
  account_uuid uuid not null,
  rule_uuid uuid not null,
  number bigint generated always as identity,
  kind text not null,
  severity integer,
  group_key text not null,
  title jsonb not null,
  details jsonb not null,
  project_uuid uuid,
  project_name text,
  path text not null,
  at timestamptz not null,
  -- The member an item concerns: only they and administrators can read it; null if it is for everyone.
  member_uuid uuid,
  primary key (account_uuid, rule_uuid, number),
  foreign key (account_uuid, rule_uuid) references notification_rule on delete cascade
);

create table notification_due (
  account_uuid uuid not null,
  rule_uuid uuid not null,
  first_at timestamptz not null,
  due_at timestamptz not null,
  primary key (account_uuid, rule_uuid),
  foreign key (account_uuid, rule_uuid) references notification_rule on delete cascade
);
create index notification_due_at on notification_due (due_at);

create table notification_delivery (
  account_uuid uuid not null references account on delete cascade,
  uuid uuid not null,
  team_uuid uuid,
  channel_uuid uuid,
  rule_uuid uuid,
  member_uuid uuid,
  kind text not null,
  recipient text,
  message jsonb not null,
  state text not null default 'waiting',
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  next_at timestamptz default now(),
  delivered_at timestamptz,
  -- false: the service works but rejected this message.
  holds boolean not null default true,
  -- A channel or the member of a rule; for email, a recipient.
  target text not null generated always as (
    coalesce(channel_uuid::text, rule_uuid::text, '') || ' ' || coalesce(recipient, '')
  ) stored,
  primary key (account_uuid, uuid)
);
create index notification_delivery_newest on notification_delivery (account_uuid, created_at desc, uuid);
create index notification_delivery_next on notification_delivery (next_at) where state = 'waiting';
create index notification_delivery_by_age on notification_delivery (created_at);
create index notification_delivery_order on notification_delivery (account_uuid, target, created_at, uuid)
  where state = 'waiting';

-- Reminders that were already sent.
create table notification_reminder (
  account_uuid uuid not null references account on delete cascade,
  subject text not null,
  sent_at timestamptz not null default now(),
  primary key (account_uuid, subject)
);
create index notification_reminder_by_age on notification_reminder (sent_at);

create table inbox_message (
  account_uuid uuid not null,
  member_uuid uuid not null,
  uuid uuid not null,
  message jsonb not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (account_uuid, member_uuid, uuid),
  foreign key (account_uuid, member_uuid) references member on delete cascade
);
create index inbox_message_newest on inbox_message (account_uuid, member_uuid, created_at desc, uuid);
create index inbox_message_unread on inbox_message (account_uuid, member_uuid) where read_at is null;
create index inbox_message_by_age on inbox_message (created_at);

-- Every account starts with the same three rules, which it can change.
create function add_first_notification_rules(account uuid) returns void language sql as $$
  insert into notification_rule (account_uuid, uuid, kinds, settings, is_active)
  select account, gen_random_uuid(), first.kinds, jsonb_build_object(
    'name', first.name, 'minimumSeverity', first.severity, 'onlyWithFix', false, 'projectUuids', '[]'::jsonb,
    'tags', '[]'::jsonb, 'toInbox', true, 'cadence', first.cadence, 'quietHours', null, 'timeZone', 'UTC'),
    true
  from (values
    ('Urgent findings', array['malware', 'knownExploited', 'findingOpened', 'advisoryPublished'], 'CRITICAL',
      'immediate'),
    ('Minimum scores and failures', array['minimumMissed', 'minimumMet', 'policyViolated', 'scanFailed',
      'sourceFailing', 'advisoryDataOld', 'tokenEnding', 'exclusionEnding', 'targetOverdue'], 'LOW', 'immediate'),
    ('Weekly summary', array['findingOpened', 'advisoryPublished', 'findingFixed', 'memberChanged'], 'MEDIUM',
      'weekly')
  ) as first (name, kinds, severity, cadence)
$$;
create function notification_rules_of_new_account() returns trigger language plpgsql as $$
  begin
    perform add_first_notification_rules(new.uuid);
    return null;
  end
$$;
create trigger account_has_notification_rules after insert on account
  for each row execute function notification_rules_of_new_account();
`
