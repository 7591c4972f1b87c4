import type { ReactNode } from 'react'

interface TrendFigureProps {
  title: string
  value: ReactNode
  hint: ReactNode
  isBad?: boolean
}

/** A figure of the trend, with its explanation. */
export function TrendFigure({ title, value, hint, isBad = false }: TrendFigureProps) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface px-4 py-3">
      <h2 className="m-0 text-xs font-medium text-soft">{title}</h2>
      {value !== null && (
        <p className={`tabular m-0 mt-1 text-lg font-semibold ${isBad ? 'text-danger' : ''}`}>{value}</p>
      )}
      {hint !== null && <p className="m-0 mt-1 text-xs text-soft">{hint}</p>}
    </section>
  )
}
