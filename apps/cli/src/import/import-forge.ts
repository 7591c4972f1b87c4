import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Api } from '../api.ts'
import { addInventory } from './add-inventory.ts'
import type { Forge, ForgeAlert, ForgeDecision, ForgeRepository } from './forge.ts'
import { inParallel } from './in-parallel.ts'
import { componentResolver, type Resolve, type Resolved } from './resolve-component.ts'
import { count, newTally, type Tally } from './tally.ts'
import { maxReason, type NamedTold, tellFindings, type Told } from './tell-findings.ts'

interface ForgeImport {
  api: Api
  accountUuid: string
  forge: Forge
  tally: Tally
  isDryRun: boolean
  resolve: Resolve
  /** What is there already, by identity. */
  present: ReadonlyMap<string, { uuid: string; branches: readonly string[] }>
}

export interface ForgeImportOptions {
  isDryRun: boolean
  onProgress?: (done: number, all: number) => void
}

/**
 * Takes over the dependencies of default branches, and what was decided about alerts. What is there already is left as it
 * is, so that an import that was interrupted continues when it is run again, and one that is repeated changes nothing.
 */
export async function importForge(
  api: Api,
  forge: Forge,
  { isDryRun, onProgress }: ForgeImportOptions,
): Promise<Tally> {
  const repositories = await forge.repositories()
  const { uuid: accountUuid } = await api.accounts.me()
  const projects = await api.projects.list({ params: { accountUuid } })
  const tally = newTally()
  const context: ForgeImport = {
    api,
    accountUuid,
    forge,
    tally,
    isDryRun,
    resolve: componentResolver(api),
    present: new Map(projects.map((project) => [projectIdentity(project.url), project])),
  }
  await inParallel(
    repositories,
    (repository) => importRepository(context, repository),
    (done) => onProgress?.(done, repositories.length),
  )
  return tally
}

async function importRepository(context: ForgeImport, repository: ForgeRepository): Promise<void> {
  const there = context.present.get(projectIdentity(repository.url))
  const isThere = there?.branches.includes(repository.defaultBranch) === true
  if (isThere) count(context.tally.there, what)
  const added = isThere ? null : await addRepository(context, repository)
  const projectUuid = added?.projectUuid ?? there?.uuid
  if (projectUuid === undefined && !context.isDryRun) return
  const alerts = await context.forge.alerts(repository)
  if ('why' in alerts)
    context.tally.leftOut.push({ what: whatAlerts, name: repository.name, why: alerts.why })
  else await importAlerts(context, { alerts, repository, projectUuid })
}

const what = 'Repositories'
const whatAlerts = 'Decisions about alerts'

async function addRepository(context: ForgeImport, repository: ForgeRepository) {
  const { forge, tally, isDryRun } = context
  const { name, url, defaultBranch } = repository
  if (isDryRun) {
    count(tally.imported, what)
    return null
  }
  const file = await forge.inventory(repository)
  if ('why' in file) {
    tally.leftOut.push({ what, name, why: file.why })
    return null
  }
  const body = { file, url, name, branch: defaultBranch, isLatest: 'true' as const }
  return addInventory(context, { what, name }, body)
}

interface Placed {
  alerts: readonly ForgeAlert[]
  repository: ForgeRepository
  /** undefined in a dry run before it exists. */
  projectUuid: string | undefined
}

/** What a member changed since stays. */
async function importAlerts(
  context: ForgeImport,
  { alerts, repository, projectUuid }: Placed,
): Promise<void> {
  const { tally, isDryRun, resolve } = context
  const all: NamedTold[] = []
  for (const { title, ids, packageName, decision } of alerts) {
    const name = `${repository.name}: ${title}`
    const resolved = 'why' in decision ? decision : await resolve({ ids, name: packageName, version: '' })
    if ('why' in resolved) tally.leftOut.push({ what: whatAlerts, name, why: resolved.why })
    else if (!('why' in decision)) all.push({ name, told: toldOf(decision, resolved) })
  }
  if (isDryRun || projectUuid === undefined) {
    if (all.length > 0) count(tally.imported, whatAlerts, all.length)
    return
  }
  await tellFindings(context, { projectUuid, all, what: { states: whatAlerts, comments: 'Comments' } })
}

const toldOf = (
  { state, justification, reason }: ForgeDecision,
  { ecosystem, packageName, advisoryUuid }: Resolved,
): Told => ({
  ecosystem: ecosystem.id,
  package: packageName,
  advisoryUuid,
  state,
  reason: reason.slice(0, maxReason),
  ...(justification !== undefined && { justification }),
})
