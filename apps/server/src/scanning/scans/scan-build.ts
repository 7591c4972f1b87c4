import type { Inventory } from '@assay/engine/inventory.ts'
import { readFile } from 'node:fs/promises'
import { deserialize } from 'node:v8'
import type { Advisories } from '#knowledge/advisories/loaded-indexes.ts'
import type { Scope } from '#auth/scope.ts'
import { analyzeNewTables } from '#platform/database/analyze-new-tables.ts'
import type { Database } from '#platform/database/database.ts'
import { type DocumentHead, isLarge, keyOf, totalSize } from '#scanning/builds/document-heads.ts'
import { listDocumentHeadsOf, loadDocuments } from '#scanning/builds/document-store.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import { hasEnded } from '#scanning/builds/follow-build.ts'
import type { ReadDocuments } from '#scanning/builds/read-all.ts'
import type { LargeReading } from '#scanning/builds/read-large.ts'
import { readSmall } from '#scanning/builds/read-small.ts'
import { type BuildRow, findBuilds, listLastScanned, startBuilds } from '#scanning/builds/store.ts'
import { scanBranches } from './scan-branches.ts'

export interface ScanContext {
  db: Database
  advisories: Advisories
  /** Older advisory data does not prove that minimum scores are met. Without a limit by default. */
  maxAdvisoryAgeMs?: number
  /** Epoch ms; a fixed clock backdates the scan. */
  clock?: () => number
  /** Backdated scans send no notifications. */
  isPast?: boolean
}

interface ScanTask {
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
  { buildUuid, large = null }: ScanTask,
): Promise<Scanned> {
  const [left] = await scanBuilds(context, scope, { buildUuids: [buildUuid], large })
  return left ?? { state: 'ended' }
}

/** The same of several builds: those with equal documents are read and evaluated once, and stored together. */
export async function scanBuilds(
  context: ScanContext,
  scope: Scope,
  { buildUuids, large = null }: { buildUuids: readonly string[]; large?: LargeReading | null },
): Promise<LargeBuild[]> {
  const { db } = context
  const left: LargeBuild[] = []
  let builds = (await findBuilds(db, scope, buildUuids)).filter((build) => !hasEnded(build))
  if (builds.length === 0) return left
  while (builds.length > 0) {
    const groups = await groupByDocuments(db, scope, builds)
    builds = []
    for (const group of groups) {
      if (isLarge(group.heads) && large?.key !== keyOf(group.heads)) left.push(...largeBuilds(group))
      else builds.push(...(await scanGroup(context, scope, { ...group, large })))
    }
  }
  await analyzeNewTables(db)
  return left
}

/** A build, and for a rescan the build of the branch's last scan, whose documents are scanned again. */
export interface BuildToScan {
  build: BuildRow
  lastBuildUuid: string | null
}

const documentsOf = ({ build, lastBuildUuid }: BuildToScan): string => lastBuildUuid ?? build.uuid

/** Builds with equal documents. */
interface Group {
  heads: readonly DocumentHead[]
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
  { heads, builds, large }: Group & { large: LargeReading | null },
): Promise<BuildRow[]> {
  const { db, clock = Date.now } = context
  await startBuilds(db, scope, { uuids: builds.map(({ build }) => build.uuid), at: new Date(clock()) })
  const { inventory, issues } =
    isLarge(heads) && large
      ? await loadInventory(large)
      : await readSmall(heads, () => loadDocuments(db, scope, documentsOf(builds[0]!)))
  if (inventory) return scanBranches(context, scope, { builds, inventory, issues })
  const reason = issues[0]?.message ?? 'No document could be read'
  for (const { build } of builds) await failBuild(db, scope, { uuid: build.uuid, reason, issues })
  return []
}

const loadInventory = async ({ summary, issues, path }: LargeReading): Promise<ReadDocuments> => ({
  inventory: summary === null ? null : (deserialize(await readFile(path)) as Inventory),
  issues,
})
