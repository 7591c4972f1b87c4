import type { FixUpgrade } from '@assay/contract/fixes.ts'

/** Findings that an upgrade closes, of any severity. */
export const closedCount = ({ closes }: Pick<FixUpgrade, 'closes'>): number =>
  closes.reduce((sum, { count }) => sum + count, 0)
