import { sql, type Kysely } from 'kysely'

/** Private package registries of accounts. Their responses belong to the account and are deleted with the registry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table package_registry (
    account_uuid uuid not null references account on delete cascade,
    uuid uuid not null,
    ecosystem text not null,
    -- As entered: '@acme', 'com.acme', 'git.acme.example/team', 'acme-*'.
    pattern text not null,
    -- Prefixes of normalized names; a line break marks the end of a name.
    prefixes text[] not null,
    -- Without a trailing slash.
    url text not null,
    credential_kind text not null check (credential_kind in ('none', 'basic', 'bearer')),
    credentials bytea,
    is_enabled boolean not null default true,
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    last_success_at timestamptz,
    last_error_at timestamptz,
    error text,
    -- Consecutive.
    failures integer not null default 0,
    resumes_at timestamptz not null default now(),
    -- One process at a time queries a registry.
    leased_by uuid,
    leased_until timestamptz not null default now(),
    primary key (account_uuid, uuid),
    unique (account_uuid, ecosystem, prefixes),
    check ((credential_kind = 'none') = (credentials is null))
  )`,
  `alter table package_releases
    add column registry_uuid uuid,
    add foreign key (account_uuid, registry_uuid) references package_registry on delete cascade`,
  `drop index package_releases_due_of_account`,
  `create index package_releases_due_of_registry on package_releases (account_uuid, registry_uuid, next_check_at)
    where account_uuid is not null`,
]
