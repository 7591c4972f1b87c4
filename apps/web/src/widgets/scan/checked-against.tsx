import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { formatDate } from '../../language/format.ts'
import { firstScan } from '../../messages/first-scan.ts'

const messages = firstScan.dialog.against

/** The advisory data that a scan used, by ecosystem: a clean result means little without it. */
export function CheckedAgainst({ projectUuid, reportUuid }: { projectUuid: string; reportUuid: string }) {
  const { data } = useQuery(query(api.scans.overview, { params: { projectUuid }, query: { reportUuid } }))
  if (!data) return null
  const { advisoryData } = data.scan
  return (
    <div className="text-xs text-soft">
      {advisoryData.length === 0
        ? messages.nothing
        : advisoryData.map(({ ecosystem, name, advisories, newestAt, state }) => (
            <p key={ecosystem} className="m-0">
              {messages.data(name, advisories, newestAt === null ? null : formatDate(newestAt))}
              {state !== 'current' && <strong className="font-medium"> {messages.states[state]}</strong>}
            </p>
          ))}
    </div>
  )
}
