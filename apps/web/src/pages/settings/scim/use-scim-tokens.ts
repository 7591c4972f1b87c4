import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useUser } from '../use-user.ts'

/** SCIM tokens of all members, since their creator may leave. */
export function useScimTokens() {
  const params = { accountUuid: useUser().account.uuid }
  const tokensQuery = useQuery(query(api.tokens.list, { params }))
  return { known: tokensQuery, tokens: (tokensQuery.data ?? []).filter(({ access }) => access === 'scim') }
}
