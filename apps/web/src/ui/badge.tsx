import type { ReactNode } from 'react'

const variants = {
  plain: 'border-line text-soft',
  good: 'border-current text-(--risk-low)',
  warm: 'border-current text-(--risk-moderate)',
  bad: 'border-current text-danger',
} as const
interface Props {
  variant?: keyof typeof variants
  /** Tooltip. */
  title?: string
  children: ReactNode
}

/** A one-word label. */
export const Badge = ({ variant = 'plain', title, children }: Props) => (
  <span
    {...(title !== undefined && { title })}
    className={`inline-block rounded-md border px-1.5 text-xs leading-5 font-medium whitespace-nowrap ${variants[variant]}`}
  >
    {children}
  </span>
)
