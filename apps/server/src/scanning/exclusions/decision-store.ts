import { decisionStatuses } from '@assay/contract/decision-statuses.ts'
import { type DecisionStatus } from '@assay/contract/decisions.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { thisTransaction } from '#platform/database/this-transaction.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { type ExclusionRow, isInForce, isOwn, isVisible, ownTeams } from './store.ts'

// Decisions are exclusions with a state: what the scan reads, its numbers and VEX follow from one table.

export interface NewDecision {
  uuid: string
  target: Exclusion['target']
  projectUuid: string | null
  state: string
  justification: string | null
  reason: string
  /** Of exclusions: mitigated or unapplicable. */
  exclusionReason: string
  expiresAt: Date | null
  untilFix: boolean
  isWanted: boolean
  isExploitKnown: boolean
}

interface Made {
  changeUuid: string
  /** null: a policy. */
  memberUuid: string | null
  /** The policy rule. */
  ruleUuid?: string
}

/** Stands for the product and its policies, where exclusions name a member. */
export const nobody = '00000000-0000-0000-0000-000000000000'

export async function insertDecisions(
  tx: Tx,
  scope: Scope,
  { decisions, made }: { decisions: readonly NewDecision[]; made: Made },
): Promise<void> {
  if (decisions.length === 0) return
  const rows = decisions.map(({ target, ...each }) => ({ ...each, target }))
  await sql`
    insert into exclusion (account_uuid, uuid, domain, target, reason, description, project_uuid, team_uuids, created_by,
      expires_at, state, justification, until_fix, approval, change_uuid, is_exploit_known, rule_uuid)
    select ${scope.accountUuid}, uuid, 'security', target, "exclusionReason", reason, "projectUuid",
      case when "projectUuid" is null then ${ownTeams(scope, null)}::uuid[] end, ${made.memberUuid ?? nobody}::uuid,
      "expiresAt", state, justification, "untilFix", case when "isWanted" then 'wanted' else 'none' end,
      ${made.changeUuid}::uuid, "isExploitKnown", ${made.ruleUuid ?? null}::uuid
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as made(uuid uuid, target jsonb, "exclusionReason" text, reason text,
      "projectUuid" uuid, "expiresAt" timestamptz, state text, justification text, "untilFix" boolean, "isWanted" boolean,
      "isExploitKnown" boolean)`.execute(tx)
  await checkLimit(tx, scope, 'exclusions')
}

/** Those of a rule that have not ended. */
export async function listDecisionsOfRule(tx: Tx, scope: Scope, ruleUuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('exclusion')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('rule_uuid', '=', ruleUuid)
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ uuid }) => uuid)
}

/** Whatever they are, without a check of who may: for decisions of findings that the caller has locked. */
export async function endDecisions(
  tx: Tx,
  scope: Scope,
  { uuids, why }: { uuids: readonly string[]; why: string },
): Promise<ExclusionRow[]> {
  if (uuids.length === 0) return []
  return tx
    .updateTable('exclusion')
    .set({ removed_at: sql<Date>`now()`, end_reason: why })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where('removed_at', 'is', null)
    .returningAll()
    .execute()
}

/** Reinstates those that were ended by a change that is undone, unless they have expired. Returns which. */
export async function reinstateDecisions(tx: Tx, scope: Scope, uuids: readonly string[]): Promise<string[]> {
  if (uuids.length === 0) return []
  const rows = await tx
    .updateTable('exclusion')
    .set({ removed_at: null, end_reason: null })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .returning('uuid')
    .execute()
  return rows.map(({ uuid }) => uuid)
}

/** Those that wait for approval, were requested by another member and are wholly in the scope; locked. */
export const lockWanted = (
  tx: Tx,
  scope: Scope,
  { uuids, memberUuid }: { uuids: readonly string[]; memberUuid: string },
): Promise<ExclusionRow[]> =>
  tx
    .selectFrom('exclusion')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where('approval', '=', 'wanted')
    .where('removed_at', 'is', null)
    .where('created_by', '<>', memberUuid)
    .where(isOwn(scope))
    .orderBy('uuid')
    .forUpdate()
    .execute()

