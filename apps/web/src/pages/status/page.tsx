import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Failure } from '../../parts/failure.tsx'
import { MembersOnly } from '../../parts/members-only.tsx'
import { texts } from '../../texts.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'

const words = texts.status

export const StatusPage = () => (
  <MembersOnly>
    <h1 className="m-0 mb-1 text-lg font-semibold">{words.title}</h1>
    <p className="m-0 mb-6 text-soft">{words.lead}</p>
    <Databases />
  </MembersOnly>
)

function Databases() {
  const databases = useQuery(query(api.databases.list, {}))
  if (databases.isPending) return <Spinner label={texts.loading} />
  if (databases.error)
    return <Failure title={words.failed} error={databases.error} onRetry={() => void databases.refetch()} />
  if (databases.data.length === 0) return <p className="m-0 text-soft">{words.empty}</p>
  return (
    <div
      className="overflow-x-auto rounded-card border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={words.title}
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {words.columns.name}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {words.columns.advisories}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {words.columns.newest}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {words.columns.synced}
            </th>
          </tr>
        </thead>
        <tbody>
          {databases.data.map(({ id, name, advisories, newestAt, syncedAt }) => (
            <tr key={id} className="border-b border-line last:border-0">
              <th scope="row" className="px-3 py-2 text-left font-medium">
                {name}
              </th>
              <td className="tabular px-3 py-2 text-right">{formatNumber(advisories)}</td>
              <td className="tabular px-3 py-2 text-right">
                <Moment at={newestAt} />
              </td>
              <td className="tabular px-3 py-2 text-right">
                <Moment at={syncedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Moment({ at }: { at: number | null }) {
  if (at === null) return '–'
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatAgo(at)}
    </time>
  )
}
