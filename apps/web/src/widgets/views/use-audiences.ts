import { useSession } from '../../api/session.tsx'
import { views as messages } from '../../messages/views.ts'
import { usePermission } from '../use-permission.ts'

/** Possible audiences of a view: only oneself, a team, or the account, depending on the role. */
export function useAudiences() {
  const { state } = useSession()
  const hasPermission = usePermission()
  const user = state.status === 'member' ? state.user : null
  const hasTeams = user?.account.features.includes('teams') ?? false
  const everyone = { value: user?.account.uuid ?? '', label: messages.everyone }
  const teams = (user?.teams ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))
  const options = [{ value: '', label: messages.onlyMe }, ...teams, everyone]
  return {
    nameOf: (teamUuid: string | null) => options.find(({ value }) => value === (teamUuid ?? ''))?.label ?? '',
    choices: hasPermission('reports.edit')
      ? options.filter(({ value }) => hasTeams || !isTeam(value, teams))
      : [options[0]!],
  }
}

const isTeam = (uuid: string, teams: readonly { value: string }[]) =>
  teams.some(({ value }) => value === uuid)
