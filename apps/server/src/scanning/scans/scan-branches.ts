import type { Inventory, Issue } from '@assay/engine/inventory.ts'
import { keysOfSubject } from '@assay/engine/vex/product-keys.ts'
import { wantRanges } from '#knowledge/releases/wanted-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { findProjects } from '#projects/project-store.ts'
import { incrementRevision } from '#projects/revision-store.ts'
import { copyDocuments } from '#scanning/builds/documents/document-store.ts'
import { type BuildRow, lockBuilds, setSubject, updateBuild } from '#scanning/builds/store.ts'
import { recordInfrastructure } from '#scanning/infrastructure/record-infrastructure.ts'
import { applyRepositoryPolicies } from '@assay/engine/policies/repository-policy.ts'
import { listRules } from '#scanning/rules/store.ts'
import { markMatched } from '#scanning/vex/applied-store.ts'
import { applyRules } from './apply-rules.ts'
import { confirmScans, isSameAsLast } from './confirm-scan.ts'
import { evaluateOnce } from './evaluate-once.ts'
import { prioritizeFindings } from './prioritize-findings.ts'
import { type Knowledge, readKnowledge } from './read-knowledge.ts'
import { readRules } from './read-rules.ts'
import { recordScans } from './record-scan.ts'
import type { Recorded } from './recorded.ts'
import type { BuildToScan, ScanContext } from './scan-task.ts'
import { type LockedBranch, lockBranches } from './store.ts'

interface ReadBuilds {
  /** Of different branches. */
  builds: readonly BuildToScan[]
  inventory: Inventory
  /** Of reading the documents. */
  issues: Issue[]
}

/** Scans branches with equal documents, in one transaction. Returns the builds whose branches have others by now. */
export async function scanBranches(
  context: ScanContext,
  scope: Scope,
  read: ReadBuilds,
): Promise<BuildRow[]> {
  const { db } = context
  const { builds, inventory } = read
  const uuids = new Set(builds.map(({ build }) => build.projectUuid))
  const projects = await findProjects(db, scope, [...uuids])
  const knowledge = await readKnowledge(context, scope, { inventory, projects })
  return db.transaction().execute((tx) => scanLocked(tx, scope, { ...context, ...read, knowledge }))
}

type KnownScan = ScanContext & ReadBuilds & { knowledge: Knowledge }

interface LockedBuild extends BuildToScan {
  branch: LockedBranch
}

type LockedScan = Omit<KnownScan, 'builds'> & { builds: readonly LockedBuild[] }

async function scanLocked(tx: Tx, scope: Scope, scan: KnownScan): Promise<BuildRow[]> {
  // Scans of one branch are serialized: each continues the findings of the previous one.
  const branches = await lockBranches(
    tx,
    scope,
    scan.builds.map(({ build }) => build.branchUuid),
  )
  // Another worker may have finished a build first.
  const locked = await lockBuilds(
    tx,
    scope,
    scan.builds.map(({ build }) => build.uuid),
  )
  const scanning = new Set(locked.filter(({ state }) => state === 'scanning').map(({ uuid }) => uuid))
  const outdated: BuildRow[] = []
  const ready: LockedBuild[] = []
  for (const each of scan.builds) {
    const { build, lastBuildUuid } = each
    const branch = branches.get(build.branchUuid)
    if (!branch) continue
    if (build.source === 'rescan' && (branch.last?.buildUuid ?? null) !== lastBuildUuid) outdated.push(build)
    else if (scanning.has(build.uuid)) ready.push({ ...each, branch })
  }
  if (ready.length > 0) await record(tx, scope, { ...scan, builds: ready })
  return outdated
}

