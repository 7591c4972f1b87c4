import { riskClass } from '@assay/engine/scoring/risk-class.ts'

interface Props {
  score: number
  /** The words for each class: color alone says nothing. */
  words: Record<string, string>
}

const colors: Record<string, string> = {
  high: 'var(--risk-high)',
  moderate: 'var(--risk-moderate)',
  'low-moderate': 'var(--risk-low-moderate)',
  low: 'var(--risk-low)',
}

/** A score, a bar as long as it, and its class of risk in words. */
export function Score({ score, words }: Props) {
  const risk = riskClass(score)
  return (
    <span className="inline-flex items-center gap-2" title={words[risk]}>
      <span className="tabular min-w-7 text-right font-medium">{score}</span>
      <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-hover">
        <span
          className="block h-full rounded-full"
          style={{ width: `${score}%`, background: colors[risk] }}
        />
      </span>
      <span className="sr-only">{words[risk]}</span>
    </span>
  )
}
