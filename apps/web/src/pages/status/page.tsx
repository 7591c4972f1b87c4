import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Failure } from '../../parts/failure.tsx'
import { MembersOnly } from '../../parts/members-only.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { texts } from '../../texts.ts'
import { formatAgo, formatDateTime, formatNumber } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Header, numberLook, rowLook, Table } from '../../ui/table.tsx'

const words = texts.status

export function StatusPage() {
  useTitle(words.title)
  return (
    <MembersOnly>
      <h1 className="m-0 mb-1 text-lg font-semibold">{words.title}</h1>
      <p className="m-0 mb-6 text-soft">{words.lead}</p>
      <Databases />
    </MembersOnly>
  )
}

function Databases() {
  const databases = useQuery(query(api.databases.list, {}))
  if (databases.isPending) return <Spinner label={texts.loading} />
  if (databases.error)
    return <Failure title={words.failed} error={databases.error} onRetry={() => void databases.refetch()} />
  if (databases.data.length === 0) return <p className="m-0 text-soft">{words.empty}</p>
  return (
    <section className="max-w-4xl rounded-card border border-line bg-surface">
      <Table label={words.title}>
        <thead>
          <tr className="border-b border-line">
            <Header title={words.columns.name} />
            <Header title={words.columns.advisories} isNumber />
            <Header title={words.columns.newest} isNumber />
            <Header title={words.columns.synced} isNumber />
          </tr>
        </thead>
        <tbody>
          {databases.data.map(({ id, name, advisories, newestAt, syncedAt }) => (
            <tr key={id} className={rowLook}>
              <th scope="row" className="px-3 py-2 text-left font-medium">
                {name}
              </th>
              <td className={numberLook}>{formatNumber(advisories)}</td>
              <td className={numberLook}>
                <Moment at={newestAt} />
              </td>
              <td className={numberLook}>
                <Moment at={syncedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
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
