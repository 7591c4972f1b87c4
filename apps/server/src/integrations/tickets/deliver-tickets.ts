import type { TicketRule } from '@assay/contract/ticket-rule.ts'
import { findBranchProject } from '#integrations/core/branch-store.ts'
import type { DeliveryTask } from '#integrations/core/integration.ts'
import { findMainBranch } from '#projects/project-store.ts'
import { planTickets } from './plan-tickets.ts'
import { findTicket } from './store.ts'
import { syncTicket } from './sync-ticket.ts'
import { ticketText } from './texts.ts'
import type { Wording } from '#platform/texts/text.ts'
import type { Tracker } from './tracker.ts'

/** Differences between ticket integrations. */
export interface TicketIntegration {
  /** Id of the integration. */
  id: string
  rule: TicketRule
  /** Whether issues of a project are created automatically. */
  canCreate(projectUuid: string): Promise<boolean>
  trackerOf(projectUuid: string): Promise<Tracker>
  /** Polls the status of issues, for services without webhooks and missed calls. Returns a description. */
  poll(): Promise<Wording | null>
}

type DeliveryContext = Pick<DeliveryTask<unknown>, 'context' | 'scope'>

/** By topic: a branch after a scan, one ticket, or all statuses. */
export async function deliverTickets(
  { context, scope, delivery }: Pick<DeliveryTask<unknown>, 'context' | 'scope' | 'delivery'>,
  tickets: TicketIntegration,
): Promise<Wording | null> {
  const [kind = '', uuid = ''] = delivery.topic.split(' ')
  if (kind === 'branch') return planBranch({ context, scope }, tickets, uuid)
  if (kind === 'ticket') return sync({ context, scope }, tickets, uuid)
  return tickets.poll()
}

async function planBranch(
  { context, scope }: DeliveryContext,
  { id, rule, canCreate }: TicketIntegration,
  branchUuid: string,
): Promise<Wording | null> {
  const projectUuid = await findBranchProject(context.db, scope, branchUuid)
  if (projectUuid === null) return null
  const main = await findMainBranch(context.db, scope, projectUuid)
  const creates = rule.createsByRule && main?.uuid === branchUuid && (await canCreate(projectUuid))
  const planning = { tracker: id, projectUuid, branchUuid, rule: creates ? rule : null }
  const count = await planTickets(context, scope, planning)
  return count === 0 ? null : ticketText('issuesPlanned', { count })
}

async function sync(
  { context, scope }: DeliveryContext,
  tickets: TicketIntegration,
  ticketUuid: string,
): Promise<Wording> {
  const ticket = await findTicket(context.db, scope, ticketUuid)
  if (!ticket) return ticketText('ticketGone')
  const tracker = await tickets.trackerOf(ticket.project_uuid)
  return syncTicket({ context, scope, tracker, whenFixed: tickets.rule.whenFixed }, ticketUuid)
}
