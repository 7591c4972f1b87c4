import type { ReactNode } from 'react'
import { texts } from '../../messages/app.ts'

interface Props {
  title: string
  hint?: string
  /** The page has no other content. */
  isPage?: boolean
  children?: ReactNode
}

/** Shown for an empty list: what it means, and what to do. */
export const EmptyState = ({ title, hint, isPage = false, children }: Props) => (
  <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
    {isPage ? (
      <h1 className="m-0 text-base font-medium">{title}</h1>
    ) : (
      <p className="m-0 text-base font-medium">{title}</p>
    )}
    {hint !== undefined && <p className="m-0 max-w-prose text-balance text-soft">{hint}</p>}
    {children}
  </div>
)

/** What is not permitted, and, without a hint, that an administrator can change that. */
export interface ForbiddenText {
  title: string
  hint?: string
  /** The page has no other content. */
  isPage?: boolean
}

export const Forbidden = ({ hint = texts.askAdministrator, ...text }: ForbiddenText) => (
  <EmptyState hint={hint} {...text} />
)
