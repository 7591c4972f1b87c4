import type { Trend } from '@assay/contract/trends.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../language/format.ts'
import { trends } from '../../../messages/trends.ts'
import { paths } from '../../../paths.ts'
import type { DashboardSearch } from '../criteria/search.ts'
import { historyIn } from './history-in.ts'
import { closedCauses, openedCauses } from '../../../widgets/findings/cause-model.ts'

const messages = trends.causes

interface Props {
  trend: Trend
  search: DashboardSearch
}

/** Distinguishes upgrades, decisions and new disclosures. */
export function Causes({ trend: { opened, closed }, search }: Props) {
  const isNothing = opened.total === 0 && closed.total === 0
  return (
    <section
      aria-label={messages.title}
      className="col-span-2 rounded-card border border-line bg-surface px-4 py-3 sm:col-span-4 xl:col-span-2"
    >
      <h2 className="m-0 text-xs font-medium text-soft">{messages.title}</h2>
      {isNothing && <p className="m-0 mt-1 text-soft">{messages.nothing}</p>}
      {!isNothing && (
        <div className="mt-1 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          <CauseList
            title={messages.opened(opened.total)}
            search={search}
            event="opened"
            counts={openedCauses.map((cause) => [cause, opened[cause]])}
          />
          <CauseList
            title={messages.closed(closed.total)}
            search={search}
            event="closed"
            counts={closedCauses.map((cause) => [cause, closed[cause]])}
          />
        </div>
      )}
    </section>
  )
}

interface CauseListProps {
  title: string
  search: DashboardSearch
  event: 'opened' | 'closed'
  counts: [cause: (typeof openedCauses)[number] | (typeof closedCauses)[number], count: number][]
}

function CauseList({ title, search, event, counts }: CauseListProps) {
  return (
    <div className="text-xs">
      <ListLink to={historyIn(search, { event })} className="font-medium">
        {title}
      </ListLink>
      <ul className="tabular m-0 list-none p-0 text-soft">
        {counts
          .filter(([, count]) => count > 0)
          .map(([cause, count]) => (
            <li key={cause}>
              <ListLink to={historyIn(search, { event, causes: [cause] })}>
                {formatNumber(count)} {messages[cause]}
              </ListLink>
            </li>
          ))}
      </ul>
    </div>
  )
}

interface ListLinkProps {
  to: ReturnType<typeof historyIn>
  className?: string
  children: ReactNode
}

export const ListLink = ({ to, className = '', children }: ListLinkProps) => (
  <Link
    to={paths.history}
    search={to}
    className={`tabular flex min-h-6 items-center text-inherit no-underline hover:underline max-sm:min-h-11 ${className}`}
  >
    {children}
  </Link>
)
