import { ownProperty } from '@assay/engine/own-property.ts'

interface Targets {
  /** By severity, that the project's groups set. */
  groupTargets: Readonly<Record<string, number>>
  /** Of the account. */
  targets: Readonly<Record<string, number | null>>
}

/** Days to fix a finding: as the strictest of the project's groups says, otherwise the account. null for no target. */
export const daysToFixOf = (severity: string, { groupTargets, targets }: Targets): number | null =>
  ownProperty(groupTargets, severity) ?? ownProperty(targets, severity) ?? null
