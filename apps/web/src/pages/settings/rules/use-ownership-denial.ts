import { isTeamRole } from '@assay/contract/permissions.ts'
import { rules as messages } from '../../../messages/rules.ts'
import { useUser } from '../use-user.ts'

interface Rule {
  teamUuids: readonly string[] | null
  projectUuid?: string | null
}

/** Why a team administrator cannot change a rule: it also applies to others; null if allowed. */
export function useOwnershipDenial(): (rule: Rule) => string | null {
  const { role, teams } = useUser()
  return ({ teamUuids, projectUuid = null }) => {
    const isOwn = teamUuids?.every((uuid) => teams.some((team) => team.uuid === uuid)) ?? false
    return !isTeamRole(role) || projectUuid !== null || isOwn ? null : messages.sharedWithOtherTeams
  }
}
