import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  lead?: string
  /** Next to the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of the page with its heading. */
export function Panel({ title, lead, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 id={id} className="m-0 text-sm font-semibold">
            {title}
          </h2>
          {lead !== undefined && <p className="m-0 mt-0.5 text-xs text-soft">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
