import type { Gaps } from '@assay/contract/coverage.ts'
import { gapFacts, type GapReason } from '@assay/engine/gap-reasons.ts'
import { type AdvisoryKnowledge, dataOfScan } from '#knowledge/advisories/databases/freshness.ts'
import { type StoredCovered, wireCovered } from '#projects/coverage-store.ts'
import type { RecordedGap } from '#scanning/scans/coverage-facts.ts'

type ScanRow = Parameters<typeof dataOfScan>[0] & { covered: StoredCovered }

/** With the advisory data that the scan's result is valid for. */
export const coveredThen = (scan: ScanRow, knowledge: AdvisoryKnowledge) =>
  wireCovered(
    scan.covered,
    dataOfScan(scan, knowledge)
      .filter(({ state }) => state !== 'current')
      .map(({ ecosystem }) => ecosystem),
  )

/** The gaps that the scan recorded. */
export function gapsOfReport({ gaps, gap_counts }: { gaps: unknown; gap_counts: unknown }): Gaps {
  const byReason = gap_counts as Gaps['byReason']
  return {
    total: Object.values(byReason).reduce((total, count) => total + count, 0),
    byReason,
    items: (gaps as RecordedGap[]).map((gap) => ({
      ...gap,
      message: messageOf(gap),
      action: gapFacts[gap.reason].action,
    })),
  }
}

function messageOf({ component, message, reason }: RecordedGap): string {
  if (component === null) return message
  const { name, version } = component
  return `${version === '' ? name : `${name} ${version}`} was not checked: it is ${labelOf(reason)}.`
}

const labelOf = (reason: GapReason): string => gapFacts[reason].label
