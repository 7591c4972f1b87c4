interface Props {
  direction: 'increase' | 'decrease'
  place: 1 | 2 | 3
}

/** Six icons: an arrow with bars for the rank, and the rank. */
export function RankIcon({ direction, place }: Props) {
  const isUp = direction === 'increase'
  return (
    <svg
      aria-hidden
      viewBox="0 0 28 28"
      className={`size-7 shrink-0 ${isUp ? 'text-safe' : 'text-danger'}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect
        width="28"
        height="28"
        rx="7"
        fill="currentColor"
        stroke="none"
        opacity={0.06 + 0.05 * (4 - place)}
      />
      <path d={numerals[place]} strokeWidth="1.7" />
      <g strokeWidth="1.7" transform={isUp ? '' : 'rotate(180 19.5 14)'}>
        <path d="M16 12.5 19.5 9l3.5 3.5" />
        {bars.slice(0, 4 - place).map((y) => (
          <path key={y} d={`M17 ${y}h5`} />
        ))}
      </g>
    </svg>
  )
}

const bars = [13.4, 16.4, 19.4]
const numerals = {
  1: 'M6.5 11 9 9v10',
  2: 'M6 11.2C6.2 8.4 11.4 8.2 11.4 11.4 11.4 14 6 16 6 19h5.6',
  3: 'M6.2 9h5l-3 3.8c4.6-.2 4.4 6.2.3 6.2-1.200 0-2.200-.500-2.700-1.500',
} as const
