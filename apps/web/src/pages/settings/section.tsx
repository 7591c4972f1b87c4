import type { ReactNode } from 'react'

interface Props {
  title: string
  lead?: string
  /** The page has the same title. */
  isTitleHidden?: boolean
  /** On the right of the title. */
  actions?: ReactNode
  /** Content without padding, such as a table. */
  isFlush?: boolean
  /** Omitted if there is nothing below the title. */
  children?: ReactNode
}

// Aligns the outer table columns with the title.
const edgeCells = '[&_tr>*:first-child]:pl-4 [&_tr>*:last-child]:pr-4'

/** A settings card. */
export const Section = ({
  title,
  lead,
  isTitleHidden = false,
  actions,
  isFlush = false,
  children,
}: Props) => (
  <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface">
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 ${isTitleHidden ? 'justify-end' : ''} ${children === undefined ? '' : 'border-b border-line-soft'}`}
    >
      <div className={isTitleHidden ? 'sr-only' : 'mr-auto min-w-0'}>
        <h2 className="m-0 text-base font-semibold">{title}</h2>
        {lead !== undefined && <p className="m-0 max-w-prose text-soft">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
    {children !== undefined && <div className={isFlush ? edgeCells : 'p-4'}>{children}</div>}
  </section>
)