async function record(tx: Tx, scope: Scope, scan: LockedScan): Promise<void> {
  const { builds, inventory, clock = Date.now } = scan
  if (inventory.infrastructure && (await recordInfrastructures(tx, scope, scan))) return
  await setSubject(tx, scope, {
    uuids: builds.map(({ build, lastBuildUuid }) => lastBuildUuid ?? build.uuid),
    keys: keysOfSubject(inventory),
  })
  const all = await evaluateAll(tx, scope, { ...scan, now: clock() })
  const [confirmed, changed]: [Recorded[], Recorded[]] = [[], []]
  for (const each of all)
    if (each.build.source === 'rescan' && (await isSameAsLast(tx, scope, each))) confirmed.push(each)
    else changed.push(each)
  await confirmScans(tx, scope, confirmed)
  const copies = changed.flatMap(({ build, branch }) =>
    build.source === 'rescan' && branch.last ? [{ from: branch.last.buildUuid, to: build.uuid }] : [],
  )
  if (copies.length > 0) await copyDocuments(tx, scope, copies)
  await recordScans(tx, scope, changed)
  await prioritizeFindings(
    tx,
    scope,
    all.map(({ branch }) => branch.uuid),
  )
}

async function evaluateAll(
  tx: Tx,
  scope: Scope,
  { now, ...scan }: LockedScan & { now: number },
): Promise<Recorded[]> {
  const { builds, inventory, issues, knowledge, maxAdvisoryAgeMs = Infinity, isPast = false } = scan
  const { indexes, advisoryData, unknown, vexByProject } = knowledge
  const projects = await findProjects(
    tx,
    scope,
    builds.map(({ build }) => build.projectUuid),
  )
  const rows = await listRules(tx, scope)
  const rules = await readRules(tx, scope, { projects, rows })
  const allIssues = [...issues, ...inventory.issues, ...unknown]
  const evaluate = evaluateOnce({ inventory, issues: allIssues, knowledge, maxAdvisoryAgeMs, now })
  const ofAll = { advisoryData, indexVersions: indexes.versions, maxAdvisoryAgeMs, isPast }
  const all = builds.map(({ build, branch }): Recorded => {
    const own = rules.get(build.projectUuid)
    const vex = vexByProject.get(build.projectUuid)
    if (!own || !vex) throw new Error('The project of the build was deleted')
    const { securityScoring, coverageStrictness, repositoryMayLoosen: mayLoosen } = own
    const {
      minimumScores,
      turnedOff,
      issues: refused,
    } = applyRepositoryPolicies(inventory.policies ?? [], {
      minimumScores: own.minimumScores,
      mayLoosen,
    })
    const evaluated = evaluate({ branch, rules: { ...own, minimumScores: noMinimums }, vex })
    return {
      ...ofAll,
      // Rules decide whether scores are too low: apply-rules.ts.
      ...evaluated,
      result: { ...evaluated.result, issues: [...evaluated.result.issues, ...refused] },
      turnedOff,
      build,
      branch,
      minimumScores,
      securityScoring,
      coverageStrictness,
      now: Math.max(now, (branch.lastScannedAt ?? 0) + 1),
      ruleResults: [],
      outcomeWithoutRules: null,
    }
  })
  const ranges = new Set(all.flatMap(({ result }) => result.unknownRanges))
  await wantRanges(tx, scope, [...ranges])
  const matched = new Set([...vexByProject.values()].flatMap((vex) => vex.matched))
  await markMatched(tx, scope, [...matched])
  return applyRules(tx, scope, { all, projects, rows })
}

const noMinimums = { security: 0, stability: 0, licensing: 0 }

/** Returns whether there is nothing else to record. */
async function recordInfrastructures(
  tx: Tx,
  scope: Scope,
  { builds, inventory, issues, knowledge, clock = Date.now }: LockedScan,
): Promise<boolean> {
  const allIssues = [...issues, ...inventory.issues, ...knowledge.unknown]
  const { infrastructure } = inventory
  const uploaded = builds.filter(({ build }) => build.source !== 'rescan')
  if (!infrastructure || uploaded.length === 0) return false
  for (const { build } of uploaded)
    await recordInfrastructure(tx, scope, { build, infrastructure, issues: allIssues, now: clock() })
  if (!isInfrastructureAlone(inventory)) return false
  for (const { build } of uploaded)
    await updateBuild(tx, scope, { uuid: build.uuid, state: 'success', at: new Date(clock()) })
  await incrementRevision(tx, scope)
  return true
}

/** Without components there is no score. */
const isInfrastructureAlone = ({ formats }: Inventory): boolean =>
  formats.every((format) => format.startsWith('SARIF '))
