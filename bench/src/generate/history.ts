import { fillSeries } from '@assay/server/testing/fill-series.ts'
import type pg from 'pg'

export interface Account {
  accountUuid: string
  projects: number
  /** Scans of each project's only branch, spread evenly over the last days. */
  scans: number
  days: number
  /** The share of scans that introduce or fix something; defaults to all. */
  changing?: number
}

/** Fills an account with projects and a realistic history: drifting scores, introduced and fixed findings. */
export async function fillHistory(
  pool: pg.Pool,
  { accountUuid, projects, scans, days, changing = 1 }: Account,
): Promise<void> {
  const statements: [string, unknown[]][] = [
    ['select setseed(0.5)', []],
    [projectRows, [accountUuid, projects]],
    [branchRows, [accountUuid]],
    [scanRows, [accountUuid, scans, days, changing]],
    [lastRows, [accountUuid]],
  ]
  const client = await pool.connect()
  try {
    for (const [text, values] of statements) await client.query(text, values)
    for (const table of ['project', 'branch', 'scan_row']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release()
  }
  await fillSeries(pool.options, accountUuid)
}

const projectRows = `
  insert into project (account_uuid, uuid, url, name)
  select $1, gen_random_uuid(), 'https://example.org/group-' || n % 97 || '/project-' || n, 'group-' || n % 97 || '/project-' || n
  from generate_series(1, $2::int) n`

const branchRows = `
  insert into branch (account_uuid, uuid, project_uuid, name)
  select account_uuid, gen_random_uuid(), uuid, 'main' from project where account_uuid = $1`

/** One scan every days / scans, at an hour per project, with running totals like the product's. */
const scanRows = `
  with drawn as (
    select branch.uuid, branch.project_uuid, n as number,
      now() - make_interval(secs => 86400.0 * $3::int / $2::int * ($2::int - n) + 3600 + abs(hashtext(branch.uuid::text)) % 86400) as scanned_at,
      case when random() < $4::float8 then floor(random() * 4)::int else 0 end as opened,
      case when random() < $4::float8 then floor(random() * 4)::int else 0 end as fixed
    from branch, generate_series(1, $2::int) n where account_uuid = $1
  ), running as (
    select *, sum(opened) over w as identified, least(sum(fixed) over w, sum(opened) over w) as addressed
    from drawn window w as (partition by uuid order by number)
  ), counted as (
    select *, identified - addressed as open,
      identified - addressed - coalesce(lag(identified - addressed) over w, 0) as delta,
      addressed - coalesce(lag(addressed) over w, 0) as mitigated
    from running window w as (partition by uuid order by number)
  )
  insert into scan_row (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at, security_score,
    stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty, formula_version, outcome,
    component_count, languages, files, vulnerability_count, vulnerability_delta, identified_count, mitigation_count,
    identified_total, addressed_total)
  select $1, uuid, number, gen_random_uuid(), project_uuid, gen_random_uuid(), scanned_at, greatest(0, 100 - open * 7),
    80, 90, open * 7, 20, 10, 1, 'pass', 840, '{javascript}', '{package-lock.json}', open, delta, opened, mitigated,
    identified, addressed
  from counted`

const lastRows = `
  update branch set last_number = last.number, last_scan_uuid = last.uuid, last_scanned_at = last.scanned_at
  from (select distinct on (branch_uuid) branch_uuid, number, uuid, scanned_at from scan where account_uuid = $1
    order by branch_uuid, number desc) last
  where branch.account_uuid = $1 and branch.uuid = last.branch_uuid`
