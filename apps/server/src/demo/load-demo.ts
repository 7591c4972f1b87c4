import { dayMs } from '@assay/engine/time.ts'
import { randomUUID } from 'node:crypto'
import { incrementRevision } from '#projects/revision-store.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import { packDocument } from '#scanning/builds/documents/pack-document.ts'
import { storeBuild } from '#scanning/builds/uploads/submit-build.ts'
import type { Database } from '#platform/database/database.ts'
import { insertExclusion } from '#scanning/exclusions/store.ts'
import { Problem } from '#platform/http/problem.ts'
import { countProjects, findLastScanTime, findProjectByUrl } from '#projects/project-store.ts'
import type { Scanner } from '#scanning/scans/scanner.ts'
import { insertTeam, listTeams } from '#accounts/teams/store.ts'
import { demoExclusions } from './demo-exclusions.ts'
import { inventoryOf } from './inventory-of.ts'
import { daysOfYear, type PlannedScan, planYear } from './plan-year.ts'
import { type DemoProject, portfolio } from './portfolio.ts'
import { readHistories } from './read-histories.ts'

/** Members of the teams it creates. */
export const demoTeamDescription = 'Demo data'

interface DemoContext {
  db: Database
  scanner: Scanner
  author: Pick<Caller, 'scope' | 'memberUuid'>
}

export interface DemoOptions {
  /** End of the demo year in epoch ms. */
  now: number
  /** Days before then that are loaded; a year by default. */
  days?: number | undefined
  projects?: readonly DemoProject[]
  onProgress?: (scans: { done: number; all: number }) => void | Promise<void>
}

export interface LoadedDemo {
  projects: number
  branches: number
  scans: number
  teams: number
  exclusions: number
}

/** Throws Problem 409 if the account has projects: demo data is never mixed with real data. */
export async function checkEmpty({ db, author }: Pick<DemoContext, 'db' | 'author'>): Promise<void> {
  if ((await countProjects(db, author.scope)) > 0)
    throw new Problem(409, 'accountNotEmpty', 'Demo data can only be loaded into an account without projects')
}

/**
 * Fills the account with a year of fictional projects that use real package versions, scanned by the real engine with
 * backdated clocks. A retry after a crash continues after the last scan.
 */
export async function loadDemo(
  { db, scanner, author }: DemoContext,
  { now, days = daysOfYear, projects = portfolio, onProgress }: DemoOptions,
): Promise<LoadedDemo> {
  const { scope } = author
  const yearAgo = now - daysOfYear * dayMs
  const isLoaded = ({ at }: { at: number }) => days >= daysOfYear || at >= now - days * dayMs
  const plan = planYear(projects, readHistories(), now).filter(isLoaded)
  const teams = await makeTeams(db, scope, projects)
  const last = await findLastScanTime(db, scope)
  const exclusions = demoExclusions
    .map((each) => ({ ...each, at: yearAgo + each.day * dayMs }))
    .filter(isLoaded)
  const pending = exclusions.filter(({ at }) => at > last)
  for (const [index, scan] of plan.entries()) {
    if (scan.at <= last) continue
    while (pending[0] && pending[0].at <= scan.at) await exclude(db, author, pending.shift()!)
    await scanInPast({ db, scanner, author }, scan, teams.get(scan.project.team)!)
    await onProgress?.({ done: index + 1, all: plan.length })
  }
  return {
    projects: projects.length,
    teams: teams.size,
    scans: plan.length,
    branches: new Set(plan.map(({ project, branch }) => `${project.url} ${branch}`)).size,
    exclusions: exclusions.filter(({ at }) => at <= now).length,
  }
}

async function makeTeams(
  db: Database,
  scope: Scope,
  projects: readonly DemoProject[],
): Promise<Map<string, string>> {
  const there = new Map((await listTeams(db, scope)).map(({ name, uuid }) => [name.toLowerCase(), uuid]))
  const teams = new Map<string, string>()
  for (const name of new Set(projects.map(({ team }) => team))) {
    const uuid = there.get(name.toLowerCase()) ?? randomUUID()
    if (!there.has(name.toLowerCase()))
      await insertTeam(db, scope, { uuid, name, description: demoTeamDescription })
    teams.set(name, uuid)
  }
  return teams
}

async function scanInPast(
  { db, scanner, author }: DemoContext,
  scan: PlannedScan,
  teamUuid: string,
): Promise<void> {
  const { url, tags } = scan.project
  const bytes = inventoryOf(scan)
  const documents = [await packDocument({ path: 'bom.cdx.json', format: 'auto', bytes })]
  const buildUuid = randomUUID()
  await db.transaction().execute((tx) =>
    storeBuild(tx, author, {
      buildUuid,
      project: { url, name: scan.project.name, teamUuid, tags, isSample: true },
      branch: scan.branch,
      documents,
      at: new Date(scan.at),
    }),
  )
  await scanner.scan(author.scope, buildUuid, { isBackground: true, at: scan.at })
}

async function exclude(
  db: Database,
  { scope, memberUuid }: DemoContext['author'],
  { projectUrl, target, reason, description, at }: (typeof demoExclusions)[number] & { at: number },
): Promise<void> {
  const project = projectUrl === null ? null : await findProjectByUrl(db, scope, projectUrl)
  await db.transaction().execute(async (tx) => {
    await insertExclusion(tx, scope, {
      uuid: randomUUID(),
      domain: 'security',
      target,
      reason,
      description,
      at: new Date(at),
      projectUuid: project?.uuid ?? null,
      createdBy: memberUuid,
    })
    await incrementRevision(tx, scope)
  })
}
