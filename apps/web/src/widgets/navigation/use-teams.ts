import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { listTeams } from '../../api/teams.ts'
import { useAfterFirstPaint } from '../use-after-first-paint.ts'

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
