import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Api } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { type DependencyTrack, listAll } from './dependency-track-client.ts'
import type { TheirProject } from './dependency-track-objects.ts'
import { advisoryFinder, importAnalyses } from './import-analyses.ts'
import { importGroups } from './import-groups.ts'
import { importNotifications } from './import-notifications.ts'
import { importOwnAdvisories } from './import-own-advisories.ts'
import { importPolicies } from './import-rules.ts'
import { importTeams } from './import-teams.ts'
import type { ImportContext } from './import-context.ts'
import { inParallel } from './in-parallel.ts'
import { importProject, readPresent } from './import-versions.ts'
import type { SecretOf } from './map-rule.ts'
import { newTally, type Tally } from './tally.ts'

export interface ImportOptions {
  from: DependencyTrack
  /** Of the server or the file, for the message if it is something else. */
  place: string
  isDryRun: boolean
  /** Members of teams are invited by mail. */
  invites: boolean
  secretOf: SecretOf
  onProgress?: (done: number, all: number) => void
}

/**
 * Takes over what a Dependency-Track has. What is there already is left as it is, so that an import that was interrupted
 * continues when it is run again, and one that is repeated changes nothing.
 */
export async function importDependencyTrack(api: Api, options: ImportOptions): Promise<Tally> {
  const { from, place, isDryRun, invites, secretOf } = options
  const version = await from.get<{ application?: string }>('/api/version')
  if (version?.application !== 'Dependency-Track')
    throw new CommandError(exitCodes.configuration, `${place} is not a Dependency-Track API server.`)
  const { uuid: accountUuid } = await api.accounts.me()
  const context: ImportContext = { from, api, accountUuid, tally: newTally(), isDryRun }
  await importTeams({ ...context, invites })
  await importOwnAdvisories(context)
  await importPolicies(context, { ofProjects: false })
  const projects = await importProjects(context, options)
  // Their projects are there now.
  await importPolicies(context, { ofProjects: true })
  await importNotifications(context, secretOf)
  await importGroups(context, projects)
  return context.tally
}

async function importProjects(
  context: ImportContext,
  { onProgress }: ImportOptions,
): Promise<TheirProject[]> {
  const present = await readPresent(context)
  const all = inOrder(await listAll<TheirProject>(context.from, '/api/v1/project'))
  const byProject = [...Map.groupBy(all, ({ name }) => projectIdentity(name)).values()]
  let done = 0
  const projects = await inParallel(byProject, async (versions) => {
    const audited = await importProject(context, { present, versions })
    done += versions.length
    onProgress?.(done, all.length)
    return audited
  })
  // Their scans have mostly ended by now, and no rescan for a decision is in their way.
  const advisoryOf = advisoryFinder(context.api)
  await inParallel(
    projects.filter((project) => project !== null),
    (project) => importAnalyses(context, project, advisoryOf),
  )
  return all
}

/** Oldest inventories first. */
const inOrder = (projects: readonly TheirProject[]): TheirProject[] =>
  projects.toSorted((one, other) => (one.lastBomImport ?? 0) - (other.lastBomImport ?? 0))
