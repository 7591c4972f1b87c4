import type { ChartColors } from './colors.ts'

/** A line's color and dashes, since color alone is not accessible. */
export interface LineStyle {
  color: keyof ChartColors
  dash: readonly number[]
}

interface Props {
  lines: readonly { name: string; value: string; style: LineStyle }[]
}

const inks: Partial<Record<keyof ChartColors, string>> = {
  accent: 'text-accent',
  cool: 'text-series',
  warm: 'text-warm',
}

/** A legend with the newest values. */
export function ChartKey({ lines }: Props) {
  return (
    <p className="tabular m-0 mb-1 flex flex-wrap gap-x-4 text-xs text-soft">
      {lines.map(({ name, value, style }) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 16 2" className={`h-0.5 w-4 ${inks[style.color] ?? ''}`}>
            <path d="M0 1h16" stroke="currentColor" strokeWidth="2" strokeDasharray={style.dash.join(' ')} />
          </svg>
          {name} <span className="text-ink">{value}</span>
        </span>
      ))}
    </p>
  )
}
