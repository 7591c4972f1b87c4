import { riskClass } from '@assay/engine/scoring/risk-class.ts'
import type { RiskClass } from '@assay/engine/vocabulary.ts'

interface Props {
  score: number
  /** Label of each risk class, since color alone is not accessible. */
  messages: Readonly<Record<RiskClass, string>>
  /** Otherwise the label is for screen readers only. */
  isWordShown?: boolean
  /** Shows the steps below the number in narrow containers. */
  isStacked?: boolean
}

const bars: Record<RiskClass, { steps: number; color: string }> = {
  high: { steps: 1, color: 'var(--risk-high)' },
  moderate: { steps: 2, color: 'var(--risk-moderate)' },
  'low-moderate': { steps: 3, color: 'var(--risk-low-moderate)' },
  low: { steps: 4, color: 'var(--risk-low)' },
}

/** A score with its risk class as label and one to four steps. */
export function Score({ score, messages, isWordShown = false, isStacked = false }: Props) {
  const risk = riskClass(score)
  const { steps, color } = bars[risk]
  return (
    <span
      className={`inline-flex items-center gap-2 ${isStacked ? '@max-lg:flex-col @max-lg:items-end @max-lg:gap-1' : ''}`}
      title={messages[risk]}
    >
      <span className={`tabular font-medium ${isWordShown ? '' : 'min-w-7 text-right'}`}>{score}</span>
      <span aria-hidden className="flex gap-0.5">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-2 rounded-xs ${isStacked ? 'w-2.5 @max-lg:h-1 @max-lg:w-2' : 'w-2.5'}`}
            style={{ background: step <= steps ? color : 'var(--track)' }}
          />
        ))}
      </span>
      <span className={isWordShown ? 'text-xs text-soft' : 'sr-only'}>{messages[risk]}</span>
    </span>
  )
}
