import type { FixUpgrade } from '@assay/contract/fixes.ts'
import type { ListAge } from '@assay/engine/advisories/lists.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { clientOf } from '../api.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { describeLists } from '../offline/local-advisories.ts'
import { showControls } from '@assay/text/invisible.ts'
import { type PlannedFix, writePlan } from '../output/write-plan.ts'
import { type BaseEdit, findBaseEdits, plannedEdit } from './find-base-edits.ts'
import { findFiles } from '../scan/find-files.ts'
import { readFiles } from '../scan/read-files.ts'
import type { Settings } from '../settings.ts'
import { describeProject } from '../scan/describe-project.ts'

export interface FixOptions {
  offline?: boolean
  all?: boolean
  project?: string
  branch?: string
  json?: boolean
  markdown?: boolean
  script?: boolean
  verify?: boolean
  apply?: boolean
  yes?: boolean
  /** Whether registries are asked for releases; default: unless offline. */
  resolve?: 'registry' | 'declared'
}

/** Prints the upgrades of a project, or of all visible ones, as of the last scans. */
export async function printFixes(settings: Settings, path: string, options: FixOptions): Promise<void> {
  const api = clientOf(settings)
  const upgrades = await readFixes(settings, path, options)
  const doubt = upgrades.length === 0 ? null : describeLists(await readLists(api), Date.now())
  if (doubt !== null) process.stderr.write(`${showControls(doubt)}\n`)
  const bases = await basesIn(settings, path, options)
  writePlan([...upgrades.map(plannedOf), ...bases.map(plannedEdit)], options)
}

/** Of the Dockerfiles in the folder, if the plan is for its project. */
async function basesIn(
  { environment }: Settings,
  path: string,
  { all, project, resolve }: FixOptions,
): Promise<BaseEdit[]> {
  if (all || project !== undefined || resolve === 'declared') return []
  const found = await findFiles(path).catch((error: unknown) => {
    if (error instanceof CommandError) return null
    throw error
  })
  const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)
  return found ? findBaseEdits(await readFiles(found, found.folder), { environment, log }) : []
}

/** As of the last scans. Throws CommandError if the server has no such project. */
export async function readFixes(
  settings: Settings,
  path: string,
  options: FixOptions,
): Promise<FixUpgrade[]> {
  const api = clientOf(settings)
  const scope = options.all ? null : await findProject({ api, settings, path }, options)
  const upgrades: FixUpgrade[] = []
  let cursor: string | null = null
  do {
    const query: { limit: string; cursor?: string } = { limit: '200', ...(cursor !== null && { cursor }) }
    const page = scope
      ? await api.fixes.ofProject({
          params: { projectUuid: scope.uuid },
          query: { ...query, ...scope.query },
        })
      : await api.fixes.list({ query })
    upgrades.push(...page.upgrades)
    cursor = page.nextCursor
  } while (cursor !== null)
  return upgrades
}

/** Older servers do not tell. */
const readLists = (api: Api): Promise<ListAge[]> =>
  api.advisoryDatabases.lists({}).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return []
    throw error
  })

type Api = ReturnType<typeof clientOf>

/** The project given by name, otherwise that of the folder; a branch only if given. */
async function findProject(
  { api, settings, path }: { api: Api; settings: Settings; path: string },
  { project, branch }: FixOptions,
) {
  const url = withoutCredentials(
    project ?? describeProject({ folder: path, isFolder: true }, settings.environment).url ?? '',
  ).trim()
  if (!url) throw new CommandError(exitCodes.noProject, 'The project has no URL. Pass --project or --all.')
  const { uuid: accountUuid } = await api.accounts.me()
  const projects = await api.projects.list({ params: { accountUuid } })
  const found = projects.find((each) => each.url === url)
  if (!found)
    throw new CommandError(
      exitCodes.noProject,
      `The server has no project ${url}. Scan it with 'assay scan'.`,
    )
  return { uuid: found.uuid, query: branch === undefined ? {} : { branch } }
}

const plannedOf = (upgrade: FixUpgrade): PlannedFix => {
  const { language, name, from, to, step, isKnownRelease, through, closes, knownExploited, command } = upgrade
  const { isMalware, instructions } = upgrade
  const { likelyExploited, projects, branches, directBranches } = upgrade
  return {
    language,
    name,
    from,
    to,
    step,
    isKnownRelease,
    isDirect: directBranches > 0,
    through,
    closes,
    knownExploited,
    likelyExploited,
    projects,
    branches,
    isMalware,
    instructions,
    command,
  }
}
