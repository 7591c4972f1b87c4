import type pg from 'pg'

interface Portfolio {
  accountUuid: string
  /** Affected packages of each project, with 2.5 findings each on average. */
  packages: number
}

/** Gives projects open findings in common packages, the first ones most often, and upgrades that fix them. */
export async function fillFindings(pool: pg.Pool, { accountUuid, packages }: Portfolio): Promise<void> {
  await pool.query(signalRows)
  await pool.query(findingRows, [accountUuid, packages])
  await pool.query(upgradeRows, [accountUuid])
  for (const table of ['finding', 'branch_upgrade', 'advisory_signal'])
    await pool.query(`vacuum analyze ${table}`)
}

/** As many as the public EPSS list; every twentieth has a high probability of exploitation. */
const signalRows = `
  insert into advisory_signal (cve, in_catalog, epss)
  select 'CVE-2020-' || (10000 + n), n % 200 = 0, case when n % 20 = 0 then 0.5 else 0.001 end
  from generate_series(1, 300000) n on conflict do nothing`

/** Identifiers of version 8, as scans accept only valid ones. */
const findingRows = `
  insert into finding (account_uuid, uuid, branch_uuid, project_uuid, ecosystem, package_name, display_name,
    advisory_uuid, cve, severity, cvss, category, published_at, fixed_versions, versions, introduced_number,
    introduced_at, ssvc)
  select $1, gen_random_uuid(), drawn.branch_uuid, drawn.project_uuid, 'npm', 'package-' || drawn.package,
    'package-' || drawn.package, overlay(overlay(md5(drawn.package || '.' || k) placing '8' from 13) placing '8' from 17)::uuid, 'CVE-2020-' || (10000 + drawn.package * 10 + k),
    (array['critical', 'high', 'medium', 'low'])[1 + (drawn.package + k) % 4], 7.5, 'vulnerability', now(), '{2.0.0}',
    '[{"to": null, "from": 1, "version": "1.0.0", "evidence": [], "isDirect": true, "locations": ["package-lock.json"]}]',
    1, now(), case when drawn.package % 50 = 0 then 0 else 1 + (drawn.package + k) % 3 end
  from (
    select distinct uuid as branch_uuid, project_uuid, floor(power(random(), 3) * 2000)::int as package
    from branch, generate_series(1, $2::int) where account_uuid = $1) drawn
  cross join lateral generate_series(0, drawn.package % 4) k`

/** Rows as upgrade-store.ts writes them. */
const upgradeRows = `
  insert into branch_upgrade (account_uuid, branch_uuid, position, project_uuid, ecosystem, package_name, display_name,
    to_version, step, is_known_release, from_versions, is_direct, through, lockfile, critical, high, medium, low, none,
    unknown, shared, cves)
  select account_uuid, branch_uuid, row_number() over (partition by branch_uuid order by package_name) - 1,
    project_uuid, ecosystem, package_name, package_name, case when length(package_name) % 9 = 0 then '' else '2.0.0' end,
    2, true, '{1.0.0}', hashtext(branch_uuid || package_name) % 3 = 0, '{package-1}', 'package-lock.json',
    count(*) filter (where severity = 'critical'), count(*) filter (where severity = 'high'),
    count(*) filter (where severity = 'medium'), count(*) filter (where severity = 'low'), 0, 0, 0, array_agg(cve)
  from finding where account_uuid = $1
  group by account_uuid, branch_uuid, project_uuid, ecosystem, package_name`
