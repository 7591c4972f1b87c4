import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Api } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

/** The uuid of a project by its uuid or by any spelling of its url. Throws CommandError if there is none. */
export async function findProject(api: Api, accountUuid: string, url: string): Promise<string> {
  const projects = await api.projects.list({ params: { accountUuid } })
  const found = projects.find(
    (project) => project.uuid === url || projectIdentity(project.url) === projectIdentity(url),
  )
  if (found) return found.uuid
  throw new CommandError(
    exitCodes.noProject,
    `No project has the URL ${url}. List projects with 'assay projects'.`,
  )
}
