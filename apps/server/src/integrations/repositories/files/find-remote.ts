import { repositoryAt } from '@assay/engine/project-address.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import {
  findConnectedAddress,
  findConnection,
} from '#integrations/repositories/connection/find-connection.ts'
import { serviceOf, siteOf } from '#integrations/repositories/dialects/hosts.ts'
import type { Remote } from './read-repository.ts'

/** The connected service and the address of its site; null if none is connected. */
export async function findSite(
  context: Pick<AppContext, 'db'>,
  scope: Scope,
): Promise<{ service: string; site: string } | null> {
  const address = await findConnectedAddress(context, scope)
  return address && { service: serviceOf(address).name, site: siteOf(address) }
}

/** The project's own repository, or the folder of it that its url names ('…#services/api'), if the account is connected with its service; null otherwise. */
export async function findRemote(
  context: Pick<AppContext, 'db' | 'vault' | 'config'>,
  scope: Scope,
  projectUrl: string,
): Promise<Remote | null> {
  const connection = await findConnection(context, scope)
  const repository = connection && repositoryAt(siteOf(connection), projectUrl)
  if (connection === null || repository === null) return null
  const folder = (/#(.*)$/.exec(projectUrl)?.[1] ?? '').replaceAll(/^\/+|\/+$/g, '')
  return { connection, repository, folder }
}
