import { formatShare } from './format.ts'

interface Props {
  /** What is done, of the whole. */
  part: number
  whole: number
  label: string
}

const radius = 18
const circumference = 2 * Math.PI * radius

/** A doughnut cut out by 90 %. The numbers stand beside it. */
export function Ring({ part, whole, label }: Props) {
  const share = whole === 0 ? 0 : part / whole
  return (
    <div role="img" aria-label={label} className="relative grid size-14 shrink-0 place-items-center">
      <svg viewBox="0 0 40 40" className="absolute inset-0 -rotate-90">
        <circle
          cx="20"
          cy="20"
          r={radius}
          fill="none"
          strokeWidth="2"
          style={{ stroke: whole === 0 ? 'var(--track)' : 'var(--risk-moderate)' }}
        />
        {share > 0 && (
          <circle
            cx="20"
            cy="20"
            r={radius}
            fill="none"
            strokeWidth="2"
            strokeDasharray={`${share * circumference} ${circumference}`}
            style={{ stroke: 'var(--accent)' }}
          />
        )}
      </svg>
      <span className="tabular text-xs font-medium text-soft">{formatShare(share)}</span>
    </div>
  )
}
