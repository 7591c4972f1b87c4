import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'

/** Locks the team's Slack setup while its form is open; returns a message if another administrator has locked it. */
export function useSlackLease(teamUuid: string | null, isNeeded: boolean): string | null {
  const { error } = useQuery({
    queryKey: ['slack lease', teamUuid],
    queryFn: () => api.slackSetup.borrow({ query: { ...(teamUuid !== null && { teamUuid }) } }),
    enabled: isNeeded,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  return isNeeded && error ? messageOf(error) : null
}
