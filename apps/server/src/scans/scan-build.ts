import type { Inventory } from '@assay/engine/inventory.ts'
import { type PolicyReach, reachesProject } from '@assay/engine/policies/project-pattern.ts'
import { scanInventory } from '@assay/engine/scan.ts'
import type { Exclusion, LicensePolicy, Rules } from '@assay/engine/scan-result.ts'
import { readConfiguration } from '../accounts/configuration.ts'
import type { Advisories } from '../advisories/advisories.ts'
import { findClusters } from '../advisories/store.ts'
import { listSupportEnds } from '../advisories/support-end-store.ts'
import type { Scope } from '../auth/scope.ts'
import { type BuildRow, findBuild, listDocuments, lockBuild, updateBuild } from '../builds/store.ts'
import type { Database } from '../database/database.ts'
import { listActiveExclusions } from '../exclusions/store.ts'
import { listPolicies, type PolicyOwner } from '../policies/store.ts'
import { findProject } from '../projects/store.ts'
import { readInventory } from './read-inventory.ts'
import { recordScan } from './record-scan.ts'
import { lockBranch } from './store.ts'

interface ScanParts {
  db: Database
  advisories: Advisories
  /** Epoch ms; another one lets a scan lie in the past. */
  clock?: () => number
}

/**
 * Takes one build from its documents to its stored scan. Can be called again after a crash at any point:
 * a build that has ended is left alone, and only one scan can name it.
 */
export async function scanBuild(
  { db, advisories, clock = Date.now }: ScanParts,
  scope: Scope,
  buildUuid: string,
): Promise<void> {
  const build = await findBuild(db, scope, buildUuid)
  if (!build || build.state === 'success' || build.state === 'failed') return
  await updateBuild(db, scope, { uuid: buildUuid, state: 'scanning', at: new Date(clock()) })

  const { inventory, issues } = await readInventory(await listDocuments(db, scope, buildUuid))
  if (!inventory) {
    const reason = issues[0]?.message ?? 'No document could be read'
    return void (await updateBuild(db, scope, { uuid: buildUuid, state: 'failed', reason, issues }))
  }
  const ecosystems = new Set(inventory.components.map(({ ecosystem }) => ecosystem))
  const indexes = await advisories.load(ecosystems)
  const supportEnds = await listSupportEnds(db, [...ecosystems])
  const advisoryOf = await readAliases(db, inventory)
  await db.transaction().execute(async (tx) => {
    // Scans of one branch come one after the other: each continues the lifetimes of the one before.
    const branch = await lockBranch(tx, scope, build.branchUuid)
    // Another worker may have taken the build up as well and been first.
    const current = await lockBuild(tx, scope, buildUuid)
    if (current?.state !== 'scanning') return
    const now = Math.max(clock(), (branch.lastScannedAt ?? 0) + 1)
    const result = scanInventory({
      ...{ inventory, issues: [...issues, ...inventory.issues], indexes: indexes.get, advisoryOf, now },
      supportEnds,
      rules: await readRules(tx, scope, build),
      open: branch.open,
    })
    await recordScan(tx, scope, { build, branch, result, now, indexVersions: indexes.versions })
  })
}

/** The advisories of the ids that the document's own statements name: some are aliases that no index holds. */
async function readAliases(db: Database, { vex = [] }: Inventory): Promise<(id: string) => string | null> {
  const ids = [...new Set(vex.flatMap((statement) => statement.ids))]
  const clusters = ids.length === 0 ? new Map<string, never>() : await findClusters(db, ids)
  return (id) => clusters.get(id)?.uuid ?? null
}

/** What is in force for the project: today's, also for a rescan. */
async function readRules(db: Database, scope: Scope, build: BuildRow): Promise<Rules> {
  const exclusions: Exclusion[] = await listActiveExclusions(db, scope, build.projectUuid)
  const project = await findProject(db, scope, build.projectUuid)
  if (!project) throw new Error('The project of a build is gone')
  const { minimumScores, securityScoring } = await readConfiguration(db, scope, project.tags)
  const policies = (await listPolicies(db, scope)) as (LicensePolicy &
    PolicyReach &
    PolicyOwner & { active: boolean })[]
  const isOfTeam = ({ teamUuids }: PolicyOwner) =>
    teamUuids === null || (project.teamUuid !== null && teamUuids.includes(project.teamUuid))
  const licensePolicies = policies.filter(
    (policy) => policy.active && isOfTeam(policy) && reachesProject(policy, project),
  )
  return { exclusions, licensePolicies, securityScoring, minimumScores }
}
