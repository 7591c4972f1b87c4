import type { Inventory, Issue } from '@assay/engine/inventory.ts'
import { type PolicyScope, appliesToProject } from '@assay/engine/policies/project-pattern.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import type { LicensePolicy, Rules } from '@assay/engine/scan-result.ts'
import { keysOfSubject } from '@assay/engine/vex/product-keys.ts'
import { readFile } from 'node:fs/promises'
import { deserialize } from 'node:v8'
import { readConfiguration } from '#accounts/account/configuration.ts'
import { completeEcosystems, readAdvisoryData } from '#knowledge/advisories/database-store.ts'
import { listEolDates } from '#knowledge/advisories/eol-date-store.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import { wantRanges } from '#knowledge/releases/wanted-store.ts'
import type { Scope } from '#auth/scope.ts'
import { isLarge, keyOf, totalSize } from '#scanning/builds/document-heads.ts'
import { failBuild } from '#scanning/builds/fail-build.ts'
import { hasEnded } from '#scanning/builds/follow-build.ts'
import type { ReadDocuments } from '#scanning/builds/read-all.ts'
import type { LargeReading } from '#scanning/builds/read-large.ts'
import { readSmall } from '#scanning/builds/read-small.ts'
import {
  type BuildRow,
  findBuild,
  findLastScanned,
  lockBuild,
  setSubject,
  updateBuild,
} from '#scanning/builds/store.ts'
import { copyDocuments, listDocumentHeads, loadDocuments } from '#scanning/builds/document-store.ts'
import { analyzeNewTables } from '#platform/database/analyze-new-tables.ts'
import type { Database } from '#platform/database/database.ts'
import { recordInfrastructure } from '#scanning/infrastructure/record-infrastructure.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { listActiveExclusions } from '#scanning/exclusions/store.ts'
import { findUnknown, unknownMessage } from '#scanning/exclusions/unknown-advisories.ts'
import { listAcceptedGaps } from '#scanning/gaps/store.ts'
import { markMatched } from '#scanning/vex/applied-store.ts'
import { listLicenseOverrides } from '#scanning/overrides/store.ts'
import { listPolicies, type PolicyOwner } from '#scanning/policies/store.ts'
import { findProject } from '#projects/project-store.ts'
import { confirmScan } from './confirm-scan.ts'
import { readVexOf } from './read-vex-of.ts'
import { recordScan } from './record-scan.ts'
import { lockBranch, previousStateOf } from './store.ts'
import type { Exclusion } from '@assay/engine/policies/exclusion.ts'
import type { Advisories } from '#knowledge/advisories/loaded-indexes.ts'

