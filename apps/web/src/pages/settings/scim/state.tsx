import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { provisioning } from '../../../texts/sign-on.ts'
import { When } from '../../../ui/when.tsx'
import { Facts } from '../facts.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useUser } from '../use-user.ts'
import { useScimTokens } from './use-scim-tokens.ts'

const words = provisioning.state

/** How much is kept, and when the identity provider was last here. */
export function ScimState() {
  const { account } = useUser()
  const known = useQuery(query(api.provisioning.get, { params: { accountUuid: account.uuid } }))
  const used = useScimTokens().tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
  const seenAt = used.length > 0 ? Math.max(...used) : null
  return (
    <Part title={words.title}>
      <Known query={known}>
        {({ users, groups, changedAt }) => (
          <Facts
            facts={[
              [words.users, users],
              [words.groups, groups],
              [words.seen, momentOf(seenAt)],
              [words.changed, momentOf(changedAt)],
            ]}
          />
        )}
      </Known>
    </Part>
  )
}

const momentOf = (epochMs: number | null) => (epochMs === null ? words.never : <When epochMs={epochMs} />)
