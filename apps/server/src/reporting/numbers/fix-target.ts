import type { FixTargets } from '@assay/contract/accounts.ts'
import type { WireSeverity } from '@assay/engine/vocabulary.ts'

interface Targets {
  /** By severity, that the project's groups set. */
  groupTargets: Readonly<Record<string, number>>
  /** Of the account. */
  targets: FixTargets
}

/** Days to fix a finding: as the strictest of the project's groups says, otherwise the account. null for no target. */
export const daysToFixOf = (severity: WireSeverity, { groupTargets, targets }: Targets): number | null =>
  groupTargets[severity] ?? (severity in targets ? targets[severity as keyof FixTargets] : null)
