import type { Gap } from '@assay/engine/coverage.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { GapReason } from '@assay/engine/gap-reasons.ts'
import type { Domain } from '@assay/engine/vocabulary.ts'

/** What a scan checked, as stored with it. */
export interface RecordedCoverage {
  /** By ecosystem. */
  checked: Partial<Record<EcosystemId, number>>
  checkedCount: number
  byReason: Partial<Record<GapReason, number>>
  /** Those that make a PASS impossible. */
  blocking: number
  /** Those that may hide a vulnerability. */
  hiding: number
  /** At most maxGaps, those that block first. */
  gaps: RecordedGap[]
  measured: Record<Domain, boolean>
}

export interface RecordedGap extends Pick<Gap, 'reason' | 'where' | 'isDevelopment' | 'acceptanceUuid'> {
  /** null for a file or folder. */
  component: { ecosystem: EcosystemId | null; kind?: string; name: string; version: string } | null
  /** Of a file or folder, why; '' for a component, whose reason says it. */
  message: string
  blocks: boolean
}

/** Whether a scan covers less than the branch's last one that did not, and the score that stands for it. */
export interface CoverageLoss {
  coversLess: boolean
  carriedSecurity: number | null
}
