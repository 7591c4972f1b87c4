import { type Connection, connectDependencyTrack } from './dependency-track-client.ts'
import type { TheirProject } from './dependency-track-objects.ts'
import { importGroups } from './import-groups.ts'
import { type ImportContext, importVersion, readPresent } from './import-versions.ts'
import { importPolicies, importRules, importTeams, nameTheRest } from './import-settings.ts'
import { newTally, type Tally } from './tally.ts'
import type { Api } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

export interface ImportOptions extends Connection {
  isDryRun: boolean
  onProgress?: (done: number, all: number) => void
}

/** Requests at once, on both sides. */
const versionsAtOnce = 4

/**
 * Takes over what a Dependency-Track has. What is there already is left as it is, so that an import that was interrupted
 * continues when it is run again, and one that is repeated changes nothing.
 */
export async function importDependencyTrack(api: Api, options: ImportOptions): Promise<Tally> {
  const from = connectDependencyTrack(options)
  const version = await from.get<{ application?: string }>('/api/version')
  if (version?.application !== 'Dependency-Track')
    throw new CommandError(exitCodes.configuration, `${options.url} is not a Dependency-Track API server.`)
  const { uuid: accountUuid } = await api.accounts.me()
  const context: ImportContext = { from, api, accountUuid, tally: newTally(), isDryRun: options.isDryRun }
  await importTeams(context)
  await importPolicies(context)
  const projects = await importVersions(context, options)
  await importRules(context)
  await importGroups(context, projects)
  await nameTheRest(context)
  return context.tally
}

async function importVersions(
  context: ImportContext,
  { onProgress }: ImportOptions,
): Promise<TheirProject[]> {
  const present = await readPresent(context)
  const projects: TheirProject[] = []
  for await (const page of context.from.list<TheirProject>('/api/v1/project')) projects.push(...page)
  let done = 0
  for (const group of chunks(inOrder(projects), versionsAtOnce)) {
    await Promise.all(group.map((project) => importVersion(context, present, project)))
    done += group.length
    onProgress?.(done, projects.length)
  }
  return projects
}

/** Oldest inventories first. */
const inOrder = (projects: readonly TheirProject[]): TheirProject[] =>
  projects.toSorted((one, other) => (one.lastBomImport ?? 0) - (other.lastBomImport ?? 0))

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
