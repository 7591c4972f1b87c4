import { RepositorySettings } from '@assay/contract/repository-issues.ts'
import { repositoryAt } from '@assay/engine/project-address.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import { connectionOf } from '#integrations/repository-issues/deliver.ts'
import { repositoryIssuesIntegration } from '#integrations/repository-issues/integration.ts'
import { serviceOf, siteOf } from '#integrations/repository-issues/wire-dialects.ts'
import { findActive } from '#integrations/shape/setup.ts'
import { findSetup } from '#integrations/shape/setup-store.ts'
import type { Remote } from './read-repository.ts'

const Service = RepositorySettings.pick({ service: true, url: true })

/** The connected service and the address of its site; null if none is connected. */
export async function findConnection(
  { db }: Pick<AppContext, 'db'>,
  scope: Scope,
): Promise<{ service: string; site: string } | null> {
  const setup = await findSetup(db, scope, repositoryIssuesIntegration.id)
  if (!setup?.isActive) return null
  const settings = Service.parse(setup.settings)
  return { service: serviceOf(settings).name, site: siteOf(settings) }
}

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
