import { RepositorySettings } from '@assay/contract/repository-issues.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { connectionOf, repositoryAt } from '#integrations/repository-issues/deliver.ts'
import { repositoryIssuesIntegration } from '#integrations/repository-issues/integration.ts'
import { siteOf } from '#integrations/repository-issues/wire-dialects.ts'
import { findActive } from '#integrations/shape/setup.ts'
import type { Remote } from './read-repository.ts'

/** The project's own repository, or the folder of it that its url names ('…#services/api'), if the account is connected with its service; null otherwise. */
export async function findRemote(
  context: Pick<AppContext, 'db' | 'vault' | 'config'>,
  scope: Scope,
  projectUrl: string,
): Promise<Remote | null> {
  const active = await findActive(context, scope, repositoryIssuesIntegration)
  if (!active) return null
  const settings = RepositorySettings.parse(active.settings)
  const repository = repositoryAt(siteOf(settings), projectUrl)
  if (repository === null) return null
  const folder = (/#(.*)$/.exec(projectUrl)?.[1] ?? '').replaceAll(/^\/+|\/+$/g, '')
  return { connection: connectionOf(context, settings), repository, folder }
}
