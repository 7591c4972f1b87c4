import type { ReactNode } from 'react'

interface Props {
  title: string
  hint?: string
  children?: ReactNode
}

/** Shown for an empty list: what it means, and what to do. */
export const EmptyState = ({ title, hint, children }: Props) => (
  <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
    <p className="m-0 text-base font-medium">{title}</p>
    {hint !== undefined && <p className="m-0 max-w-prose text-soft">{hint}</p>}
    {children}
  </div>
)
