import {
  isTeamRole,
  narrowPermissions,
  type Permission,
  permissionsOf,
  type Role,
  teamRoleOf,
  tokenPermissions,
} from '@assay/contract/permissions.ts'
import { type Caller, callerScope, type TokenLimits } from '#auth/scope.ts'

/** An authenticated member; an endpoint's permission makes it a caller. */
export interface Identity {
  accountUuid: string
  memberUuid: string
  email: string
  role: Role
  memberships: { teamUuid: string; role: Role; groupUuids?: readonly string[] }[]
  /** Active features of the account. */
  features: string[]
  /** null for a session. */
  token: TokenLimits | null
  by: Caller['by']
}

/**
 * The caller with the scope in which it has a permission, or null without it. A team role only counts in its team:
 * roles of several teams are never combined.
 */
export function callerFor(identity: Identity, permission: Permission | 'member' | 'session'): Caller | null {
  if (permission === 'session' && identity.by.kind !== 'session') return null
  const isAllowed = (role: Role) =>
    permission === 'member' || permission === 'session' || permissionsOf(role).has(permission)
  const isInTokenLimits = (each: Permission) => isInLimits(identity.token, each)
  if (permission !== 'member' && permission !== 'session' && !isInTokenLimits(permission)) return null
  const teams = teamsFor(identity, isAllowed)
  if (teams === null) return null
  const { accountUuid, memberUuid, email, by, token } = identity
  return {
    memberUuid,
    email,
    by,
    token,
    // An administrator's team token administers that team, not the account.
    role: isNarrow(token) ? teamRoleOf(identity.role) : identity.role,
    scope: callerScope(accountUuid, {
      teams,
      groups: isRead(permission) ? groupsFor(identity, teams) : [],
      project: token?.projectUuid ?? null,
    }),
    permissions: new Set([...heldBy(identity)].filter(isInTokenLimits)),
    scopeFor: (other) => callerFor(identity, other)?.scope ?? null,
  }
}

const isNarrow = (token: TokenLimits | null) =>
  token !== null && (token.teamUuid !== null || token.projectUuid !== null)

const isInLimits = (token: TokenLimits | null, permission: Permission): boolean =>
  token === null ||
  (tokenPermissions[token.access].has(permission) &&
    (token.teamUuid === null || narrowPermissions.team.has(permission)) &&
    (token.projectUuid === null || narrowPermissions.project.has(permission)))

/** null if the permission is not held anywhere. */
function teamsFor(
  { role, memberships, token }: Identity,
  isAllowed: (role: Role) => boolean,
): 'all' | string[] | null {
  const isEverywhere = !isTeamRole(role) && isAllowed(role)
  const only = token?.teamUuid ?? null
  if (isEverywhere) return only === null ? 'all' : [only]
  const teamUuids = memberships.filter((each) => isAllowed(each.role)).map(({ teamUuid }) => teamUuid)
  if (teamUuids.length > 0)
    return only === null ? teamUuids : teamUuids.filter((teamUuid) => teamUuid === only)
  // A team role without a team has access to nothing.
  return isTeamRole(role) && memberships.length === 0 && isAllowed(role) ? [] : null
}

/** A team that sees a group reads its projects; what it may change are those of its own. */
const isRead = (permission: string) => permission === 'member' || permission.endsWith('.read')

/** The groups that these teams see. */
function groupsFor({ memberships, token }: Identity, teams: 'all' | readonly string[]): string[] {
  if (teams === 'all') return []
  const ofMember = memberships.filter(({ teamUuid }) => teams.includes(teamUuid))
  const ofToken = teams.includes(token?.teamUuid ?? '') ? (token?.groupUuids ?? []) : []
  return [...new Set([...ofMember.flatMap(({ groupUuids = [] }) => groupUuids), ...ofToken])].toSorted()
}

/** For the web app: held by the role, or in one of the teams. */
const heldBy = ({ role, memberships }: Identity): Set<Permission> => {
  const roles = isTeamRole(role) && memberships.length > 0 ? [] : [role]
  return new Set(
    [...roles, ...memberships.map((each) => each.role)].flatMap((each) => [...permissionsOf(each)]),
  )
}
