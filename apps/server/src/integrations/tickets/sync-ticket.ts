import type { WhenFixed } from '@assay/contract/ticket-rule.ts'
import type { Scope } from '#auth/scope.ts'
import { isNotExecuted } from '#integrations/core/call-service.ts'
import { type IntegrationContext, Postponed } from '#integrations/core/integration.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import { draftOf, findUpgrade, markerOf } from './draft.ts'
import { countLifetimes, findFixedBy, listOpenFindingsOf, type OpenFinding } from './open-finding-store.ts'
import {
  claimCreation,
  deleteTicket,
  findTicket,
  releaseCreation,
  saveIssue,
  type TicketRow,
} from './store.ts'
import { ticketText } from './texts.ts'
import type { TrackedIssue, Tracker } from './tracker.ts'
import type { Wording } from '#platform/texts/text.ts'

/** Search indexes lag: an issue not found after this time was not created. */
const indexLagSeconds = 120

export interface SyncContext {
  context: IntegrationContext
  scope: Scope
  tracker: Tracker
  whenFixed: WhenFixed
}

/** Brings the issue up to date: creates, closes or reopens it, and reads its status. Returns a description. */
export async function syncTicket(sync: SyncContext, uuid: string): Promise<Wording> {
  const { context, scope, tracker } = sync
  const ticket = await findTicket(context.db, scope, uuid)
  if (!ticket) return ticketText('ticketGone')
  const subject = subjectOf(ticket)
  const findings = await listOpenFindingsOf(context.db, scope, subject)
  if (ticket.issue_key === null) return syncUncreated(sync, { ticket, findings })
  const issue = await tracker.read(ticket.issue_key)
  if (!issue) {
    await deleteTicket(context.db, scope, uuid)
    return ticketText('issueDeleted', { issue: ticket.issue_key })
  }
  await saveIssue(context.db, scope, { uuid, issue })
  if (findings.length === 0 && ticket.synced_state !== 'fixed') return closeFixed(sync, { ticket, issue })
  if (findings.length > 0 && ticket.synced_state === 'fixed') return reopenReturned(sync, { ticket, issue })
  if (findings.length > 0 && ticket.synced_state === 'nothing') return linkCreated(sync, { ticket, issue })
  return `${issue.key}: ${issue.status}`
}

const subjectOf = ({ branch_uuid, ecosystem, package_name, advisory_uuid }: TicketRow) => ({
  branchUuid: branch_uuid,
  ecosystem,
  packageName: package_name,
  advisoryUuid: advisory_uuid,
})

interface UncreatedTicket {
  ticket: TicketRow
  findings: OpenFinding[]
}

/** An earlier attempt may have created the issue: it is updated or closed then, even if the finding is fixed by now. */
async function syncUncreated(sync: SyncContext, uncreated: UncreatedTicket): Promise<Wording> {
  const { context, scope, tracker } = sync
  const { ticket, findings } = uncreated
  const { uuid } = ticket
  const issue = await findLost(tracker, ticket)
  if (issue) {
    await saveIssue(context.db, scope, { uuid, issue })
    return findings.length === 0 ? closeFixed(sync, { ticket, issue }) : linkCreated(sync, { ticket, issue })
  }
  if (findings.length > 0) return create(sync, uncreated)
  await deleteTicket(context.db, scope, uuid)
  return ticketText('issueNotNeeded')
}

async function create(
  { context, scope, tracker }: SyncContext,
  { ticket, findings }: UncreatedTicket,
): Promise<Wording> {
  const { db, config } = context
  const { uuid } = ticket
  const where = (await findBranchName(db, scope, ticket.branch_uuid)) ?? ticket.title
  const upgrade = await findUpgrade(context, scope, findings)
  const drafted = {
    uuid,
    projectUuid: ticket.project_uuid,
    branch: ticket.branch,
    where,
    findings,
    isUpgrade: ticket.advisory_uuid === null,
  }
  const draft = draftOf(config, drafted, upgrade)
  const issue = await createOnce({ context, scope, tracker }, { uuid, draft })
  // Saved first, so that the next attempt finds the issue if anything below fails.
  await saveIssue(db, scope, { uuid, issue })
  return linkCreated({ context, scope, tracker }, { ticket, issue })
}

