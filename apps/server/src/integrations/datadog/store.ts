import type { Measured } from '@assay/contract/coverage.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

export interface BranchNumbers {
  branchUuid: string
  project: string
  branch: string
  security: number
  stability: number
  licensing: number
  /** Scores that were not measured are not sent. */
  measured: Measured
  listed: number
  checked: number
}

/** The most recently scanned branches, by uuid; with branchUuid, only that one. */
export async function listBranches(
  db: Database,
  scope: Scope,
  { limit, branchUuid }: { limit: number; branchUuid: string | null },
): Promise<{ branches: BranchNumbers[]; total: number }> {
  const { rows } = await sql<BranchNumbers & { total: number }>`
    select * from (
      select branch.uuid as "branchUuid", project.url as project, branch.name as branch,
        scan.security_score as security, scan.stability_score as stability, scan.licensing_score as licensing,
        json_build_object('security', scan.security_measured, 'stability', scan.stability_measured,
          'licensing', scan.licensing_measured) as measured,
        scan.component_count as listed, scan.checked_count as checked,
        count(*) over ()::int as total
      from branch
      join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
      join scan on scan.account_uuid = branch.account_uuid and scan.branch_uuid = branch.uuid
        and scan.number = branch.last_number
      where branch.account_uuid = ${scope.accountUuid} and (${branchUuid}::uuid is null or branch.uuid = ${branchUuid})
      order by branch.last_scanned_at desc, branch.uuid limit ${limit}) newest
    order by "branchUuid"`.execute(db)
  return { branches: rows, total: rows[0]?.total ?? 0 }
}

export interface OpenFindings {
  branchUuid: string
  severity: string
  count: number
  /** Age in whole days, across all occurrences. */
  ages: number[]
}

/** Counted open findings, by branch and severity. at: epoch ms. */
export async function listOpen(
  db: Database,
  scope: Scope,
  { branches, at }: { branches: readonly string[]; at: number },
): Promise<OpenFindings[]> {
  const now = new Date(at)
  const { rows } = await sql<OpenFindings>`
    select open.branch_uuid as "branchUuid", upper(open.severity) as severity, count(*)::int as count,
      array_agg(floor(extract(epoch from age.total) / 86400)::int) as ages
    from finding open
    cross join lateral (
      select greatest(sum(coalesce(lifetime.ended_at, ${now}) - lifetime.introduced_at), interval '0') as total
      from finding lifetime
      where lifetime.account_uuid = open.account_uuid and lifetime.branch_uuid = open.branch_uuid
        and lifetime.ecosystem = open.ecosystem and lifetime.package_name = open.package_name
        and lifetime.advisory_uuid = open.advisory_uuid) age
    where open.account_uuid = ${scope.accountUuid} and open.branch_uuid = any(${[...branches]}::uuid[])
      and open.ended_at is null
    group by 1, 2`.execute(db)
  return rows
}

export interface Fixes {
  branchUuid: string
  severity: string
  count: number
}

/** Findings upgraded or removed after `since` and until `at`; epoch ms, by branch. */
export async function listFixes(
  db: Database,
  scope: Scope,
  { since, at }: { since: ReadonlyMap<string, number>; at: number },
): Promise<Fixes[]> {
  const [branches, times] = [[...since.keys()], [...since.values()].map((ms) => new Date(ms))]
  const { rows } = await sql<Fixes>`
    select finding.branch_uuid as "branchUuid", upper(severity) as severity, count(*)::int as count
    from unnest(${branches}::uuid[], ${times}::timestamptz[]) reserved(branch_uuid, since)
    join finding on finding.account_uuid = ${scope.accountUuid} and finding.branch_uuid = reserved.branch_uuid
    where end_kind in ('upgraded', 'removed') and ended_at > reserved.since and ended_at <= ${new Date(at)}
    group by 1, 2`.execute(db)
  return rows
}

/**
 * Assigns the fixes between the last delivery and `at` to this one, so that no other counts them. Returns the start of
 * the range in epoch ms, by branch; a branch never sent before starts at `first`.
 */
export async function reserveFixes(
  tx: Tx,
  scope: Scope,
  { branches, at, first }: { branches: readonly string[]; at: number; first: number },
): Promise<Map<string, number>> {
  const now = new Date(at)
  const { rows } = await sql<{ branchUuid: string; since: number }>`
    with before as (
      select wanted.branch_uuid, fixes_until
      from unnest(${[...branches].toSorted()}::uuid[]) wanted(branch_uuid)
      left join datadog_branch on account_uuid = ${scope.accountUuid}
        and datadog_branch.branch_uuid = wanted.branch_uuid
    ), reserved as (
      insert into datadog_branch (account_uuid, branch_uuid, fixes_until)
      select ${scope.accountUuid}::uuid, branch_uuid, ${now} from before order by branch_uuid
      on conflict (account_uuid, branch_uuid) do update
        set fixes_until = greatest(datadog_branch.fixes_until, excluded.fixes_until)
    )
    select branch_uuid as "branchUuid",
      floor(extract(epoch from coalesce(fixes_until, ${new Date(first)})) * 1000)::float8 as since
    from before`.execute(tx)
  return new Map(rows.map(({ branchUuid, since }) => [branchUuid, since]))
}

/**
 * Whether the branch is among the given number of branches that were sent last, so that after scans no more are sent
 * than the account wants. Epoch ms.
 */
export async function isWithinLimit(
  tx: Tx,
  scope: Scope,
  { branchUuid, limit, since }: { branchUuid: string; limit: number; since: number },
): Promise<boolean> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from datadog_branch other
    left join datadog_branch own on own.account_uuid = other.account_uuid and own.branch_uuid = ${branchUuid}
    where other.account_uuid = ${scope.accountUuid} and other.branch_uuid <> ${branchUuid}
      and other.fixes_until > greatest(own.fixes_until, ${new Date(since)})`.execute(tx)
  return rows[0]!.others < limit
}

/** Serializes reservations of an account until the transaction ends. */
export const lockReservations = (tx: Tx, { accountUuid }: Scope) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`datadog ${accountUuid}`}, 0))`.execute(tx)
