interface Targets {
  /** By severity, that the project's groups set. */
  groupTargets: Readonly<Record<string, number>>
  /** Of the account. */
  targets: Readonly<Record<string, number | null>>
}

/** Days to fix a finding: as the strictest of the project's groups says, otherwise the account. null for no target. */
export const daysToFixOf = (severity: string, { groupTargets, targets }: Targets): number | null =>
  groupTargets[severity] ?? targets[severity] ?? null
