import type { ReactNode } from 'react'
import { ChevronIcon } from '../../ui/icons.tsx'

interface Props {
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** The first cell of an expandable row. */
export const ExpandToggle = ({ isOpen, onToggle, children }: Props) => (
  <th scope="row" className="min-w-40 p-0 text-left font-medium">
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex w-full cursor-pointer items-center gap-2 py-2 pr-3 text-left font-medium -outline-offset-2 [overflow-wrap:anywhere]"
    >
      <ChevronIcon className={`size-3.5 transition-transform ${isOpen ? 'rotate-90' : ''}`} />
      {children}
    </button>
  </th>
)
