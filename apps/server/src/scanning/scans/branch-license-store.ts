import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import { isCurrent } from '#platform/database/current-components.ts'
import type { Tx } from '#platform/database/database.ts'
import type { LockedBranch } from './store.ts'

/** Maximum length of a non-SPDX license text shown in lists. */
const maxLicense = 500
const maxPolicies = 20

/** Current licenses of the branch's components. For a forbidden choice (OR), each of its licenses is counted. */
export async function replaceLicenses(
  tx: Tx,
  scope: Scope,
  branch: Pick<LockedBranch, 'uuid' | 'projectUuid' | 'lastNumber'>,
): Promise<void> {
  if (branch.lastNumber > 0)
    await sql`
    delete from branch_license
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${branch.uuid}`.execute(tx)
  await sql`
    insert into branch_license (account_uuid, branch_uuid, position, project_uuid, license, source, components,
      violating, policies)
    select ${scope.accountUuid}::uuid, ${branch.uuid}::uuid, row_number() over () - 1, ${branch.projectUuid}::uuid,
      license, source, components, violating,
      array(
        select distinct policy from jsonb_array_elements(forbidden) list, jsonb_array_elements_text(list) policy
        order by policy limit ${maxPolicies})
    from (
      select left(license, ${maxLicense}) as license, coalesce(license_source, 'declared') as source,
        count(*) as components, count(*) filter (where forbidding is not null) as violating,
        jsonb_agg(distinct forbidding) filter (where forbidding is not null) as forbidden
      from component_of_branch component
      cross join unnest(case when licenses = '{}' then '{""}' else licenses end) license
      cross join lateral (
        select jsonb_agg(distinct violation->>'policy') as forbidding
        from jsonb_array_elements(violations) violation
        where violation->>'license' = license
          or license = any(regexp_split_to_array(violation->>'license', '[() ]+'))) verdict
      where account_uuid = ${scope.accountUuid} and branch_uuid = ${branch.uuid} and ${isCurrent}
      group by 1, 2) grouped`.execute(tx)
}
