import { type ReactNode, useState } from 'react'
import { lists as messages } from '../../messages/lists.ts'
import { Button } from '../../ui/button.tsx'

/** Filters that phones only show on request, so that the list remains visible. */
export function useFilterPanel() {
  const [isOpen, setOpen] = useState(false)
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

type Panel = ReturnType<typeof useFilterPanel>

/** A search field; on phones, next to the panel's button. */
export const FilterLine = ({ panel, children }: { panel: Panel; children: ReactNode }) => (
  <div className="flex items-center gap-2 max-sm:w-full sm:contents">
    {children}
    <span className="sm:hidden print:hidden">
      <Button aria-expanded={panel.isOpen} onPress={panel.toggle}>
        {messages.filters}
      </Button>
    </span>
  </div>
)

/** Part of the panel. */
export const FilterPanel = ({ panel, children }: { panel: Panel; children: ReactNode }) => (
  <div className={panel.isOpen ? 'contents' : 'max-sm:hidden sm:contents'}>{children}</div>
)
