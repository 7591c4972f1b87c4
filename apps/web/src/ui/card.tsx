import type { ReactNode } from 'react'

interface Props {
  title: string
  children: ReactNode
}

/** A titled card for a number or other content. */
export function Card({ title, children }: Props) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface px-4 py-3">
      <h2 className="m-0 text-xs font-medium text-soft">{title}</h2>
      {children}
    </section>
  )
}

interface FigureProps {
  value: string
  /** Small text next to it: 'of 40'. */
  of?: string | null
}

export function Figure({ value, of = null }: FigureProps) {
  return (
    <p className="tabular m-0 mt-1 text-xl leading-tight font-semibold tracking-tight">
      {value}
      {of !== null && <span className="ml-2 text-sm font-normal tracking-normal text-soft">{of}</span>}
    </p>
  )
}
