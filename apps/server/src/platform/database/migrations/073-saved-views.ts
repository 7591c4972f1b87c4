import { sql, type Kysely } from 'kysely'

/** Named filter criteria of lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table saved_view (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    list text not null,
    name text not null,
    criteria jsonb not null,
    -- The member who owns it, and with whom it is deleted; null if shared.
    private_of uuid,
    -- The team it is shared with; null for all members.
    team_uuid uuid,
    created_by uuid,
    created_at timestamptz not null default now(),
    primary key (account_uuid, uuid),
    check (private_of is null or team_uuid is null),
    foreign key (account_uuid, private_of) references member (account_uuid, uuid) on delete cascade,
    foreign key (account_uuid, team_uuid) references team (account_uuid, uuid) on delete cascade,
    foreign key (account_uuid, created_by) references member (account_uuid, uuid) on delete set null (created_by)
  )`,
  // A name is unique per list and audience.
  `create unique index saved_view_name on saved_view (account_uuid, list, private_of, team_uuid, lower(name))
    nulls not distinct`,
  `create index saved_view_private_of on saved_view (account_uuid, private_of)`,
  `create index saved_view_team on saved_view (account_uuid, team_uuid)`,
  `create index saved_view_created_by on saved_view (account_uuid, created_by)`,
]
