import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

interface Requested {
  needsScan: boolean
}

/** Returns whether no evaluation waits or runs that another one could follow. */
export async function addRequest(tx: Tx, { accountUuid }: Scope, { needsScan }: Requested): Promise<boolean> {
  const { rows } = await sql<{ isIdle: boolean }>`
    with before as (
      select finished_at >= requested_at or started_at is null as is_idle from policy_evaluation
      where account_uuid = ${accountUuid} for update)
    insert into policy_evaluation (account_uuid, requested_at, needs_scan)
    values (${accountUuid}, clock_timestamp(), ${needsScan})
    on conflict (account_uuid) do update set requested_at = clock_timestamp(),
      needs_scan = policy_evaluation.needs_scan or excluded.needs_scan
    returning coalesce((select is_idle from before), true) as "isIdle"`.execute(tx)
  return rows[0]!.isIdle
}

export interface Evaluation {
  afterBranch: string | null
  /** Whether every branch is scanned again. */
  scansAll: boolean
  evaluated: number
  rescanned: number
}

/** Goes on with an evaluation, or starts the one that waits; null if there is none, or another process is at it. */
export async function continueEvaluation(tx: Tx, { accountUuid }: Scope): Promise<Evaluation | null> {
  const { rows } = await sql<Evaluation>`
    with found as (
      select account_uuid, started_at is null or finished_at is not null as is_new from policy_evaluation
      where account_uuid = ${accountUuid}
        and (started_at is null or finished_at is null or requested_at > started_at)
      for update skip locked)
    update policy_evaluation set
      started_at = case when is_new then clock_timestamp() else started_at end,
      finished_at = null,
      after_branch = case when is_new then null else after_branch end,
      scans_all = case when is_new then needs_scan else scans_all end,
      needs_scan = not is_new and needs_scan,
      evaluated = case when is_new then 0 else evaluated end,
      rescanned = case when is_new then 0 else rescanned end
    from found where policy_evaluation.account_uuid = found.account_uuid
    returning after_branch as "afterBranch", scans_all as "scansAll", evaluated, rescanned`.execute(tx)
  return rows[0] ?? null
}

/** Returns whether another one was asked for meanwhile. */
export async function saveEvaluation(
  tx: Tx,
  { accountUuid }: Scope,
  { afterBranch, evaluated, rescanned, isFinished }: Evaluation & { isFinished: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    update policy_evaluation set after_branch = ${afterBranch}::uuid, evaluated = ${evaluated}, rescanned = ${rescanned},
      finished_at = case when ${isFinished}::boolean then clock_timestamp() end
    where account_uuid = ${accountUuid} returning requested_at > started_at as "isWaiting"`.execute(tx)
  return rows[0]?.isWaiting ?? false
}

/** A failed one leaves nothing that waits: the next change starts anew. */
export const dropEvaluation = (db: Database, { accountUuid }: Scope) =>
  sql`delete from policy_evaluation where account_uuid = ${accountUuid}`.execute(db)

export interface EvaluationState {
  isWaiting: boolean
  startedAt: Date | null
  finishedAt: Date | null
  evaluated: number
  rescanned: number
}

export const findEvaluation = async (
  db: Database,
  { accountUuid }: Scope,
): Promise<EvaluationState | undefined> =>
  (
    await sql<EvaluationState>`
      select started_at is null or requested_at > started_at as "isWaiting", started_at as "startedAt",
        finished_at as "finishedAt", evaluated, rescanned
      from policy_evaluation where account_uuid = ${accountUuid}`.execute(db)
  ).rows[0]
