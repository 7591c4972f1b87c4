import { ownProperty } from '@assay/engine/own-property.ts'
const tones: Readonly<Record<string, { steps: number; color: string }>> = {
  CRITICAL: { steps: 4, color: 'var(--risk-high)' },
  HIGH: { steps: 3, color: 'var(--risk-high)' },
  MEDIUM: { steps: 2, color: 'var(--risk-moderate)' },
  LOW: { steps: 1, color: 'var(--risk-low-moderate)' },
}
const harmless = { steps: 0, color: 'var(--track)' }

interface Props {
  /** The name on the wire. */
  severity: string
  /** Display label. */
  word: string
  /** One decimal; null if unknown. */
  cvss?: number | null
  isFaint?: boolean
}

/** Severity as label, steps and score. */
export function Severity({ severity, word, cvss = null, isFaint = false }: Props) {
  const { steps, color } = ownProperty(tones, severity) ?? harmless
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`flex items-end gap-px ${isFaint ? 'opacity-70' : ''}`}>
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className="w-1 rounded-xs"
            style={{ height: 3 + step * 2.5, background: step <= steps ? color : 'var(--track)' }}
          />
        ))}
      </span>
      <span className={`self-baseline text-xs font-medium ${isFaint ? 'text-soft' : ''}`}>{word}</span>
      {cvss !== null && <span className="tabular text-xs text-soft">{cvss.toFixed(1)}</span>}
    </span>
  )
}
