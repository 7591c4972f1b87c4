import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { accountScope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { catalogContents } from '#scanning/scans/component-catalog-store.ts'

interface BranchContent {
  accountUuid: string
  components: number
  /** Findings of the last scan; the previous scan has the same number, half of them in common. */
  findings: number
  excluded: number
}

export interface FilledBranch {
  projectUuid: string
  /** The first and the second. */
  reportUuids: [string, string]
}

/** A branch with two scans of the given size: a tree in which each component requires three others. */
export async function fillBranch(db: Database, content: BranchContent): Promise<FilledBranch> {
  const branch = { ...content, projectUuid: randomUUID(), branchUuid: randomUUID() }
  const reportUuids: [string, string] = [randomUUID(), randomUUID()]
  const scans = reportUuids.map((uuid, index) => scan(branch, { uuid, number: index + 1 }))
  for (const fill of [
    ...projectAndBranch({ ...branch, lastScan: reportUuids[1] }),
    ...scans.flat(),
    contents(branch),
    uses(branch),
    ...findings(branch),
  ])
    await fill.execute(db)
  const { rows } = await sql<{ digest: string }>`
    select encode(digest, 'hex') as digest from component_content
    where account_uuid = ${branch.accountUuid}`.execute(db)
  const scope = accountScope(branch.accountUuid)
  const digests = rows.map(({ digest }) => digest)
  await db.transaction().execute((tx) => catalogContents(tx, scope, digests))
  return { projectUuid: branch.projectUuid, reportUuids }
}

interface Branch extends BranchContent {
  projectUuid: string
  branchUuid: string
}

const projectAndBranch = ({
  accountUuid,
  projectUuid,
  branchUuid,
  lastScan,
}: Branch & { lastScan: string }): RawBuilder<unknown>[] => [
  sql`insert into project (account_uuid, uuid, url, name, tags)
    values (${accountUuid}, ${projectUuid}, ${`https://example.org/${projectUuid}`}, 'large', '{}')`,
  sql`insert into branch (account_uuid, uuid, project_uuid, name, last_number, last_scan_uuid, last_scanned_at)
    values (${accountUuid}, ${branchUuid}, ${projectUuid}, 'main', 2, ${lastScan}, now())`,
]

function scan(branch: Branch, { uuid, number }: { uuid: string; number: number }): RawBuilder<unknown>[] {
  const { accountUuid, projectUuid, branchUuid } = branch
  return [
    sql`insert into build (account_uuid, uuid, project_uuid, branch_uuid, source, state, scan_uuid)
      values (${accountUuid}, ${uuid}, ${projectUuid}, ${branchUuid}, 'upload', 'success', ${uuid})`,
    sql`insert into scan_row (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at,
        security_score, stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty,
        formula_version, outcome, component_count, languages, files, vulnerability_count, vulnerability_delta,
        identified_count, mitigation_count, identified_total, addressed_total, has_excluded, excluded)
      select ${accountUuid}, ${branchUuid}, ${number}::int, ${uuid}, ${projectUuid}, ${uuid}, now(), 0, 0, 100, 0,
        0, 0, 1, 'FAIL', ${branch.components}::int, '{nodejs}', '{}', ${branch.findings}::int, 0, 0, 0, 0, 0, true,
        (select jsonb_agg(jsonb_build_object('ecosystem', 'npm', 'packageName', 'package-' || number, 'displayName',
            'package-' || number, 'advisoryUuid', gen_random_uuid(), 'cve', null, 'severity', 'low', 'cvss', 2.5,
            'publishedAt', null, 'category', 'vulnerability', 'fixedVersions', '[]'::jsonb, 'exclusionUuid', null,
            'versions', ${versions(sql`number`)}))
          from generate_series(1, ${branch.excluded}::int) number)`,
  ]
}

const contents = ({ accountUuid, components }: Branch) => sql`
  insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, purl, licenses,
    violations, latest_minor, stability)
  select ${accountUuid}, decode(md5(number::text), 'hex'), 'npm', 'package-' || number, 'package-' || number, '1.0.0',
    'pkg:npm/package-' || number || '@1.0.0', '{MIT}', '[]', case when number % 4 = 0 then '1.9.0' end, '{}'
  from generate_series(1, ${components}::int) number
  on conflict do nothing`

const uses = ({ accountUuid, branchUuid, components }: Branch) => sql`
  insert into component_use (account_uuid, branch_uuid, introduced_number, digest, content, scope, is_direct,
    required_by, locations)
  select ${accountUuid}, ${branchUuid}, 1, digest, digest, 'runtime', number <= 3,
    case when number <= 3 then '{}' else array['package-' || number / 3 || '@1.0.0'] end, '{package-lock.json}'
  from generate_series(1, ${components}::int) number cross join lateral decode(md5(number::text), 'hex') digest`

/** A third each ends with the second scan, stays open, and is introduced by it: each scan has two of three rows. */
const findings = (branch: Branch): RawBuilder<unknown>[] =>
  [
    { first: 0, from: 1, to: 2 },
    { first: 1, from: 1, to: null },
    { first: 2, from: 2, to: null },
  ].map(
    ({ first, from, to }) => sql`
      insert into finding (account_uuid, uuid, branch_uuid, project_uuid, ecosystem, package_name, display_name,
        advisory_uuid, cve, severity, cvss, category, fixed_versions, versions, introduced_number, introduced_at, ssvc,
        ended_number, ended_at, end_kind, fixed_by, days_to_fix)
      select ${branch.accountUuid}, gen_random_uuid(), ${branch.branchUuid}, ${branch.projectUuid}, 'npm',
        'package-' || number, 'package-' || number, gen_random_uuid(), 'CVE-2026-' || number, 'high', 7.5,
        'vulnerability', '{2.0.0}', ${versions(sql`number`, { from, to })}, ${from}::int, now(), 1 + number % 3, ${to}::int,
        case when ${to}::int is not null then now() end,
        case when ${to}::int is not null then case when number % 2 = 0 then 'upgraded' else 'withdrawn' end end,
        case when ${to}::int is not null then 'package 2.0.0' end, null
      from (select 3 * item + ${first}::int + 4 as number
        from generate_series(0, ${branch.findings / 2 - 1}::int) item) numbered`,
  )

const versions = (number: RawBuilder<unknown>, span: object = {}) => sql`
  jsonb_build_array(${JSON.stringify({ version: '1.0.0', isDirect: false, locations: ['package-lock.json'], ...span })}::jsonb
    || jsonb_build_object('evidence', jsonb_build_array(jsonb_build_object('recordId', 'TEST-' || ${number},
      'packageName', 'package-' || ${number}, 'order', 'SemVer 2.0.0',
      'rule', '{"kind": "range", "range": {"introduced": "0", "fixed": "2.0.0"}}'::jsonb))))`
