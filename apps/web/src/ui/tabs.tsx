import { ownProperty } from '@assay/engine/own-property.ts'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { formatNumber } from '../language/format.ts'

interface Tab<T extends string> {
  id: T
  label: string
  count?: number | null
}

interface Props<T extends string> {
  label: string
  selected: T
  tabs: readonly Tab<T>[]
  onSelect: (id: T) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Tabs by https://www.w3.org/WAI/ARIA/apg/patterns/tabs/: arrow keys move and select. */
export function Tabs<T extends string>({ label, selected, tabs, onSelect, children }: Props<T>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = ownProperty(steps, event.key)
    if (!step) return
    event.preventDefault()
    const next =
      tabs[
        step(
          tabs.findIndex((tab) => tab.id === selected),
          tabs.length,
        )
      ]
    if (!next) return
    onSelect(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  return (
    <div className="min-w-0">
      <div
        role="tablist"
        aria-label={label}
        className="flex overflow-x-auto overflow-y-hidden border-b border-line print:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onKeyDown={move}
            onClick={() => onSelect(tab.id)}
            className="-mb-px flex cursor-pointer items-baseline gap-1.5 border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {tab.label}
            {typeof tab.count === 'number' && (
              <span className="tabular text-xs font-normal text-soft">{formatNumber(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        tabIndex={0}
        className="pt-4 outline-offset-4"
      >
        {children}
      </div>
    </div>
  )
}
