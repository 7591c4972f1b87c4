import type { Inventory } from '@assay/engine/inventory.ts'
import { readFile } from 'node:fs/promises'
import { deserialize } from 'node:v8'
import type { Scope } from '#auth/scope.ts'
import { analyzeNewTables } from '#platform/database/analyze-new-tables.ts'
import type { Database } from '#platform/database/database.ts'
import { isLarge, keyOf, totalSize } from '#scanning/builds/documents/document-heads.ts'
import {
  type DocumentPlace,
  listDocumentHeadsOf,
  loadListed,
} from '#scanning/builds/documents/document-store.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import { hasEnded } from '#scanning/builds/follow-build.ts'
import type { ReadDocuments } from '#scanning/builds/reading/read-all.ts'
import type { LargeReading } from '#scanning/builds/reading/read-large.ts'
import { readSmall } from '#scanning/builds/reading/read-small.ts'
import { type BuildRow, findBuilds, listLastScanned, startBuilds } from '#scanning/builds/store.ts'
import { scanBranches } from './scan-branches.ts'
import type { BuildToScan, ScanContext } from './scan-task.ts'

interface BuildTask {
  buildUuid: string
  /** Large documents already read by the caller. */
  large?: LargeReading | null
}

/** A build whose documents have to be read by another process first: those of the named build. */
export interface LargeBuild {
  state: 'large'
  buildUuid: string
  documentsOf: string
  size: number
}

/** Result of an attempt: 'large' requests another one with the documents of the named build already read. */
export type Scanned = { state: 'ended' } | LargeBuild

/**
 * Scans one build and stores the result. Safe to retry after a crash at any point: an ended build is left alone, and
 * only one scan can reference it.
 */
export async function scanBuild(
  context: ScanContext,
  scope: Scope,
  { buildUuid, large = null }: BuildTask,
): Promise<Scanned> {
  const { left } = await scanBuilds(context, scope, { buildUuids: [buildUuid], large })
  return left[0] ?? { state: 'ended' }
}

interface ScanTasks {
  buildUuids: readonly string[]
  large?: LargeReading | null
}

/** In milliseconds. */
export interface ScanStages {
  read: number
  scan: number
}

export interface ScannedBuilds {
  left: LargeBuild[]
  /** Of each set of documents. */
  stages: ScanStages[]
  /** Otherwise, the rest is for another call: a worker has limits for each. */
  isComplete: boolean
}

const maxMs = 2_000

/** The same of several builds: those with equal documents are read and evaluated once, and stored together. */
export async function scanBuilds(
  context: ScanContext,
  scope: Scope,
  { buildUuids, large = null }: ScanTasks,
): Promise<ScannedBuilds> {
  const { db } = context
  const deadline = performance.now() + maxMs
  const left: LargeBuild[] = []
  const stages: ScanStages[] = []
  let builds = (await findBuilds(db, scope, buildUuids)).filter((build) => !hasEnded(build))
  if (builds.length === 0) return { left, stages, isComplete: true }
  while (builds.length > 0) {
    const groups = await groupByDocuments(db, scope, builds)
    builds = []
    for (const [index, group] of groups.entries()) {
      if (index > 0 && performance.now() > deadline) return { left, stages, isComplete: false }
      if (isLarge(group.heads) && large?.key !== keyOf(group.heads)) left.push(...largeBuilds(group))
      else builds.push(...(await scanGroup(context, scope, { ...group, large, stages })))
    }
  }
  await analyzeNewTables(db)
  return { left, stages, isComplete: true }
}

const documentsOf = ({ build, lastBuildUuid }: BuildToScan): string => lastBuildUuid ?? build.uuid

/** Builds with equal documents. */
interface Group {
  heads: readonly DocumentPlace[]
  builds: BuildToScan[]
}

async function groupByDocuments(db: Database, scope: Scope, builds: readonly BuildRow[]): Promise<Group[]> {
  const rescans = builds.filter(({ source }) => source === 'rescan')
  const branches = rescans.map(({ branchUuid }) => branchUuid)
  const last = branches.length === 0 ? [] : await listLastScanned(db, scope, branches)
  const lastByBranch = new Map(last.map(({ branchUuid, buildUuid }) => [branchUuid, buildUuid]))
  const all = builds.map((build) => ({
    build,
    lastBuildUuid: build.source === 'rescan' ? (lastByBranch.get(build.branchUuid) ?? null) : null,
  }))
  const heads = await listDocumentHeadsOf(db, scope, all.map(documentsOf))
  const headsOf = (each: BuildToScan) => heads.get(documentsOf(each)) ?? []
  const groups = Map.groupBy(all, (each) => keyOf(headsOf(each)))
  return [...groups.values()].flatMap((alike) => {
    // Of one branch, one after the other.
    const rounds = Map.groupBy(alike, (each) =>
      alike.filter(({ build }) => build.branchUuid === each.build.branchUuid).indexOf(each),
    )
    return [...rounds.values()].map((round) => ({ heads: headsOf(round[0]!), builds: round }))
  })
}

const largeBuilds = ({ heads, builds }: Group): LargeBuild[] =>
  builds.map((each) => ({
    state: 'large',
    buildUuid: each.build.uuid,
    documentsOf: documentsOf(each),
    size: totalSize(heads),
  }))

/** Returns the builds of branches that have been scanned from other documents since, which have to be read instead. */
async function scanGroup(
  context: ScanContext,
  scope: Scope,
  { heads, builds, large, stages }: Group & { large: LargeReading | null; stages: ScanStages[] },
): Promise<BuildRow[]> {
  const { db, clock = Date.now } = context
  await startBuilds(db, scope, { uuids: builds.map(({ build }) => build.uuid), at: new Date(clock()) })
  const from = performance.now()
  const { inventory, issues } =
    isLarge(heads) && large
      ? await loadInventory(large)
      : await readSmall(heads, () => loadListed(db, scope, { buildUuid: documentsOf(builds[0]!), heads }))
  if (!inventory) {
    const reason = issues[0]?.message ?? 'No document could be read'
    for (const { build } of builds) await failBuild(db, scope, { uuid: build.uuid, reason, issues })
    return []
  }
  const read = performance.now() - from
  const outdated = await scanBranches(context, scope, { builds, inventory, issues })
  stages.push({ read, scan: performance.now() - from - read })
  return outdated
}

const loadInventory = async ({ summary, issues, path }: LargeReading): Promise<ReadDocuments> => ({
  inventory: summary === null ? null : (deserialize(await readFile(path)) as Inventory),
  issues,
})
