import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { advisoryData as messages } from '../../messages/advisory-data.ts'
import { Badge } from '../../ui/badge.tsx'
import { Header, rowStyle, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'

const refetchMs = 15_000

/** How old the lists about all ecosystems are. */
export function Lists() {
  const { data } = useQuery({ ...query(api.advisoryDatabases.lists, {}), refetchInterval: refetchMs })
  if (!data) return null
  return (
    <section className="mt-4 rounded-card border border-line bg-surface">
      <Table label={messages.listsTitle}>
        <thead>
          <tr className="border-b border-line">
            <Header title={messages.columns.list} />
            <Header title={messages.columns.asOf} />
            <Header title={messages.columns.state} />
          </tr>
        </thead>
        <tbody>
          {data.map(({ id, completeAt, state }) => (
            <tr key={id} className={rowStyle}>
              <th scope="row" className="px-3 py-2 text-left font-medium">
                {messages.lists[id]}
              </th>
              <td className="px-3 py-2">
                <When epochMs={completeAt} />
              </td>
              <td className="px-3 py-2">
                <Badge variant={state === 'current' ? 'good' : 'plain'}>{messages.listStates[state]}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