export const settleDecisions = (
  tx: Tx,
  scope: Scope,
  { uuids, isApproved, memberUuid }: { uuids: readonly string[]; isApproved: boolean; memberUuid: string },
) =>
  tx
    .updateTable('exclusion')
    .set({
      approval: isApproved ? 'approved' : 'rejected',
      approved_by: memberUuid,
      approved_at: sql<Date>`now()`,
      changed_in: thisTransaction,
      ...(!isApproved && { removed_at: sql<Date>`now()`, end_reason: 'rejected' }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .execute()

/** In force or waiting, and wholly in the scope; locked. */
export const lockOwn = (tx: Tx, scope: Scope, uuids: readonly string[]): Promise<ExclusionRow[]> =>
  tx
    .selectFrom('exclusion')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', sql<string>`any(${[...uuids]}::uuid[])`)
    .where('removed_at', 'is', null)
    .where('domain', '=', 'security')
    .where(isOwn(scope))
    .orderBy('uuid')
    .forUpdate()
    .execute()

export interface ListedDecision extends ExclusionRow {
  /** The timestamp as text: a Date would lose the microseconds. */
  position: string
  isOwn: boolean
  projectName: string | null
  cve: string | null
  publicId: string | null
  findings: number
}

export type DecisionFilter =
  | { uuids: readonly string[] }
  | {
      status: DecisionStatus
      after: { at: string; uuid: string } | null
      limit: number
    }

/** Days before its end from which a decision is ending. */
export const endingDays = 14

const conditionOf: Readonly<Record<DecisionStatus, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`approval = 'wanted' and removed_at is null`,
  active: sql<boolean>`approval <> 'wanted' and removed_at is null and (expires_at is null or expires_at > now())`,
  ending: sql<boolean>`approval <> 'wanted' and removed_at is null and expires_at > now()
    and expires_at < now() + make_interval(days => ${endingDays})`,
  ended: sql<boolean>`(removed_at is not null or expires_at <= now())`,
}

/** Of security, also those made as exclusions; newest first. */
export const listDecisions = (
  db: Database,
  scope: Scope,
  filter: DecisionFilter,
): Promise<ListedDecision[]> =>
  db
    .selectFrom('exclusion')
    .selectAll('exclusion')
    .select([
      sql<string>`exclusion.created_at::text`.as('position'),
      (eb) => sql<boolean>`${isOwn(scope)(eb)}`.as('isOwn'),
      sql<string | null>`(select name from project where project.account_uuid = exclusion.account_uuid
        and project.uuid = exclusion.project_uuid)`.as('projectName'),
      sql<
        string | null
      >`coalesce(target ->> 'cve', (select cve from advisory where advisory.uuid::text = target ->> 'uuid'))`.as(
        'cve',
      ),
      sql<string | null>`(select public_id from advisory where advisory.uuid::text = target ->> 'uuid')`.as(
        'publicId',
      ),
      sql<number>`(select count(*)::int from (select from finding_triage
        where finding_triage.account_uuid = exclusion.account_uuid
          and (decision_uuid = exclusion.uuid or wanted_uuid = exclusion.uuid) limit 1000) counted)`.as(
        'findings',
      ),
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('domain', '=', 'security')
    .where(isVisible(scope))
    .$if('uuids' in filter, (query) =>
      query.where('uuid', '=', sql<string>`any(${'uuids' in filter ? [...filter.uuids] : []}::uuid[])`),
    )
    .$if('status' in filter, (query) => {
      const { status, after, limit } = filter as Extract<DecisionFilter, { status: string }>
      return query
        .where(conditionOf[status])
        .$if(after !== null, (page) =>
          page.where(sql<boolean>`
            (created_at < ${after!.at}::timestamptz or (created_at = ${after!.at}::timestamptz and uuid > ${after!.uuid}::uuid))`),
        )
        .limit(limit)
    })
    .orderBy('created_at', 'desc')
    .orderBy('uuid')
    .execute()

/** How many have each status, at most 1,000 each. */
export async function countDecisions(db: Database, scope: Scope): Promise<Record<DecisionStatus, number>> {
  const countOf = async (status: DecisionStatus) => {
    const some = db
      .selectFrom('exclusion')
      .select(sql`1`.as('one'))
      .where('account_uuid', '=', scope.accountUuid)
      .where('domain', '=', 'security')
      .where(isVisible(scope))
      .where(conditionOf[status])
      .limit(1000)
    const { count } = await db
      .selectFrom(some.as('some'))
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  const counts = await Promise.all(decisionStatuses.map(async (status) => [status, await countOf(status)]))
  return Object.fromEntries(counts) as Record<DecisionStatus, number>
}

/** Those that end now, across accounts: expired, of an advisory that became known exploited, or of findings with a fix. */
export async function claimEnding(tx: Tx): Promise<ExclusionRow[]> {
  const { rows } = await sql<ExclusionRow>`
    update exclusion set removed_at = now(), end_reason = ending.why
    from (
      select account_uuid, uuid, 'expired' as why from exclusion
      where removed_at is null and approval <> 'wanted' and state is not null and expires_at <= now()
      union all
      select account_uuid, exclusion.uuid, 'exploited' from exclusion
      where removed_at is null and approval <> 'wanted' and state in ('accepted', 'snoozed') and not is_exploit_known
        and (expires_at is null or expires_at > now())
        and exists (
          select from advisory join advisory_signal on known_exploited
            and (advisory_signal.cve = advisory.cve or advisory_signal.cve = any(advisory.cves))
          where advisory.uuid::text = target ->> 'uuid')
      union all
      select account_uuid, exclusion.uuid, 'fix-available' from exclusion
      where removed_at is null and approval <> 'wanted' and until_fix and target ->> 'kind' = 'finding'
        and (expires_at is null or expires_at > now())
        and exists (
          select from branch join finding on finding.account_uuid = branch.account_uuid
            and finding.branch_uuid = branch.uuid and ended_at is null
          where branch.account_uuid = exclusion.account_uuid and branch.project_uuid = exclusion.project_uuid
            and finding.advisory_uuid::text = target ->> 'uuid' and ecosystem = target ->> 'ecosystem'
            and package_name = target ->> 'name' and cardinality(fixed_versions) > 0)
    ) ending
    where exclusion.account_uuid = ending.account_uuid and exclusion.uuid = ending.uuid and removed_at is null
    returning exclusion.*`.execute(tx)
  return rows
}

/** Branches of an account whose last scan left something out because of one of these, or whose running scan may do so. */
export async function listBranchesExcludedBy(db: Database, scope: Scope, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  const { rows } = await sql<{ accountUuid: string; branchUuid: string }>`
    select distinct branch.account_uuid as "accountUuid", branch.uuid as "branchUuid"
    from scan join branch on branch.account_uuid = scan.account_uuid and branch.uuid = scan.branch_uuid
      and branch.last_number = scan.number
    cross join jsonb_array_elements(scan.excluded) found
    where scan.account_uuid = ${scope.accountUuid} and scan.has_excluded
      and found ->> 'exclusionUuid' = any(${[...uuids]}::text[])
    union
    select account_uuid, branch_uuid from build
    where account_uuid = ${scope.accountUuid} and state = 'scanning'
    order by 1, 2`.execute(db)
  return rows
}

/** A decision in force or waiting about the same. Concurrent callers wait until the transaction ends. */
export async function lockSameDecision(
  tx: Tx,
  scope: Scope,
  { target, projectUuid }: Pick<NewDecision, 'target' | 'projectUuid'>,
): Promise<ExclusionRow | undefined> {
  const name = JSON.stringify(['exclusion', scope.accountUuid, 'security', target, projectUuid])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  return tx
    .selectFrom('exclusion')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('domain', '=', 'security')
    .where(sql<boolean>`project_uuid is not distinct from ${projectUuid}::uuid`)
    .where(sql<boolean>`target = ${jsonText(target)}::jsonb`)
    .where(sql<boolean>`team_uuids is not distinct from ${ownTeams(scope, projectUuid)}::uuid[]`)
    .where((eb) =>
      eb.or([isInForce(eb), eb.and([eb('removed_at', 'is', null), eb('approval', '=', 'wanted')])]),
    )
    .executeTakeFirst()
}
