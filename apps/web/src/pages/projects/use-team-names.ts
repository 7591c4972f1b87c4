import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'

/** Names of visible teams, by uuid. */
export function useTeamNames(): ReadonlyMap<string, string> {
  const { state } = useSession()
  const accountUuid = state.status === 'member' ? state.user.account.uuid : ''
  const { data } = useQuery({
    ...query(api.accounts.teams, { params: { accountUuid } }),
    enabled: accountUuid !== '',
  })
  return new Map((data ?? []).map(({ uuid, name }) => [uuid, name]))
}
