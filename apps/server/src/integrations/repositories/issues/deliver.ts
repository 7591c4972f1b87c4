import { repositoryAt } from '@assay/engine/project-address.ts'
import type { DeliveryTask } from '#integrations/core/integration.ts'
import { deliverTickets } from '#integrations/tickets/deliver-tickets.ts'
import { ticketText } from '#integrations/tickets/texts.ts'
import type { Wording } from '#platform/texts/text.ts'
import { listIssueKeys, saveStatuses } from '#integrations/tickets/store.ts'
import { findProject } from '#projects/project-store.ts'
import { connectionOf } from '#integrations/repositories/connection/client.ts'
import { connectionId as id } from '#integrations/repositories/connection/find-connection.ts'
import { siteOf } from '#integrations/repositories/dialects/hosts.ts'
import type { RepositorySettings } from './settings.ts'
import { listIssues, repositoryTracker, requireRepository } from './tracker.ts'

/** Maximum issues of one account whose status is polled. */
const maxRepositories = 50
const maxKeys = 5000
const polledMs = 24 * 3_600_000

type DeliveryContext = DeliveryTask<RepositorySettings>

export const deliverToRepository = (task: DeliveryContext): Promise<Wording | null> =>
  deliverTickets(task, {
    id,
    rule: task.settings,
    canCreate: async (projectUuid) => (await repositoryOf(task, projectUuid)) !== null,
    trackerOf: async (projectUuid) =>
      repositoryTracker(connectionOf(task.context, task.settings), {
        repository: requireRepository(await repositoryOf(task, projectUuid)),
        isConfidential: task.settings.isConfidential,
      }),
    poll: () => poll(task),
  })

/** The repository for a project's issues: the configured one, otherwise its own; null if it is not at this service. */
async function repositoryOf(
  { context, scope, settings }: Pick<DeliveryContext, 'context' | 'scope' | 'settings'>,
  projectUuid: string,
): Promise<string | null> {
  const project = await findProject(context.db, scope, projectUuid)
  return project ? repositoryFor(settings, project.url) : null
}

/** The same by the project's url. */
export const repositoryFor = (
  settings: Pick<RepositorySettings, 'service' | 'url' | 'repository'>,
  projectUrl: string,
): string | null => settings.repository || repositoryAt(siteOf(settings), projectUrl)

async function poll({ context, scope, settings }: DeliveryContext): Promise<Wording | null> {
  const connection = connectionOf(context, settings)
  const keys = await listIssueKeys(context.db, scope, { tracker: id, limit: maxKeys })
  const repositories = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('#'))))
  const since = new Date(Date.now() - polledMs)
  let changed = 0
  for (const repository of [...repositories].slice(0, maxRepositories)) {
    const found = await listIssues(connection, repository, since)
    // A renamed repository returns its new name, but the keys of its tickets have the old one.
    const issues = found.map((issue) => ({ ...issue, key: `${repository}#${issue.number}` }))
    changed += await saveStatuses(context.db, scope, { tracker: id, issues })
  }
  return changed === 0 ? null : ticketText('statusesRead', { count: changed })
}
