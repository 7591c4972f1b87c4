import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { language } from '../../../language/language.ts'
import { SettingsQuery } from '../settings-query.tsx'
import { useUser } from '../use-user.ts'
import { AssistantCard } from './assistant-card.tsx'
import { IntegrationCard } from './integration-card.tsx'

/** Polling interval: deliveries complete in the background. */
const refreshMs = 5000

export function Integrations() {
  const params = { accountUuid: useUser().account.uuid }
  const integrations = useQuery({
    ...query(api.integrations.list, { params, query: { language } }),
    refetchInterval: refreshMs,
  })
  return (
    <SettingsQuery query={integrations}>
      {(list) => (
        <>
          {list.map((integration) => (
            <IntegrationCard key={integration.id} integration={integration} />
          ))}
          <AssistantCard />
        </>
      )}
    </SettingsQuery>
  )
}
