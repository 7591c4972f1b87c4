import {
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
} from '@assay/server/platform/database/database.ts'
import { type Ledger, onceBranch } from './clients.ts'

/** lost: acknowledged, but missing. twice: executed more than once. */
export interface Violation {
  kind: 'lost' | 'twice' | 'other'
  what: string
}

/** Each returns one row per violation: "what" describes it, and whether something was executed twice. */
const invariants: readonly string[] = [
  `select 'build ' || uuid || ' is still ' || state as what from build where state in ('queued', 'scanning')`,
  `select 'build ' || uuid || ' failed without a reason' as what from build
   where state = 'failed' and coalesce(reason, '') = ''`,
  `select 'build ' || build.uuid || ' is ' || build.state || ' with ' || count(scan.uuid) || ' scans' as what,
     count(scan.uuid) > 1 as twice
   from build left join scan on scan.account_uuid = build.account_uuid and scan.build_uuid = build.uuid
   group by build.account_uuid, build.uuid, build.state
   having count(scan.uuid) <> case build.state when 'success' then 1 else 0 end`,
  `select 'build ' || build.uuid || ' names another scan than its own' as what
   from build join scan on scan.account_uuid = build.account_uuid and scan.build_uuid = build.uuid
   where build.scan_uuid is distinct from scan.uuid`,
  // Running totals must match the rows they summarize.
  `select 'scan ' || number || ' of branch ' || branch_uuid || ': ' || problem as what from (
     select branch_uuid, number, case
       when number <> row_number() over of_branch then 'its number has a gap before it'
       when identified_total <> sum(identified_count) over of_branch then 'identified_total is not the sum'
       when addressed_total <> sum(mitigation_count) over of_branch then 'addressed_total is not the sum'
       when vulnerability_delta <> vulnerability_count - coalesce(lag(vulnerability_count) over of_branch, 0)
         then 'vulnerability_delta is not the difference'
       when scanned_at <= lag(scanned_at) over of_branch then 'it is older than the one before'
     end as problem
     from scan window of_branch as (partition by account_uuid, branch_uuid order by number)
   ) numbered where problem is not null`,
  // Counts of each scan must match the lifetimes of findings.
  `select 'scan ' || scan.number || ' of branch ' || scan.branch_uuid || ' counts other findings than there are' as what
   from scan left join lateral (
     select count(*) filter (where introduced_number = scan.number) as opened,
       count(*) filter (where ended_number = scan.number and end_kind in ('upgraded', 'removed')) as addressed,
       count(*) filter (where introduced_number <= scan.number
         and (ended_number is null or ended_number > scan.number)) as open
     from finding where finding.account_uuid = scan.account_uuid and finding.branch_uuid = scan.branch_uuid
   ) found on true
   where (identified_count, mitigation_count, vulnerability_count) is distinct from (opened, addressed, open)`,
  `select 'branch ' || branch.uuid || ' does not name its last scan' as what
   from branch left join lateral (
     select number, uuid from scan
     where scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
     order by number desc limit 1
   ) last on true
   where last_number <> coalesce(last.number, 0) or last_scan_uuid is distinct from last.uuid`,
  // Points of 32 bytes.
  `select 'branch ' || branch.uuid || ' has other points than scans' as what
   from branch left join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
   group by branch.account_uuid, branch.uuid
   having count(scan.uuid) <> coalesce((select sum(length(points)) / 32 from branch_series
     where branch_series.account_uuid = branch.account_uuid and branch_series.branch_uuid = branch.uuid), 0)`,
  `select 'build ' || (target ->> 'id') || ' has ' || count(*) || ' events ' || action as what, true as twice
   from audit_event where action in ('uploads.intoNew', 'uploads.folderIntoNew', 'builds.create')
   group by target ->> 'id', action having count(*) > 1`,
  `select 'branch ' || branch.name || ' has ' || count(*) || ' builds of one upload' as what, true as twice
   from build join branch on branch.account_uuid = build.account_uuid and branch.uuid = build.branch_uuid
   where branch.name like '${onceBranch}%' group by branch.uuid, branch.name having count(*) > 1`,
]

/** Finds all violations in the database. */
export async function checkRows(client: Client, { acknowledged }: Ledger): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const statement of invariants) {
    const { rows } = await client.query<{ what: string; twice?: boolean }>(`${statement} limit 5`)
    for (const { what, twice } of rows) violations.push({ kind: twice === true ? 'twice' : 'other', what })
  }
  const ids = [...acknowledged]
  const { rows: lost } = await client.query<{ id: string; problem: string }>(
    `select id, case when build.uuid is null then 'is lost' else 'has no event in the audit log' end as problem
     from unnest($1::uuid[]) id left join build on build.uuid = id
     where build.uuid is null or not exists (
       select from audit_event where target ->> 'id' = id::text
         and action in ('uploads.intoNew', 'uploads.folderIntoNew', 'builds.create', 'builds.start'))`,
    [ids],
  )
  for (const { id, problem } of lost)
    violations.push({ kind: 'lost', what: `the acknowledged build ${id} ${problem}` })
  return violations
}

export const countUnfinished = async (client: Client): Promise<number> => {
  const statement = `select count(*)::int as count from build where state in ('queued', 'scanning')`
  return (await client.query<{ count: number }>(statement)).rows[0]!.count
}

export type Connection = DatabaseOptions['connection']
type Client = Pick<OpenDatabase['pool'], 'query'>

/** Runs with a separate connection. */
export async function withClient<T>(
  connection: Connection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { pool } = openDatabase({ connection, maxConnections: 1, log: { error: () => undefined } })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
