import type { ReactNode } from 'react'

interface Props {
  title: string
  /** On the right of the title. */
  controls?: ReactNode
  toggle: { chart: string; table: string }
  isTable: boolean
  onToggle: (isTable: boolean) => void
  children: ReactNode
}

/** A chart that can be switched to a table. */
export function ChartFrame({ title, controls, toggle, isTable, onToggle, children }: Props) {
  return (
    <section
      aria-label={title}
      className="min-w-0 rounded-card border border-line bg-surface px-4 py-3 print:break-inside-avoid"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="m-0 text-xs font-medium text-soft">{title}</h2>
        <div className="ml-auto flex items-center gap-2">
          {controls}
          <button
            type="button"
            onClick={() => onToggle(!isTable)}
            className="h-7 cursor-pointer rounded-md px-2 text-xs text-soft hover:bg-hover hover:text-ink print:hidden"
          >
            {isTable ? toggle.chart : toggle.table}
          </button>
        </div>
      </div>
      {children}
    </section>
  )
}
