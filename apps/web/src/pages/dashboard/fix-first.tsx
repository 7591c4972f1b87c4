import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { FixCounts } from '../../widgets/fix-counts.tsx'
import { chosenProjects, type DashboardSearch } from './search.ts'

const top = '5'

/** The five most urgent upgrades for the selected criteria. */
export function FixFirst({ search }: { search: DashboardSearch }) {
  const chosen = chosenProjects(search)
  const wanted = { ...chosen, limit: top }
  const { data } = useQuery({
    queryKey: ['fixes', 'top', wanted],
    queryFn: ({ signal }) => api.fixes.list({ query: wanted }, { signal }),
  })
  if (!data || data.upgrades.length === 0) return null
  return (
    <Card title={messages.title}>
      <ol className="m-0 mt-1 list-none divide-y divide-line p-0">
        {data.upgrades.map((upgrade) => (
          <li
            key={`${upgrade.ecosystem} ${upgrade.packageName} ${upgrade.to}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-xs"
          >
            <Link
              to={paths.fixes}
              search={{
                ...chosen,
                open: [upgrade.ecosystem, upgrade.packageName, upgrade.to ?? ''].join(' '),
              }}
              className="inline-block min-w-0 py-0.5 text-sm leading-5 font-medium break-all"
            >
              {upgrade.to === null ? upgrade.name : `${upgrade.name} ${upgrade.to}`}
            </Link>
            {upgrade.to === null && <span className="font-medium">{messages.noFix}</span>}
            {upgrade.step && <span className="text-soft">{messages.steps[upgrade.step]}</span>}
            <FixCounts upgrade={upgrade} />
            <span className="tabular ml-auto text-soft">
              {messages.where(upgrade.projects, upgrade.branches)}
            </span>
          </li>
        ))}
      </ol>
      <Link to={paths.fixes} search={chosen} className="mt-1 inline-block py-1 text-sm text-accent">
        {messages.all(data.overview.upgrades)}
      </Link>
    </Card>
  )
}
