import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { TrackedIssue } from './tracker.ts'

export interface NewTicket {
  tracker: string
  projectUuid: string
  branchUuid: string
  ecosystem: string
  packageName: string
  advisoryUuid: string | null
  title: string
  createdBy: string | null
}

const thingOf = ({ ecosystem, packageName, advisoryUuid }: NewTicket): string =>
  advisoryUuid === null
    ? `upgrade ${ecosystem} ${packageName}`
    : `finding ${ecosystem} ${packageName} ${advisoryUuid}`

/** Finds or creates the ticket. */
export async function ensureTicket(
  tx: Tx,
  scope: Scope,
  ticket: NewTicket,
): Promise<{ uuid: string; isNew: boolean }> {
  const thing = thingOf(ticket)
  const inserted = await tx
    .insertInto('ticket')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      tracker: ticket.tracker,
      project_uuid: ticket.projectUuid,
      branch_uuid: ticket.branchUuid,
      ecosystem: ticket.ecosystem,
      package_name: ticket.packageName,
      advisory_uuid: ticket.advisoryUuid,
      thing,
      title: ticket.title,
      created_by: ticket.createdBy,
    })
    .onConflict((conflict) =>
      // Locks an existing row, so that it is not deleted before it is used.
      conflict.columns(['account_uuid', 'tracker', 'branch_uuid', 'thing']).doUpdateSet({ thing }),
    )
    .returning(['uuid', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
  return { uuid: inserted.uuid, isNew: inserted.isNew }
}

export const findTicket = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('ticket')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('branch')
        .select('name')
        .whereRef('branch.account_uuid', '=', 'ticket.account_uuid')
        .whereRef('branch.uuid', '=', 'ticket.branch_uuid')
        .as('branch'),
    )
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .executeTakeFirst()

export type TicketRow = NonNullable<Awaited<ReturnType<typeof findTicket>>>

export const findTicketByIssue = (db: Database, scope: Scope, of: { tracker: string; key: string }) =>
  db
    .selectFrom('ticket')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('tracker', '=', of.tracker)
    .where('issue_key', '=', of.key)
    .executeTakeFirst()

export interface ListedTicket extends TicketRow {
  branch: string
  openCount: number
}

/** Whether a finding of the ticket is open. */
const isTicketFinding = sql`finding.account_uuid = ticket.account_uuid and finding.branch_uuid = ticket.branch_uuid
  and finding.ecosystem = ticket.ecosystem and finding.package_name = ticket.package_name
  and (ticket.advisory_uuid is null or finding.advisory_uuid = ticket.advisory_uuid) and finding.ended_at is null`

/** Newest first. */
export async function listTickets(
  db: Database,
  scope: Scope,
  of: { tracker: string; projectUuid: string; limit: number; uuid?: string },
): Promise<ListedTicket[]> {
  const { rows } = await sql<ListedTicket>`
    select ticket.*, branch.name as branch,
      (select count(*)::int from finding where ${isTicketFinding}) as "openCount"
    from ticket join branch on branch.account_uuid = ticket.account_uuid and branch.uuid = ticket.branch_uuid
    where ticket.account_uuid = ${scope.accountUuid} and ticket.tracker = ${of.tracker}
      and ticket.project_uuid = ${of.projectUuid} and (${of.uuid ?? null}::uuid is null or ticket.uuid = ${of.uuid ?? null})
    order by ticket.created_at desc, ticket.uuid limit ${of.limit}`.execute(db)
  return rows
}

/** Tickets of a branch whose issue must be updated. */
export async function listUnsynced(
  db: Database,
  scope: Scope,
  { tracker, branchUuid }: { tracker: string; branchUuid: string },
): Promise<{ uuid: string; title: string }[]> {
  const { rows } = await sql<{ uuid: string; title: string }>`
    select uuid, title from (
      select ticket.uuid, title, synced_state,
        exists (select from finding where ${isTicketFinding}) as is_open
      from ticket where account_uuid = ${scope.accountUuid} and tracker = ${tracker} and branch_uuid = ${branchUuid}
    ) known
    where is_open and synced_state <> 'open' or not is_open and synced_state <> 'fixed'
    order by uuid`.execute(db)
  return rows
}

/** Whether this attempt may create the issue. An attempt from before the given time counts as lost. */
export async function claimCreation(
  db: Database,
  scope: Scope,
  { uuid, lostBefore }: { uuid: string; lostBefore: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ticket')
    .set({ attempted_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('issue_key', 'is', null)
    .where((where) => where.or([where('attempted_at', 'is', null), where('attempted_at', '<', lostBefore)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that nothing was created. */
export const releaseCreation = (db: Database, scope: Scope, uuid: string) =>
  db
    .updateTable('ticket')
    .set({ attempted_at: null })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

export const saveIssue = (
  db: Database,
  scope: Scope,
  { uuid, issue, syncedState }: { uuid: string; issue: TrackedIssue; syncedState?: 'open' | 'fixed' },
) =>
  db
    .updateTable('ticket')
    .set({
      issue_key: issue.key,
      issue_url: issue.url,
      status: issue.status.slice(0, 200),
      is_done: issue.isDone,
      ...(syncedState && { synced_state: syncedState }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** For an issue that was deleted or is not needed: if still open, a new one is created on request or by the rule. */
export const deleteTicket = (db: Database, scope: Scope, uuid: string) =>
  db.deleteFrom('ticket').where('account_uuid', '=', scope.accountUuid).where('uuid', '=', uuid).execute()

/** Returns how many changed. */
export async function saveStatuses(
  db: Database,
  scope: Scope,
  { tracker, issues }: { tracker: string; issues: readonly TrackedIssue[] },
): Promise<number> {
  const { rows } = await sql`
    update ticket set status = given.status, is_done = given.is_done
    from unnest(${issues.map(({ key }) => key)}::text[], ${issues.map(({ status }) => status.slice(0, 200))}::text[],
      ${issues.map(({ isDone }) => isDone)}::boolean[]) given(key, status, is_done)
    where account_uuid = ${scope.accountUuid} and tracker = ${tracker} and issue_key = given.key
      and (ticket.status is distinct from given.status or ticket.is_done <> given.is_done)
    returning uuid`.execute(db)
  return rows.length
}

/** Keys of the newest issues. */
export const listIssueKeys = (
  db: Database,
  scope: Scope,
  { tracker, limit }: { tracker: string; limit: number },
): Promise<string[]> =>
  db
    .selectFrom('ticket')
    .select('issue_key')
    .where('account_uuid', '=', scope.accountUuid)
    .where('tracker', '=', tracker)
    .where('issue_key', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
    .then((rows) => rows.flatMap(({ issue_key: key }) => key ?? []))
