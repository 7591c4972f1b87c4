import { decideDeployer, isAutomatable } from '@assay/engine/policies/rules/ssvc.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import type { Tx } from '#platform/database/database.ts'
import { markChanged } from '#projects/project-store.ts'
import { listPrioritized, rankOfSsvc, savePriorities } from './priority-store.ts'
import { prioritizeUpgrades } from './upgrade-store.ts'

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
  const decided = findings.map(({ uuid, advisoryUuid, isExploited, tags, ...before }) => {
    const automatable = before.isAutomatable ?? isAutomatable(texts.get(advisoryUuid)?.cvss?.vector ?? null)
    const decision = decideDeployer({ isKnownExploited: isExploited, isAutomatable: automatable, tags })
    return { uuid, before, rank: rankOfSsvc(decision), isAutomatable: automatable }
  })
  const changed = decided.filter(
    ({ before, rank, isAutomatable: automatable }) =>
      before.rank !== rank || before.isAutomatable !== automatable,
  )
  await savePriorities(tx, scope, changed)
  const branches = await prioritizeUpgrades(tx, scope, branchUuids)
  if (branches.length > 0) await markChanged(tx, scope, branches)
}
