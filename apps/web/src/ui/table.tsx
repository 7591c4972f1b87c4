import type { ReactNode } from 'react'

interface TableProps {
  label: string
  isBusy?: boolean
  /** Total number of rows including the header, if not all are rendered. */
  rowCount?: number
  /** Of rows that open and close. */
  role?: 'treegrid'
  children: ReactNode
}

/** Scrolls horizontally in narrow containers, also by keyboard. */
export function Table({ label, isBusy = false, rowCount, role, children }: TableProps) {
  return (
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table
        role={role}
        aria-label={role && label}
        aria-busy={isBusy}
        aria-rowcount={rowCount}
        className={`w-full border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        {children}
      </table>
    </div>
  )
}

interface HeaderProps {
  title: string
  /** Short title for narrow containers. */
  narrow?: string
  isNumber?: boolean
  /** 'hidden md:table-cell' hides the column on narrow pages; also set on its cells. */
  className?: string
  /** Makes the header a sort button; null if sorted by another column. */
  sorted?: 'asc' | 'desc' | null
  onSort?: () => void
}

const headerText = 'text-xs font-medium whitespace-nowrap text-soft'
const ariaSort = { asc: 'ascending', desc: 'descending' } as const

export function Header({
  title,
  narrow,
  isNumber = false,
  className = '',
  sorted = null,
  onSort,
}: HeaderProps) {
  const align = isNumber ? 'text-right' : 'text-left'
  if (!onSort)
    return (
      <th scope="col" className={`px-3 py-2 ${headerText} ${align} ${className}`}>
        {narrow === undefined ? (
          title
        ) : (
          <>
            <span className="hidden @lg:inline">{title}</span>
            <span className="@lg:hidden">{narrow}</span>
          </>
        )}
      </th>
    )
  return (
    <th scope="col" aria-sort={sorted ? ariaSort[sorted] : 'none'} className={`p-0 ${align} ${className}`}>
      <button
        type="button"
        onClick={onSort}
        className={`group inline-flex cursor-pointer items-center gap-1 px-3 py-2 ${headerText} hover:text-ink ${isNumber ? 'flex-row-reverse' : ''} ${sorted ? 'text-ink' : ''}`}
      >
        {title}
        <Arrow direction={sorted} />
      </button>
    </th>
  )
}

/** Keeps its space when hidden, to avoid layout shifts. */
function Arrow({ direction }: { direction: 'asc' | 'desc' | null }) {
  const visibility = direction ? '' : 'opacity-0 group-hover:opacity-40 group-focus-visible:opacity-40'
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      className={`size-3 ${visibility} ${direction === 'asc' ? 'rotate-180' : ''}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      <path d="M6 2v8M3 7l3 3 3-3" />
    </svg>
  )
}

export const rowStyle = 'border-b border-line-soft last:border-0 hover:bg-hover'
/** A column omitted on narrow screens. */
export const wideOnly = 'hidden sm:table-cell'
export const cellStyle = 'px-3 py-1.5 whitespace-nowrap'
export const numberCell = `${cellStyle} tabular text-right`
