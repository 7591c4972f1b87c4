import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning } from '../../../messages/sign-on.ts'
import { When } from '../../../ui/when.tsx'
import { DescriptionList } from '../description-list.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useUser } from '../use-user.ts'
import { useScimTokens } from './use-scim-tokens.ts'

const messages = provisioning.state

/** Number of provisioned objects, and the last change by the identity provider. */
export function ScimState() {
  const { account } = useUser()
  const status = useQuery(query(api.scimStatus.get, { params: { accountUuid: account.uuid } }))
  const used = useScimTokens().tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
  const seenAt = used.length > 0 ? Math.max(...used) : null
  return (
    <Section title={messages.title}>
      <SettingsQuery query={status}>
        {({ users, groups, changedAt }) => (
          <DescriptionList
            facts={[
              [messages.users, users],
              [messages.groups, groups],
              [messages.seen, momentOf(seenAt)],
              [messages.changed, momentOf(changedAt)],
            ]}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}

const momentOf = (epochMs: number | null) => (epochMs === null ? messages.never : <When epochMs={epochMs} />)
