import { decideDeployer, isAutomatable } from '@assay/engine/policies/rules/ssvc.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { Tx } from '#platform/database/database.ts'
import { markChanged } from '#projects/project-store.ts'
import { listPrioritized, type PrioritizedFinding, rankOfSsvc, savePriorities } from './priority-store.ts'
import { listPrioritizedUpgrades, type PrioritizedUpgrade, saveUpgradePriorities } from './upgrade-store.ts'

/** Decides the priority of the open findings of branches, and of their upgrades, as lists are ordered by it. Reads each vector once. */
export async function prioritizeFindings(
  tx: Tx,
  scope: Scope,
  branchUuids: readonly string[],
): Promise<void> {
  const findings = await listPrioritized(tx, scope, branchUuids)
  const unread = findings.filter((finding) => finding.isAutomatable === null)
  const texts = await readAccountTexts(
    tx,
    scope,
    unread.map(({ advisoryUuid }) => advisoryUuid),
  )
  const decided = findings.map((finding) => {
    const { advisoryUuid, isExploited, tags } = finding
    const automatable = finding.isAutomatable ?? isAutomatable(texts.get(advisoryUuid)?.cvss?.vector ?? null)
    const decision = decideDeployer({ isKnownExploited: isExploited, isAutomatable: automatable, tags })
    return { ...finding, before: finding, rank: rankOfSsvc(decision), isAutomatable: automatable }
  })
  const changed = decided.filter(
    ({ before, rank, isAutomatable: automatable }) =>
      before.rank !== rank || before.isAutomatable !== automatable,
  )
  await savePriorities(tx, scope, changed)
  const upgrades = await listPrioritizedUpgrades(tx, scope, branchUuids)
  const rankOf = rankOfUpgrades(decided)
  const moved = upgrades.flatMap((upgrade) => {
    const rank = rankOf(upgrade)
    return rank === upgrade.rank ? [] : [{ ...upgrade, rank }]
  })
  await saveUpgradePriorities(tx, scope, moved)
  const branches = [...new Set(moved.map(({ branchUuid }) => branchUuid))]
  if (branches.length > 0) await markChanged(tx, scope, branches)
}

/**
 * The highest priority of the findings that an upgrade closes; of its package's, where those are not known. In memory,
 * as the planner knows nothing about rows that a scan has just written, and compared each upgrade with all findings.
 */
function rankOfUpgrades(findings: readonly PrioritizedFinding[]): (upgrade: PrioritizedUpgrade) => number {
  const byPackage = Map.groupBy(findings, packageOf)
  return (upgrade) => {
    const ofPackage = byPackage.get(packageOf(upgrade)) ?? []
    const closed = ofPackage.filter(({ advisoryUuid }) => upgrade.advisoryUuids.includes(advisoryUuid))
    return Math.min(rankOfSsvc(null), ...(closed.length > 0 ? closed : ofPackage).map(({ rank }) => rank))
  }
}

const packageOf = (of: { branchUuid: string; ecosystem: string; packageName: string }) =>
  JSON.stringify([of.branchUuid, of.ecosystem, of.packageName])
