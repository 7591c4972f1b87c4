import { randomUUID } from 'node:crypto'
import { raiseRevision } from '../accounts/store.ts'
import type { Advisories } from '../advisories/advisories.ts'
import type { Caller } from '../auth/scope.ts'
import { packDocument } from '../builds/store.ts'
import { storeBuild } from '../builds/submit-build.ts'
import type { Database } from '../database/database.ts'
import { insertExclusion } from '../exclusions/store.ts'
import { Problem } from '../http/problem.ts'
import { countProjects, findProjectByUrl } from '../projects/store.ts'
import { scanBuild } from '../scans/scan-build.ts'
import { insertTeam } from '../teams/store.ts'
import { demoExclusions } from './demo-exclusions.ts'
import { inventoryOf } from './inventory-of.ts'
import { daysOfYear, type PlannedScan, planYear } from './plan-year.ts'
import { type DemoProject, portfolio } from './portfolio.ts'
import { readHistories } from './read-histories.ts'

interface DemoParts {
  db: Database
  advisories: Advisories
  author: Pick<Caller, 'scope' | 'memberUuid'>
}

export interface DemoOptions {
  /** The year ends here. Epoch ms. */
  now: number
  projects?: readonly DemoProject[]
  onProgress?: (scans: { done: number; all: number }) => void
}

export interface LoadedDemo {
  projects: number
  branches: number
  scans: number
  teams: number
  exclusions: number
}

/** Throws Problem 409 when the account has projects: the demo never mixes with what is real. */
export async function checkEmpty({ db, author }: Pick<DemoParts, 'db' | 'author'>): Promise<void> {
  if ((await countProjects(db, author.scope)) > 0)
    throw new Problem(409, 'accountNotEmpty', 'The account has projects: the demo data needs an empty one')
}

/**
 * Fills the account with a year of projects: invented ones, with packages at their real versions, scanned by the
 * real engine as if it were the day.
 */
export async function loadDemo(
  { db, advisories, author }: DemoParts,
  { now, projects = portfolio, onProgress }: DemoOptions,
): Promise<LoadedDemo> {
  const plan = planYear(projects, readHistories(), now)
  const teams = await makeTeams(db, author, projects)
  const yearAgo = now - daysOfYear * 86_400_000
  const exclusions = demoExclusions.map((each) => ({ ...each, at: yearAgo + each.day * 86_400_000 }))
  const pending = [...exclusions]
  for (const [done, scan] of plan.entries()) {
    while (pending[0] && pending[0].at <= scan.at) await exclude(db, author, pending.shift()!)
    await scanInPast({ db, advisories, author }, scan, teams.get(scan.project.team)!)
    onProgress?.({ done: done + 1, all: plan.length })
  }
  return {
    ...{ projects: projects.length, teams: teams.size, scans: plan.length },
    branches: new Set(plan.map(({ project, branch }) => `${project.url} ${branch}`)).size,
    exclusions: exclusions.length - pending.length,
  }
}

async function makeTeams(
  db: Database,
  { scope }: DemoParts['author'],
  projects: readonly DemoProject[],
): Promise<Map<string, string>> {
  const teams = new Map([...new Set(projects.map(({ team }) => team))].map((name) => [name, randomUUID()]))
  for (const [name, uuid] of teams) await insertTeam(db, scope, { uuid, name, description: 'Demo data' })
  return teams
}

async function scanInPast(
  { db, advisories, author }: DemoParts,
  scan: PlannedScan,
  teamUuid: string,
): Promise<void> {
  const { url, tags } = scan.project
  const bytes = inventoryOf(scan)
  const documents = [await packDocument({ path: 'bom.cdx.json', format: 'auto', bytes })]
  const buildUuid = await db.transaction().execute((tx) =>
    storeBuild(tx, author, {
      ...{ project: { url, name: scan.project.name, teamUuid, tags }, branch: scan.branch },
      ...{ documents, at: new Date(scan.at) },
    }),
  )
  await scanBuild({ db, advisories, clock: () => scan.at }, author.scope, buildUuid)
}

async function exclude(
  db: Database,
  { scope, memberUuid }: DemoParts['author'],
  { projectUrl, target, reason, description, at }: (typeof demoExclusions)[number] & { at: number },
): Promise<void> {
  const project = projectUrl === null ? null : await findProjectByUrl(db, scope, projectUrl)
  await db.transaction().execute(async (tx) => {
    await insertExclusion(tx, scope, {
      ...{ uuid: randomUUID(), domain: 'security', target, reason, description, at: new Date(at) },
      ...{ projectUuid: project?.uuid ?? null, createdBy: memberUuid },
    })
    await raiseRevision(tx, scope)
  })
}
