import type { JiraSettings } from './settings.ts'
import type { Scope } from '#auth/scope.ts'
import type { DeliveryTask, IntegrationContext } from '#integrations/core/integration.ts'
import { deliverTickets } from '#integrations/tickets/deliver-tickets.ts'
import { ticketText } from '#integrations/tickets/texts.ts'
import type { Wording } from '#platform/texts/text.ts'
import { saveStatuses } from '#integrations/tickets/store.ts'
import { type Connection, searchIssues } from './client.ts'
import { readProjectSettings } from './store.ts'
import { jiraTracker, label, trackedIssue } from './tracker.ts'

type Settings = JiraSettings

export const connectionOf = (
  { config }: Pick<IntegrationContext, 'config'>,
  { deployment, url, email, apiToken }: Settings,
): Connection => ({ config, deployment, url, email, apiToken })

export const deliverToJira = ({ settings, ...task }: DeliveryTask<Settings>): Promise<Wording | null> => {
  const request = { context: task.context, scope: task.scope, settings }
  return deliverTickets(task, {
    id: 'jira',
    rule: settings,
    canCreate: async (projectUuid) =>
      (await readProjectSettings(request.context.db, request.scope, projectUuid)).createsByRule,
    trackerOf: async (projectUuid) =>
      jiraTracker(connectionOf(request.context, settings), await targetOf(request, projectUuid)),
    poll: () => poll(request),
  })
}

interface DeliveryContext {
  context: IntegrationContext
  scope: Scope
  settings: Settings
}

async function targetOf({ context, scope, settings }: DeliveryContext, projectUuid: string) {
  const own = await readProjectSettings(context.db, scope, projectUuid)
  return { ...effectiveTarget(own, settings), fields: own.fields }
}

type Target = Pick<Settings, 'jiraProject' | 'issueTypeId'>

/** The project's own, otherwise the account's. */
export function effectiveTarget(own: Target, account: Target): Target {
  const defaultProject = account.jiraProject.toUpperCase()
  const jiraProject = own.jiraProject.toUpperCase() || defaultProject
  // An issue type is only valid for the project it is configured with.
  const defaultType = jiraProject === defaultProject ? account.issueTypeId : ''
  return { jiraProject, issueTypeId: own.issueTypeId || defaultType }
}

async function poll({ context, scope, settings }: DeliveryContext): Promise<Wording | null> {
  const connection = connectionOf(context, settings)
  const found = await searchIssues(connection, `labels = ${label} AND updated >= -24h ORDER BY updated DESC`)
  const issues = found.map((issue) => trackedIssue(connection, issue))
  const changed = await saveStatuses(context.db, scope, { tracker: 'jira', issues })
  return changed === 0 ? null : ticketText('statusesRead', { count: changed })
}
