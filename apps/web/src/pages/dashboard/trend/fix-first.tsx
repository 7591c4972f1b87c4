import type { Fixes, FixUpgrade } from '@assay/contract/fixes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { fixes as messages } from '../../../messages/fixes.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/card.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FixCounts } from '../../../widgets/findings/fix-counts.tsx'
import { closedCount } from '../../../widgets/findings/fix-counts-model.ts'
import { exploitLists, ListNotice } from '../../../widgets/lists/list-notice.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { currentQuery } from '../criteria/criteria-model.ts'
import { chosenProjects, criteriaOf, type DashboardSearch } from '../criteria/search.ts'
import { isPast } from './trend-model.ts'
import { useToday } from '../criteria/use-today.ts'

const top = 5

type Chosen = ReturnType<typeof chosenProjects>

/** The five most urgent upgrades for the selected criteria. */
export function FixFirst({ search }: { search: DashboardSearch }) {
  const chosen = chosenProjects(search)
  const today = useToday()
  const isEarlier = isPast(currentQuery(criteriaOf(search), today), today)
  const request = { ...chosen, limit: String(top) }
  const found = useQuery({
    queryKey: ['fixes', 'top', request],
    queryFn: ({ signal }) => api.fixes.list({ query: request }, { signal }),
  })
  return (
    <QueryView query={found} skeleton={<Waiting />} failed={messages.failed}>
      {(data) => <Upgrades data={data} chosen={chosen} isEarlier={isEarlier} />}
    </QueryView>
  )
}

interface UpgradesProps {
  data: Fixes
  chosen: Chosen
  /** The selected period has ended. */
  isEarlier: boolean
}

function Upgrades({ data, chosen, isEarlier }: UpgradesProps) {
  const { upgrades, unfixable, closes } = data.overview
  return (
    <Card title={messages.title}>
      {isEarlier && <p className="m-0 mt-1 text-xs text-soft">{messages.asOfToday}</p>}
      {upgrades > 0 && <ListNotice of={exploitLists} />}
      {data.upgrades.length === 0 ? (
        <p className="m-0 mt-1 text-soft">{messages.none}</p>
      ) : (
        <ol className="m-0 mt-1 list-none divide-y divide-line p-0">
          {data.upgrades.map((upgrade) => (
            <Upgrade
              key={`${upgrade.ecosystem} ${upgrade.packageName} ${upgrade.to}`}
              upgrade={upgrade}
              chosen={chosen}
            />
          ))}
        </ol>
      )}
      <p className="tabular m-0 mt-1 flex flex-wrap items-center gap-x-4 text-sm text-soft">
        {upgrades > 0 && (
          <Link
            data-target
            to={paths.fixes}
            search={chosen}
            className="inline-block py-1 text-sm text-accent"
          >
            {messages.all(upgrades)}
          </Link>
        )}
        {upgrades > 0 && <span className="text-xs">{messages.closesInAll(closes, upgrades)}</span>}
        {unfixable > 0 && <span className="text-xs">{messages.unfixable(unfixable)}</span>}
      </p>
    </Card>
  )
}

function Upgrade({ upgrade, chosen }: { upgrade: FixUpgrade; chosen: Chosen }) {
  const { ecosystem, packageName, name, to, step, projects, branches } = upgrade
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-xs">
      <Link
        data-over
        to={paths.fixes}
        search={{ ...chosen, open: [ecosystem, packageName, to ?? ''].join(' ') }}
        className="inline-block min-w-0 max-sm:w-full py-0.5 text-sm leading-5 font-medium [overflow-wrap:anywhere]"
      >
        <span>
          <LongName name={to === null ? name : `${name} ${to}`} />
        </span>
      </Link>
      {to === null && <span className="font-medium">{messages.noFix}</span>}
      {step && <span className="text-soft">{messages.steps[step]}</span>}
      <FixCounts upgrade={upgrade} />
      <span className="tabular text-soft max-sm:w-full sm:ml-auto">
        {messages.closesIn(closedCount(upgrade), messages.where(projects, branches))}
      </span>
    </li>
  )
}

/** Placeholder with the height of the list. */
const Waiting = () => (
  <Card title={messages.title}>
    <div aria-busy className="mt-2 grid gap-3 pb-8">
      {Array.from({ length: top }, (_, index) => (
        <Skeleton key={index} className="h-6 w-full" />
      ))}
    </div>
  </Card>
)
