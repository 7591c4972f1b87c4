import { type Severity, severities } from '@assay/engine/vocabulary.ts'
import type { Chart } from './document.ts'

/** Colors with enough contrast on white paper. */
const colorOf: Record<Severity, string> = {
  critical: '#8b1a1a',
  high: '#c2410c',
  medium: '#b08800',
  low: '#3b6ea5',
  none: '#6e7781',
  unknown: '#6e7781',
}

const labelOf: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'None',
  unknown: 'Unknown',
}

export type BySeverity = Partial<Record<Severity, number>>

/** Most severe first; unknown severity only if there are any. */
export const severityChart = (title: string, counts: BySeverity): Chart => ({
  title,
  bars: severities
    .filter((severity) => !['none', 'unknown'].includes(severity) || (counts[severity] ?? 0) > 0)
    .map((severity) => ({
      label: labelOf[severity],
      value: counts[severity] ?? 0,
      color: colorOf[severity],
    })),
})
