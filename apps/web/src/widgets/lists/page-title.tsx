import type { ReactNode } from 'react'

interface Props {
  title: string
  lead?: string
  /** Next to the title, on phones too. */
  actions?: ReactNode
}

/** The top of a page. */
export const PageTitle = ({ title, lead, actions }: Props) => (
  <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
    <div className={lead === undefined ? 'grow' : 'min-w-48 flex-1'}>
      <h1 className="m-0 text-lg font-semibold">{title}</h1>
      {lead !== undefined && <p className="m-0 mt-1 max-w-[100ch] text-soft">{lead}</p>}
    </div>
    <div className="ml-auto flex min-h-8 items-center gap-3 print:hidden">{actions}</div>
  </header>
)
