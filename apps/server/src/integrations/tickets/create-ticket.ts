import type { Caller } from '#auth/scope.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { findBranch, findMainBranch, findProject } from '#projects/project-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { queueDelivery } from '#integrations/core/deliver-job.ts'
import type { Integration, IntegrationContext } from '#integrations/core/integration.ts'
import { findActive } from '#integrations/core/setup.ts'
import { findUpgrade, titleOf } from './draft.ts'
import { listOpenFindingsOf } from './open-finding-store.ts'
import { ensureTicket, listTickets } from './store.ts'

interface TicketRequest {
  integration: Integration
  projectUuid: string
  branch?: string | undefined
  ecosystem: string
  packageName: string
  advisoryUuid?: string | undefined
}

/**
 * Creates the ticket of an open finding or upgrade; a job creates its issue. Throws 404 if nothing is open under that
 * name, 409 if the integration is off.
 */
export async function createTicket(
  context: IntegrationContext & { db: Tx },
  { scope, memberUuid }: Caller,
  request: TicketRequest,
) {
  const { db: tx, queue } = context
  const project = (await findProject(tx, scope, request.projectUuid)) ?? throwNotFound('project')
  const { integration } = request
  if (!(await findActive(context, scope, integration)))
    throw new Problem(409, 'notConfigured', `${integration.texts.en.name} is not set up, or is turned off`)
  const of = { projectUuid: project.uuid, name: request.branch ?? '' }
  const branch =
    request.branch === undefined ? findMainBranch(tx, scope, project.uuid) : findBranch(tx, scope, of)
  const { uuid: branchUuid, name } = (await branch) ?? throwNotFound('branch')
  const { ecosystem, packageName, advisoryUuid = null } = request
  const findings = await listOpenFindingsOf(tx, scope, { branchUuid, ecosystem, packageName, advisoryUuid })
  const [first] = findings
  if (!first) throwNotFound('open vulnerability')
  const isUpgrade = advisoryUuid === null
  const upgrade = await findUpgrade(context, scope, findings)
  const title = titleOf({ findings, isUpgrade, where: `${project.url} ${name}` }, upgrade)
  const ticket = await ensureTicket(tx, scope, {
    tracker: integration.id,
    projectUuid: project.uuid,
    branchUuid,
    ecosystem: first.ecosystem,
    packageName: first.packageName,
    advisoryUuid,
    title,
    createdBy: memberUuid,
  })
  await queueDelivery({ tx, queue }, scope, {
    id: integration.id,
    topic: `ticket ${ticket.uuid}`,
    subject: title,
  })
  const made = { tracker: integration.id, projectUuid: project.uuid, limit: 1, uuid: ticket.uuid }
  const [row] = await listTickets(tx, scope, made)
  return {
    result: { ...ticket, projectUuid: project.uuid, row: row! },
    target: { ticketUuid: ticket.uuid },
    after: { title, branch: name },
  }
}