async function linkCreated(
  { context, scope, tracker }: Pick<SyncContext, 'context' | 'scope' | 'tracker'>,
  { ticket, issue }: SyncedTicket,
): Promise<Wording> {
  const { uuid } = ticket
  await tracker.link(issue.key, { ...linkOf(context, ticket), isResolved: false })
  const read = (await tracker.read(issue.key)) ?? issue
  await saveIssue(context.db, scope, { uuid, issue: read, syncedState: 'open' })
  return ticketText('issueCreated', { issue: issue.key })
}

/** Finds an issue created by an earlier attempt with a lost response. */
async function findLost(tracker: Tracker, { uuid, attempted_at }: TicketRow): Promise<TrackedIssue | null> {
  if (attempted_at === null) return null
  const found = await tracker.find(markerOf(uuid))
  if (found) return found
  const remainingSeconds = indexLagSeconds - (Date.now() - attempted_at.getTime()) / 1000
  if (remainingSeconds <= 0) return null
  throw new Postponed(ticketText('issueUncertain'), {
    seconds: Math.ceil(remainingSeconds),
    isWholeService: false,
  })
}

async function createOnce(
  { context: { db }, scope, tracker }: Pick<SyncContext, 'context' | 'scope' | 'tracker'>,
  { uuid, draft }: { uuid: string; draft: ReturnType<typeof draftOf> },
): Promise<TrackedIssue> {
  // The attempt is so old that the search would have found its issue.
  const lostBefore = new Date(Date.now() - indexLagSeconds * 1000)
  if (!(await claimCreation(db, scope, { uuid, lostBefore })))
    throw new Postponed(ticketText('issueInProgress'), {
      seconds: indexLagSeconds,
      isWholeService: false,
    })
  try {
    return await tracker.create(draft)
  } catch (error) {
    if (isNotExecuted(error)) await releaseCreation(db, scope, uuid)
    throw error
  }
}

interface SyncedTicket {
  ticket: TicketRow
  issue: TrackedIssue
}

async function closeFixed(
  { context, scope, tracker, whenFixed }: SyncContext,
  { ticket, issue }: SyncedTicket,
): Promise<Wording> {
  const { db } = context
  const { uuid } = ticket
  const by = await findFixedBy(db, scope, subjectOf(ticket))
  const round = await countLifetimes(db, scope, subjectOf(ticket))
  if (whenFixed !== 'nothing')
    await tracker.comment(
      issue.key,
      `Fixed${by === null ? '' : ` by ${by}`}.`,
      `${markerOf(uuid)}-fixed-${round}`,
    )
  const isClosed = whenFixed === 'close' && !issue.isDone && (await tracker.close(issue.key))
  await tracker.link(issue.key, { ...linkOf(context, ticket), isResolved: true })
  await saveIssue(db, scope, { uuid, issue: (await tracker.read(issue.key)) ?? issue, syncedState: 'fixed' })
  return ticketText(isClosed ? 'issueClosed' : 'issueFixed', { issue: issue.key })
}

async function reopenReturned(
  { context, scope, tracker, whenFixed }: SyncContext,
  { ticket, issue }: SyncedTicket,
): Promise<Wording> {
  const { db } = context
  const { uuid } = ticket
  const round = await countLifetimes(db, scope, subjectOf(ticket))
  if (whenFixed !== 'nothing')
    await tracker.comment(issue.key, 'The vulnerability is back.', `${markerOf(uuid)}-open-${round}`)
  const isOpen = issue.isDone && whenFixed !== 'nothing' && (await tracker.reopen(issue.key))
  await tracker.link(issue.key, { ...linkOf(context, ticket), isResolved: false })
  await saveIssue(db, scope, { uuid, issue: (await tracker.read(issue.key)) ?? issue, syncedState: 'open' })
  return ticketText(isOpen ? 'issueReopened' : 'issueOpenAgain', { issue: issue.key })
}

const linkOf = ({ config }: IntegrationContext, { uuid, branch, project_uuid: projectUuid }: TicketRow) =>
  draftOf(config, { uuid, projectUuid, branch, where: '', findings: [], isUpgrade: true }, null).link
