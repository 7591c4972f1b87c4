import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Deadline } from '@assay/engine/cases/regimes.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface DeadlineRow extends Deadline {
  caseUuid: string
  dueAt: Date | null
  doneAt: Date | null
  doneBy: string | null
}

/** In the order of the regimes and of the account's own. */
export async function listDeadlines(
  db: Database,
  { accountUuid }: Scope,
  caseUuids: readonly string[],
): Promise<DeadlineRow[]> {
  if (caseUuids.length === 0) return []
  const { rows } = await sql<DeadlineRow>`
    select case_uuid as "caseUuid", regime, step, starts, hours, due_at as "dueAt", done_at as "doneAt",
      done_by as "doneBy"
    from case_deadline where account_uuid = ${accountUuid} and case_uuid = any(${[...caseUuids]}::uuid[])
    order by case_uuid, position, regime, step`.execute(db)
  return rows
}

export interface PlannedDeadline extends Deadline {
  dueAt: Date | null
}

/** Those that are done stay as they are; others that are not planned are removed. */
export async function saveDeadlines(
  tx: Tx,
  { accountUuid }: Scope,
  { caseUuid, planned }: { caseUuid: string; planned: readonly PlannedDeadline[] },
): Promise<void> {
  const rows = planned.map((each, position) => ({ ...each, position }))
  const given = sql`jsonb_to_recordset(${jsonText(rows)}::jsonb) as given(regime text, step text, starts text,
    hours integer, "dueAt" timestamptz, position integer)`
  await sql`
    delete from case_deadline where account_uuid = ${accountUuid} and case_uuid = ${caseUuid} and done_at is null
      and (regime, step) not in (select given.regime, given.step from ${given})`.execute(tx)
  await sql`
    insert into case_deadline (account_uuid, case_uuid, regime, step, starts, hours, due_at, position)
    select ${accountUuid}, ${caseUuid}, regime, step, starts, hours, "dueAt", position from ${given}
    on conflict (account_uuid, case_uuid, regime, step) do update
    set starts = excluded.starts, hours = excluded.hours, due_at = excluded.due_at,
      is_reported = case_deadline.is_reported and case_deadline.due_at is not distinct from excluded.due_at,
      is_reminded = case_deadline.is_reminded and case_deadline.due_at is not distinct from excluded.due_at
    where case_deadline.done_at is null`.execute(tx)
}

export const deleteDeadlines = (tx: Tx, { accountUuid }: Scope, caseUuid: string) =>
  sql`delete from case_deadline where account_uuid = ${accountUuid} and case_uuid = ${caseUuid}`.execute(tx)

interface Settled extends Pick<DeadlineRow, 'caseUuid' | 'regime' | 'step'> {
  /** null: it is not done. */
  memberUuid: string | null
}

/** False if the case has no such deadline, or it is in this state already. */
export async function settleDeadline(
  tx: Tx,
  { accountUuid }: Scope,
  { caseUuid, regime, step, memberUuid }: Settled,
): Promise<boolean> {
  const isDone = memberUuid !== null
  const { rows } = await sql`
    update case_deadline set done_at = ${isDone ? sql`now()` : null}, done_by = ${memberUuid}
    where account_uuid = ${accountUuid} and case_uuid = ${caseUuid} and regime = ${regime} and step = ${step}
      and (done_at is not null) <> ${isDone}
    returning step`.execute(tx)
  return rows.length > 0
}

export interface ClaimedDeadline {
  accountUuid: string
  caseUuid: string
  advisoryUuid: string
  regime: string
  step: string
  dueAt: Date
  ownerUuid: string | null
}

/** Of open cases of active accounts; each is returned once. */
const claim = async (
  tx: Tx,
  flag: RawBuilder<unknown>,
  isDue: RawBuilder<SqlBool>,
): Promise<ClaimedDeadline[]> => {
  const { rows } = await sql<ClaimedDeadline>`
    update case_deadline set ${flag} = true
    from exploited_case join account on account.uuid = exploited_case.account_uuid
    where exploited_case.account_uuid = case_deadline.account_uuid and exploited_case.uuid = case_uuid
      and closed_at is null and is_active and ${isDue} and done_at is null and not ${flag}
    returning case_deadline.account_uuid as "accountUuid", case_uuid as "caseUuid", advisory_uuid as "advisoryUuid",
      regime, step, due_at as "dueAt", owner_uuid as "ownerUuid"`.execute(tx)
  return rows
}

export const claimOverdue = (tx: Tx) => claim(tx, sql`is_reported`, sql`due_at <= now()`)

/** Of its time, a quarter is left, or three days: 6 hours of 24, three days of 14. */
const leadTime = sql`least(hours / 4.0, 72) * interval '1 hour'`

/** Those whose end is near, but not past. */
export const claimDueSoon = (tx: Tx) =>
  claim(tx, sql`is_reminded`, sql`due_at > now() and due_at - ${leadTime} <= now()`)
