import { isTeamRole } from '@assay/contract/permissions.ts'
import { rules as messages } from '../../../messages/rules.ts'
import { useUser } from '../use-user.ts'

interface Rule {
  teamUuids: readonly string[] | null
  projectUuid?: string | null
}

/** Why a rule is not for who administers teams to change: it holds for others as well; null when it is. */
export function useOwnership({ teamUuids, projectUuid = null }: Rule): string | null {
  const { role, teams } = useUser()
  const isOwn = teamUuids?.every((uuid) => teams.some((team) => team.uuid === uuid)) ?? false
  return !isTeamRole(role) || projectUuid !== null || isOwn ? null : messages.foreign
}
