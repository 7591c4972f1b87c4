import type { Session } from '@assay/contract/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { When } from '../../../ui/when.tsx'
import { agentName } from '../agent-name.ts'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'

const messages = settings.security.sessions
const nameOf = ({ agent }: Session) => agentName(agent) ?? messages.unknownAgent

const { agent, address, lastUsed, expires } = messages.columns
const columns: readonly Column<Session>[] = [
  { title: agent, cell: nameOf, hint: (session) => session.agent },
  { title: address, cell: (session) => session.address },
  { title: lastUsed, cell: ({ lastUsedAt }) => <When epochMs={lastUsedAt} /> },
  { title: expires, cell: ({ expiresAt }) => <When epochMs={expiresAt} /> },
]

export function Sessions() {
  const sessions = useQuery(query(api.sessions.list, {}))
  return (
    <ResourceSection
      title={messages.title}
      lead={messages.lead}
      query={sessions}
      columns={columns}
      actions={(session) =>
        session.isCurrent
          ? []
          : [
              {
                text: messages.revoke,
                label: messages.revokeOf(nameOf(session), session.address),
                hides: true,
                call: () => api.sessions.revoke({ params: { sessionUuid: session.uuid } }),
              },
            ]
      }
      renderBeside={({ isCurrent }) => isCurrent && <Badge variant="good">{messages.current}</Badge>}
    />
  )
}
