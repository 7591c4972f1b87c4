import type { ReactNode } from 'react'

interface Props {
  title: string
  lead?: string
  /** At the right of the title. */
  actions?: ReactNode
  /** Its content comes up to the border, as a table does. */
  isFlush?: boolean
  children: ReactNode
}

// The outer columns of a table begin and end where the title does.
const edgeCells = '[&_tr>*:first-child]:pl-4 [&_tr>*:last-child]:pr-4'

/** One thing to set, in a frame of its own. */
export const Section = ({ title, lead, actions, isFlush = false, children }: Props) => (
  <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-soft px-4 py-3">
      <div className="mr-auto min-w-0">
        <h2 className="m-0 text-base font-semibold">{title}</h2>
        {lead !== undefined && <p className="m-0 max-w-prose text-soft">{lead}</p>}
      </div>
      {actions}
    </div>
    <div className={isFlush ? edgeCells : 'p-4'}>{children}</div>
  </section>
)
