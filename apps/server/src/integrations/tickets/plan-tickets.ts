import { ticketSeverities, type TicketRule } from '@assay/contract/ticket-rule.ts'
import type { Scope } from '#auth/scope.ts'
import { queueDelivery } from '#integrations/core/deliver-job.ts'
import { findBranchName } from '#integrations/core/branch-store.ts'
import type { IntegrationContext } from '#integrations/core/integration.ts'
import { findUpgrade, titleOf } from './draft.ts'
import { listOpenFindingsOf, type OpenFinding } from './open-finding-store.ts'
import { ensureTicket, listUnsynced } from './store.ts'

export interface Planning {
  tracker: string
  projectUuid: string
  branchUuid: string
  /** null: only existing tickets are updated. */
  rule: TicketRule | null
}

/** A first scan may find thousands: the most severe come first, the others after later scans. */
const maxNewTickets = 100

/** Creates the tickets required by the rule, and queues those whose issue must be updated. */
export async function planTickets(
  context: IntegrationContext,
  scope: Scope,
  planning: Planning,
): Promise<number> {
  const { db, queue } = context
  const { tracker, projectUuid, branchUuid, rule } = planning
  const where = (await findBranchName(db, scope, branchUuid)) ?? ''
  const planned = rule ? await listWanted(context, scope, { branchUuid, rule, where }) : []
  return db.transaction().execute(async (tx) => {
    let created = 0
    for (const { title, packageName, ecosystem, advisoryUuid } of planned) {
      if (created >= maxNewTickets) break
      const ticket = {
        tracker,
        projectUuid,
        branchUuid,
        ecosystem,
        packageName,
        advisoryUuid,
        title,
        createdBy: null,
      }
      if ((await ensureTicket(tx, scope, ticket)).isNew) created++
    }
    const unsynced = await listUnsynced(tx, scope, { tracker, branchUuid })
    for (const { uuid, title } of unsynced)
      await queueDelivery({ tx, queue }, scope, { id: tracker, topic: `ticket ${uuid}`, subject: title })
    return unsynced.length
  })
}

interface PlannedTicket {
  ecosystem: string
  packageName: string
  advisoryUuid: string | null
  title: string
}

async function listWanted(
  context: IntegrationContext,
  scope: Scope,
  { branchUuid, rule, where }: { branchUuid: string; rule: TicketRule; where: string },
): Promise<PlannedTicket[]> {
  const limit = ticketSeverities.indexOf(rule.minSeverity)
  const severities: readonly string[] = ticketSeverities.slice(0, limit + 1)
  const counts = ({ severity, category }: OpenFinding) =>
    category === 'malware' || severities.includes(severity)
  const findings = await listOpenFindingsOf(context.db, scope, { branchUuid })
  const isUpgrade = rule.ticketsFor === 'upgrade'
  const keyOf = ({ ecosystem, packageName, advisoryUuid }: OpenFinding) =>
    [ecosystem, packageName, isUpgrade ? '' : advisoryUuid].join(' ')
  const planned: PlannedTicket[] = []
  for (const group of Map.groupBy(findings, keyOf).values()) {
    if (!group.some(counts)) continue
    const upgrade = await findUpgrade(context, scope, group)
    if (rule.onlyWithFix && upgrade === null) continue
    const [{ ecosystem, packageName, advisoryUuid }] = group as [OpenFinding]
    const title = titleOf({ findings: group, isUpgrade, where }, upgrade)
    planned.push({ ecosystem, packageName, advisoryUuid: isUpgrade ? null : advisoryUuid, title })
  }
  return planned
}
