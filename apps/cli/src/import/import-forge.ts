import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Api } from '../api.ts'
import { addInventory, untilScanned } from './add-inventory.ts'
import type { Forge, ForgeAlert, ForgeDecision, ForgeRepository } from './forge.ts'
import { nullIfMissing } from './null-if-missing.ts'
import { componentResolver, type Resolve, type Resolved } from './resolve-component.ts'
import { count, newTally, type Tally } from './tally.ts'

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

/** Repositories at once, on both sides. */
const atOnce = 4

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
  for (let at = 0; at < repositories.length; at += atOnce) {
    const some = repositories.slice(at, at + atOnce)
    await Promise.all(some.map((each) => importRepository(context, each)))
    onProgress?.(at + some.length, repositories.length)
  }
  return tally
}

async function importRepository(context: ForgeImport, repository: ForgeRepository): Promise<void> {
  const there = context.present.get(projectIdentity(repository.url))
  const isThere = there?.branches.includes(repository.defaultBranch) === true
  if (isThere) count(context.tally.there, what)
  const added = isThere ? null : await addRepository(context, repository)
  const projectUuid = added?.projectUuid ?? there?.uuid
  if (projectUuid === undefined && !context.isDryRun) return
  if (added) await untilScanned(context.api, added.id)
  const alerts = await context.forge.alerts(repository)
  if ('why' in alerts)
    context.tally.leftOut.push({ what: whatAlerts, name: repository.name, why: alerts.why })
  else for (const alert of alerts) await importAlert(context, { alert, repository, projectUuid })
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
  alert: ForgeAlert
  repository: ForgeRepository
  /** undefined in a dry run before it exists. */
  projectUuid: string | undefined
}

async function importAlert(context: ForgeImport, { alert, repository, projectUuid }: Placed): Promise<void> {
  const { tally, isDryRun, resolve } = context
  const { title, ids, packageName, decision } = alert
  const leaveOut = (why: string) =>
    void tally.leftOut.push({ what: whatAlerts, name: `${repository.name}: ${title}`, why })
  if ('why' in decision) return leaveOut(decision.why)
  const resolved = await resolve({ ids, name: packageName, version: '' })
  if ('why' in resolved) return leaveOut(resolved.why)
  if (isDryRun || projectUuid === undefined) return count(tally.imported, whatAlerts)
  const why = await decide(context, { decision, resolved, projectUuid })
  if (why !== null) leaveOut(why)
}

/** null if it is decided, otherwise why not. What a member changed since stays. */
async function decide(
  { api, accountUuid, tally }: ForgeImport,
  { decision, resolved, projectUuid }: { decision: ForgeDecision; resolved: Resolved; projectUuid: string },
): Promise<string | null> {
  const { state, justification, reason } = decision
  const { ecosystem, packageName, advisoryUuid } = resolved
  const params = { accountUuid }
  const finding = { projectUuid, ecosystem: ecosystem.id, package: packageName, advisoryUuid }
  const there = await api.triage.read({ params, query: finding }).catch(nullIfMissing)
  if (there === null) return 'the package is not affected here'
  if (there.state !== 'open' || there.history.length > 0) {
    count(tally.there, whatAlerts)
    return null
  }
  const { changed } = await api.triage.decide({
    params,
    body: {
      findings: [finding],
      state,
      reason: reason.slice(0, maxReason),
      ...(justification !== undefined && { justification }),
    },
  })
  if (changed === 0) return 'the finding could not be changed'
  count(tally.imported, whatAlerts)
  return null
}

const maxReason = 2000
