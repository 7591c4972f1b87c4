import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { settings } from '../../texts/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { cellLook, Header, rowLook, Table } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { agentName } from './agent-name.ts'
import { ActButton } from './act-button.tsx'
import { ActsCell, ActsHeader } from './acts-column.tsx'
import { Known } from './known.tsx'
import { Part } from './part.tsx'
import { useAct } from './use-act.ts'

const words = settings.security.sessions

export function Sessions() {
  const sessions = useQuery(query(api.sessions.list, {}))
  const revoke = useAct((sessionUuid: string) => api.sessions.revoke({ params: { sessionUuid } }))
  const isGone = (uuid: string) => revoke.isPending && revoke.variables === uuid
  return (
    <Part title={words.title} lead={words.lead} isFlush>
      <Known query={sessions}>
        {(list) => (
          <Table label={words.title}>
            <thead>
              <tr className="border-b border-line">
                <Header title={words.columns.agent} />
                <Header title={words.columns.address} />
                <Header title={words.columns.lastUsed} />
                <Header title={words.columns.expires} />
                <ActsHeader />
              </tr>
            </thead>
            <tbody>
              {list
                .filter(({ uuid }) => !isGone(uuid))
                .map(({ uuid, agent, address, lastUsedAt, expiresAt, isCurrent }) => (
                  <tr key={uuid} className={rowLook}>
                    <th scope="row" title={agent} className={`${cellLook} text-left font-medium`}>
                      {agentName(agent) ?? words.unknownAgent}
                    </th>
                    <td className={cellLook}>{address}</td>
                    <td className={cellLook}>
                      <When epochMs={lastUsedAt} />
                    </td>
                    <td className={cellLook}>
                      <When epochMs={expiresAt} />
                    </td>
                    <ActsCell>
                      {isCurrent ? (
                        <Badge look="good">{words.current}</Badge>
                      ) : (
                        <ActButton
                          look="quiet"
                          label={words.revokeOf(agentName(agent) ?? words.unknownAgent, address)}
                          onPress={() => revoke.mutate(uuid)}
                        >
                          {words.revoke}
                        </ActButton>
                      )}
                    </ActsCell>
                  </tr>
                ))}
            </tbody>
          </Table>
        )}
      </Known>
    </Part>
  )
}
