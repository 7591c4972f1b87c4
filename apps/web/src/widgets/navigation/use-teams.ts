import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { useAfterFirstPaint } from '../use-after-first-paint.ts'
import { accountTeams } from '@assay/contract/account-teams.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { loadTeams } from '@assay/sdk/load-lists.ts'
import { connection } from '../../api/initial-api.ts'

/** The account's teams, loaded after the first view unless it needs them; null if the account has none. */
export function useTeams(isNeeded = false) {
  const { state } = useSession()
  const isSettled = useAfterFirstPaint()
  const account = state.status === 'member' ? state.user.account : null
  const hasTeams = account?.features.includes('teams') ?? false
  const { data } = useQuery({
    ...query(listTeams, { params: { accountUuid: account?.uuid ?? '' } }),
    enabled: hasTeams && (isNeeded || isSettled),
  })
  return hasTeams ? (data ?? []) : null
}

type Load = typeof loadTeams

/** Separate from other account endpoints, which the first view does not need. */
const api = createClient({ accounts: accountTeams }, connection)

/** The account's teams. If that fails, the list is empty, as specified. */
const listTeams = (input: Parameters<Load>[1], options?: Parameters<Load>[2]): ReturnType<Load> =>
  loadTeams(api, input, options)
