import type { ReactNode } from 'react'

function Icon({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

interface Props {
  className?: string
}

/** Opens in a new window. */
export const ExternalIcon = ({ className = 'size-3.5' }: Props) => (
  <Icon className={className}>
    <path d="M6.5 3H3v10h10V9.500M9 3h4v4M13 3 7.500 8.500" />
  </Icon>
)

export const ChevronIcon = ({ className = 'size-3.5' }: Props) => (
  <Icon className={className}>
    <path d="m6 3.500 4.500 4.500L6 12.500" />
  </Icon>
)

export const ReportIcon = ({ className = 'size-3.5' }: Props) => (
  <Icon className={className}>
    <path d="M7 4.500 8.500 3a3 3 0 0 1 4.500 4.500L11.500 9M9 11.500 7.500 13A3 3 0 0 1 3 8.500L4.500 7M6 10l4-4" />
  </Icon>
)

export const SearchIcon = ({ className = 'size-3.5' }: Props) => (
  <Icon className={className}>
    <path d="M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9m3.200-1.300 3.300 3.300" />
  </Icon>
)

const deltas = {
  increase: { color: 'text-danger', path: 'M8 13V3M4 7l4-4 4 4' },
  decrease: { color: 'text-safe', path: 'M8 3v10M4 9l4 4 4-4' },
  unchanged: { color: 'text-soft', path: 'M3.500 6h9M3.500 10h9' },
} as const

/** Up in red, down in green, unchanged in a neutral color. */
export const DeltaIcon = ({ direction }: { direction: keyof typeof deltas }) => (
  <Icon className={`size-3.5 ${deltas[direction].color}`}>
    <path d={deltas[direction].path} />
  </Icon>
)

export const CloseIcon = () => (
  <Icon className="size-3.5">
    <path d="m4 4 8 8m0-8-8 8" />
  </Icon>
)
