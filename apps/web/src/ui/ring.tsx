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
    <svg viewBox="0 0 40 40" role="img" aria-label={label} className="size-14 -rotate-90">
      <circle
        cx="20"
        cy="20"
        r={radius}
        fill="none"
        strokeWidth="2"
        style={{ stroke: 'var(--risk-moderate)', opacity: whole === 0 ? 0.25 : 1 }}
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
  )
}
