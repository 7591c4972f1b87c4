import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { settings } from '../../texts/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { cellLook, rowLook } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { agentName } from './agent-name.ts'
import { ActsCell, Listing, NameCell } from './listing.tsx'
import { Part } from './part.tsx'
import { useAct } from './use-act.ts'

const words = settings.security.sessions
const { agent, address, lastUsed, expires } = words.columns
const columns = [agent, address, lastUsed, expires].map((title) => ({ title }))

export function Sessions() {
  const sessions = useQuery(query(api.sessions.list, {}))
  const revoke = useAct((sessionUuid: string) => api.sessions.revoke({ params: { sessionUuid } }))
  const isGone = (uuid: string) => revoke.isPending && revoke.variables === uuid
  return (
    <Part title={words.title} lead={words.lead} isFlush>
      <Listing label={words.title} query={sessions} columns={columns}>
        {({ uuid, agent, address, lastUsedAt, expiresAt, isCurrent }) => {
          const name = agentName(agent) ?? words.unknownAgent
          if (isGone(uuid)) return null
          return (
            <tr key={uuid} className={rowLook}>
              <NameCell title={agent}>{name}</NameCell>
              <td className={cellLook}>{address}</td>
              <td className={cellLook}>
                <When epochMs={lastUsedAt} />
              </td>
              <td className={cellLook}>
                <When epochMs={expiresAt} />
              </td>
              {isCurrent ? (
                <ActsCell>
                  <Badge look="good">{words.current}</Badge>
                </ActsCell>
              ) : (
                <ActsCell
                  acts={[
                    {
                      text: words.revoke,
                      label: words.revokeOf(name, address),
                      run: () => revoke.mutate(uuid),
                    },
                  ]}
                />
              )}
            </tr>
          )
        }}
      </Listing>
    </Part>
  )
}
