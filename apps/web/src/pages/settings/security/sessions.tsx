import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { agentName } from '../agent-name.ts'
import { ActionsCell, ResourceTable, NameCell } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'

const messages = settings.security.sessions
const { agent, address, lastUsed, expires } = messages.columns
const columns = [agent, address, lastUsed, expires].map((title) => ({ title }))

export function Sessions() {
  const sessions = useQuery(query(api.sessions.list, {}))
  const revoke = useMutationWithToast((sessionUuid: string) =>
    api.sessions.revoke({ params: { sessionUuid } }),
  )
  const isGone = (uuid: string) => revoke.isPending && revoke.variables === uuid
  return (
    <Section title={messages.title} lead={messages.lead} isFlush>
      <ResourceTable label={messages.title} query={sessions} columns={columns}>
        {({ uuid, agent, address, lastUsedAt, expiresAt, isCurrent }) => {
          const name = agentName(agent) ?? messages.unknownAgent
          if (isGone(uuid)) return null
          return (
            <tr key={uuid} className={rowStyle}>
              <NameCell title={agent}>{name}</NameCell>
              <td className={cellStyle}>{address}</td>
              <td className={cellStyle}>
                <When epochMs={lastUsedAt} />
              </td>
              <td className={cellStyle}>
                <When epochMs={expiresAt} />
              </td>
              {isCurrent ? (
                <ActionsCell>
                  <Badge variant="good">{messages.current}</Badge>
                </ActionsCell>
              ) : (
                <ActionsCell
                  actions={[
                    {
                      text: messages.revoke,
                      label: messages.revokeOf(name, address),
                      run: () => revoke.mutate(uuid),
                    },
                  ]}
                />
              )}
            </tr>
          )
        }}
      </ResourceTable>
    </Section>
  )
}
