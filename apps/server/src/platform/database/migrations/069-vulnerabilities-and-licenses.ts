import { sql, type Kysely } from 'kysely'

/** Open vulnerabilities and licenses per account, so that lists do not read all findings and components. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index finding_open_by_advisory on finding (account_uuid, advisory_uuid, ecosystem, package_name)
    where ended_at is null`,
  // Partial, since few scans have any.
  `create index scan_with_excluded on scan (account_uuid, branch_uuid, number) where excluded <> '[]'`,
  `create table branch_license (
    account_uuid uuid not null,
    branch_uuid uuid not null,
    position integer not null,
    project_uuid uuid not null,
    -- '' if no license is known.
    license text not null,
    source text not null,
    components integer not null,
    violating integer not null,
    -- Names of the policies that forbid it.
    policies text[] not null,
    primary key (account_uuid, branch_uuid, position),
    foreign key (account_uuid, branch_uuid) references branch on delete cascade
  )`,
  // Same as branch-license-store.ts for each scan, here for everything in use.
  `insert into branch_license
    select account_uuid, branch_uuid, row_number() over (partition by account_uuid, branch_uuid) - 1, project_uuid,
      license, source, components, violating,
      array(
        select distinct policy from jsonb_array_elements(forbidden) list, jsonb_array_elements_text(list) policy
        order by policy limit 20)
    from (
      select branch.account_uuid, branch.uuid as branch_uuid, branch.project_uuid, left(license, 500) as license,
        coalesce(license_source, 'declared') as source, count(*) as components,
        count(*) filter (where forbidding is not null) as violating,
        jsonb_agg(distinct forbidding) filter (where forbidding is not null) as forbidden
      from component
      join branch on branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
      cross join unnest(case when licenses = '{}' then '{""}' else licenses end) license
      cross join lateral (
        select jsonb_agg(distinct violation->>'policy') as forbidding
        from jsonb_array_elements(violations) violation
        where violation->>'license' = license
          or license = any(regexp_split_to_array(violation->>'license', '[() ]+'))) verdict
      where ended_number is null
      group by 1, 2, 3, 4, 5) grouped`,
]