interface ScanContext {
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

/** Result of an attempt: 'large' requests another one with the documents of the named build already read. */
export type Scanned =
  | { state: 'ended'; stages?: ScanStages }
  | { state: 'large'; documentsOf: string; size: number }

/** In milliseconds. */
export interface ScanStages {
  read: number
  scan: number
}

const ended: Scanned = { state: 'ended' }

/**
 * Scans one build and stores the result. Safe to retry after a crash at any point: an ended build is left alone, and
 * only one scan can reference it.
 */
export async function scanBuild(
  context: ScanContext,
  scope: Scope,
  { buildUuid, large = null }: ScanTask,
): Promise<Scanned> {
  const { db } = context
  const build = await findBuild(db, scope, buildUuid)
  if (!build || hasEnded(build)) return ended
  for (;;) {
    const scanned = await scanOnce(context, scope, { build, large })
    if (scanned) return scanned
  }
}

/** null if a rescan's branch has been scanned from other documents since, which have to be read instead. */
async function scanOnce(
  { db, advisories, maxAdvisoryAgeMs = Infinity, clock = Date.now, isPast = false }: ScanContext,
  scope: Scope,
  { build, large }: { build: BuildRow; large: LargeReading | null },
): Promise<Scanned | null> {
  const last = build.source === 'rescan' ? await findLastScanned(db, scope, build.branchUuid) : undefined
  const documentsOf = last?.buildUuid ?? build.uuid
  const heads = await listDocumentHeads(db, scope, documentsOf)
  if (isLarge(heads) && large?.key !== keyOf(heads))
    return { state: 'large', documentsOf, size: totalSize(heads) }
  await updateBuild(db, scope, { uuid: build.uuid, state: 'scanning', at: new Date(clock()) })
  const from = performance.now()
  const { inventory, issues } =
    isLarge(heads) && large
      ? await loadInventory(large)
      : await readSmall(heads, () => loadDocuments(db, scope, documentsOf))
  if (!inventory) {
    const reason = issues[0]?.message ?? 'No document could be read'
    await failBuild(db, scope, { uuid: build.uuid, reason, issues })
    return ended
  }
  const read = performance.now() - from
  const isDone = await scanAndRecord({ db, advisories, maxAdvisoryAgeMs, clock, isPast }, scope, {
    build,
    last,
    inventory,
    issues,
  })
  if (!isDone) return null
  await analyzeNewTables(db)
  return { state: 'ended', stages: { read, scan: performance.now() - from - read } }
}

const loadInventory = async ({ summary, issues, path }: LargeReading): Promise<ReadDocuments> => ({
  inventory: summary === null ? null : (deserialize(await readFile(path)) as Inventory),
  issues,
})

interface ReadBuild {
  build: BuildRow
  /** For a rescan: the documents of the branch's last scan. */
  last: Awaited<ReturnType<typeof findLastScanned>>
  inventory: Inventory
  /** Paths of documents that could not be read. */
  issues: Issue[]
}

async function scanAndRecord(
  { db, advisories, maxAdvisoryAgeMs = Infinity, clock = Date.now, isPast = false }: ScanContext,
  scope: Scope,
  { build, last, inventory, issues }: ReadBuild,
): Promise<boolean> {
  const isRescan = build.source === 'rescan'
  const ecosystems = new Set(inventory.components.map(({ ecosystem }) => ecosystem))
  // First, so that a sync that finishes during the scan is not reported as included.
  const advisoryData = await readAdvisoryData(
    db,
    [...ecosystems].filter((id) => id !== null),
  )
  const indexes = await advisories.load(ecosystems)
  const eolDates = await listEolDates(db, [...ecosystems])
  const { matched, ...vex } = await readVexOf(db, scope, { build, inventory })
  const releasesOf = await readReleases(db, scope.accountUuid, inventory.components)
  const unknown = await readUnknownExclusions(db, inventory)
  return db.transaction().execute(async (tx) => {
    // Scans of one branch are serialized: each continues the findings of the previous one.
    const branch = await lockBranch(tx, scope, build.branchUuid)
    if (isRescan && branch.last?.buildUuid !== last?.buildUuid) return false
    // Another worker may have finished this build first.
    const current = await lockBuild(tx, scope, build.uuid)
    if (current?.state !== 'scanning') return true
    const allIssues = [...issues, ...inventory.issues, ...unknown]
    if (inventory.infrastructure && !isRescan) {
      const { infrastructure } = inventory
      await recordInfrastructure(tx, scope, { build, infrastructure, issues: allIssues, now: clock() })
      if (isInfrastructureAlone(inventory)) {
        await updateBuild(tx, scope, { uuid: build.uuid, state: 'success', at: new Date(clock()) })
        await incrementRevision(tx, scope)
        return true
      }
    }
    const now = Math.max(clock(), (branch.lastScannedAt ?? 0) + 1)
    const rules = await readRules(tx, scope, build)
    const result = scanInventory({
      inventory,
      issues: allIssues,
      indexes: indexes.get,
      completeData: completeEcosystems(advisoryData),
      ...vex,
      now,
      eolDates,
      releasesOf,
      rules,
      ...previousStateOf(branch),
    })
    await wantRanges(tx, scope, result.unknownRanges)
    const recorded = {
      ...rules,
      build,
      branch,
      result,
      now,
      indexVersions: indexes.versions,
      advisoryData,
      maxAdvisoryAgeMs,
      isPast,
    }
    await markMatched(tx, scope, matched)
    await setSubject(tx, scope, { uuid: last?.buildUuid ?? build.uuid, keys: keysOfSubject(inventory) })
    if (isRescan && (await confirmScan(tx, scope, recorded))) return true
    if (last) await copyDocuments(tx, scope, { from: last.buildUuid, to: build.uuid })
    await recordScan(tx, scope, recorded)
    return true
  })
}

/** Without components there is no score. */
const isInfrastructureAlone = ({ formats }: Inventory): boolean =>
  formats.every((format) => format.startsWith('SARIF '))

/** Issues for exclusions in the repository's file that name no known advisory. */
const readUnknownExclusions = async (db: Database, { exclusions = [] }: Inventory): Promise<Issue[]> =>
  (await findUnknown(db, exclusions)).map(({ target, repository, where = repository.path }) => ({
    code: 'exclusion-unknown',
    message: `${unknownMessage(target)}.`,
    where,
  }))

type RulesOfScan = Rules & Required<Pick<Rules, 'coverageStrictness'>>

/** Current exclusions, policies and overrides of the project, also for a rescan. */
async function readRules(db: Database, scope: Scope, build: BuildRow): Promise<RulesOfScan> {
  const exclusions: Exclusion[] = await listActiveExclusions(db, scope, build.projectUuid)
  const project = await findProject(db, scope, build.projectUuid)
  if (!project) throw new Error('The project of the build was deleted')
  const { minimumScores, securityScoring, coolDownDays, vexEffect, coverageStrictness } =
    await readConfiguration(db, scope, project)
  const policies = (await listPolicies(db, scope)) as (LicensePolicy &
    PolicyScope &
    PolicyOwner & { active: boolean })[]
  const isOfTeam = ({ teamUuids }: PolicyOwner) =>
    teamUuids === null || (project.teamUuid !== null && teamUuids.includes(project.teamUuid))
  const licensePolicies = policies.filter(
    (policy) => policy.active && isOfTeam(policy) && appliesToProject(policy, project),
  )
  const licenseOverrides = await listLicenseOverrides(db, scope)
  return {
    exclusions,
    licensePolicies,
    licenseOverrides,
    securityScoring,
    minimumScores,
    coolDownDays,
    vexEffect,
    coverageStrictness,
    acceptedGaps: await listAcceptedGaps(db, scope, build.projectUuid),
  }
}
