import { type Severity, severities, toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { Bar, Chart } from '@assay/text/documents/document.ts'
import type { DocumentTexts } from './texts/document-texts.ts'

/** Colors with enough contrast on white paper. */
const colorOf: Record<Severity, string> = {
  critical: '#8b1a1a',
  high: '#c2410c',
  medium: '#b08800',
  low: '#3b6ea5',
  none: '#6e7781',
  unknown: '#6e7781',
}

export type BySeverity = Partial<Record<Severity, number>>

/** Most severe first; unknown severity only if there are any. */
export const severityChart = (title: string, counts: BySeverity, texts: DocumentTexts): Chart => ({
  kind: 'chart',
  title,
  bars: severities
    .filter((severity) => !['none', 'unknown'].includes(severity) || (counts[severity] ?? 0) > 0)
    .map((severity) => barOf(severity, counts[severity] ?? 0, texts)),
})

/** Only the severities that have a value, worst first. */
export const knownSeveritiesChart = (title: string, values: BySeverity, texts: DocumentTexts): Chart => ({
  kind: 'chart',
  title,
  bars: severities.flatMap((severity) => {
    const value = values[severity]
    return value === undefined ? [] : [barOf(severity, value, texts)]
  }),
})

const barOf = (severity: Severity, value: number, { severities: names }: DocumentTexts): Bar => ({
  label: names[toWireSeverity[severity]],
  value,
  color: colorOf[severity],
})
