import { wireNewerBase } from '#scanning/images/wire-newer-base.ts'
import type { FixUpgrade, FixUse, UpgradeDecision } from '@assay/contract/fixes.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { shellLine } from '@assay/engine/upgrades/instruct.ts'
import { severities, steps, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { AssigneeRow } from '#accounts/members/assignee-store.ts'
import type { UpgradeRow } from '#reporting/numbers/upgrades.ts'
import { ssvcRanks } from '#scanning/scans/priority-store.ts'
import type { UseRow } from './use-store.ts'

type Assignees = ReadonlyMap<string, AssigneeRow>

export function wireUpgrade(row: UpgradeRow, assignees: Assignees): FixUpgrade {
  const { packageName, projects, branches, shared, from, through, isKnownRelease } = row
  const ecosystem = ecosystemById(row.ecosystem as EcosystemId)
  const to = row.to === '' ? null : row.to
  return {
    ecosystem: ecosystem.id,
    language: ecosystem.languages[0],
    name: row.displayName,
    packageName,
    from: from.toSorted((a, b) => ecosystem.compareVersions(a, b) ?? 0),
    to,
    step: row.step === null ? null : steps[row.step]!,
    isKnownRelease,
    projects,
    branches,
    directBranches: row.direct,
    notSeenBranches: row.notSeen,
    transitiveBranches: row.transitive,
    through,
    closes: countsOf(row),
    shared,
    knownExploited: row.knownExploited,
    likelyExploited: row.likelyExploited,
    maxEpss: row.maxEpss,
    priority: ssvcRanks[row.ssvc] ?? null,
    isMalware: row.isMalware,
    instructions: row.instructions,
    command: shellLine(row.instructions),
    decision: wireDecision(row, assignees),
  }
}

const countsOf = (row: UpgradeRow | UseRow) =>
  severities
    .map((severity) => ({ severity: toWireSeverity[severity], count: row[severity] }))
    .filter(({ count }) => count > 0)

export const wireDecision = (
  { assigneeUuid, snoozedUntil }: { assigneeUuid: string | null; snoozedUntil: number | null },
  assignees: Assignees,
): UpgradeDecision => ({
  assignee: (assigneeUuid !== null && assignees.get(assigneeUuid)) || null,
  snoozedUntil,
})

export const wireUse = (row: UseRow): FixUse => {
  const { projectUuid, projectName, projectUrl, branch, from, isDirect, through, instructions } = row
  return {
    projectUuid,
    projectName,
    projectUrl,
    branch,
    from,
    isDirect,
    through,
    closes: countsOf(row),
    instructions,
    command: shellLine(instructions),
    priority: ssvcRanks[row.ssvc] ?? null,
    newerBase: row.newerBase && wireNewerBase(row.newerBase),
  }
}
