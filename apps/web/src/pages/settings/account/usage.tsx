import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { usePermission } from '../../../widgets/use-permission.ts'
import { account } from '../../../messages/account.ts'
import { formatNumber } from '../../../language/format.ts'
import { DescriptionList } from '../description-list.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useUser } from '../use-user.ts'

const messages = account.usage
const counted = ['members', 'teams', 'projects', 'scans'] as const

export function Usage() {
  const params = { accountUuid: useUser().account.uuid }
  const hasPermission = usePermission()
  const tokens = useQuery(query(api.accounts.paygTokens, { params }))
  const sums = useQuery({
    ...query(api.referenceData.siteStats, {}),
    enabled: hasPermission('configuration.read'),
  })
  return (
    <Section title={messages.title}>
      <SettingsQuery query={tokens}>
        {(left) => (
          <DescriptionList
            facts={[
              [messages.tokens, messages.left(left)],
              ...(sums.data
                ? counted.map((name) => [messages.facts[name], formatNumber(sums.data[name])] as const)
                : []),
            ]}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}
