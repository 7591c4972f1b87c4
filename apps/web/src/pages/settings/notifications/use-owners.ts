import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { notifications } from '../../../messages/notifications.ts'
import { useUser } from '../use-user.ts'

const messages = notifications.rules

/** Possible owners of a rule or channel: the account, represented by its uuid, or a team. */
export function useOwners() {
  const { account } = useUser()
  const teams = useQuery(query(api.teams.list, {})).data ?? []
  const own = teams.filter(({ uuid }) => uuid !== account.uuid)
  const options = [
    // The built-in team Everyone is only listed with account-wide access.
    ...(own.length < teams.length ? [{ value: account.uuid, label: messages.ofAccount }] : []),
    ...own.map(({ uuid, name }) => ({ value: uuid, label: messages.ofTeam(name) })),
  ]
  const nameOf = (teamUuid: string | null) =>
    teamUuid === null
      ? messages.ofAccount
      : messages.ofTeam(own.find(({ uuid }) => uuid === teamUuid)?.name ?? messages.unknownTeam)
  return { options, nameOf }
}
