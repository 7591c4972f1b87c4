import type { Coverage, Measured } from '@assay/contract/coverage.ts'
import { sql } from 'kysely'

/** What a scan checked, of the scan row that a query joins as "scan". */
export const coveredColumn = sql<StoredCovered>`json_build_object(
  'listed', scan.component_count, 'checked', scan.checked, 'blocking', scan.blocking_gaps,
  'coversLess', scan.covers_less, 'findings', scan.vulnerability_count, 'security', scan.security_measured,
  'stability', scan.stability_measured, 'licensing', scan.licensing_measured)`

export interface StoredCovered extends Measured, Pick<Coverage, 'listed' | 'blocking' | 'coversLess'> {
  /** By ecosystem. */
  checked: Record<string, number>
  /** Open vulnerabilities. */
  findings: number
}

/** Beside the scores of a scan. Components of ecosystems whose advisory data is outdated by now are not checked. */
export function wireCovered(
  { listed, checked, blocking, coversLess, findings, ...measured }: StoredCovered,
  outdated: readonly string[] = [],
): { coverage: Coverage; measured: Measured } {
  const then = sum(Object.values(checked))
  const gone = Object.entries(checked).filter(([ecosystem]) => outdated.includes(ecosystem))
  const lost = sum(gone.map(([, count]) => count))
  const isLost = lost > 0 && lost === then && findings === 0
  return {
    coverage: { listed, checked: then - lost, blocking: blocking + lost, coversLess },
    measured: { ...measured, security: measured.security && !isLost },
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
