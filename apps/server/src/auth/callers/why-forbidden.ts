import type { Endpoint } from '@assay/contract/endpoint.ts'
import {
  narrowPermissions,
  type Permission,
  permissionsOf,
  type TokenAccess,
  tokenPermissions,
} from '@assay/contract/permissions.ts'
import type { Identity } from './identity.ts'
import type { TokenLimits } from '#auth/scope.ts'

/** The missing permission of a call that `callerFor` rejects. Mentions only the caller's own role and token. */
export function whyForbidden(identity: Identity, endpoint: Endpoint): string {
  const { permission, forbiddenMessage } = endpoint
  if (permission === 'session') return 'API tokens cannot do this: log in instead'
  if (permission === 'public' || permission === 'member') throw new Error('Every login has access')
  if (!isInAnyRole(identity, permission))
    return forbiddenMessage ?? `Your role does not include the permission '${permission}'`
  return (identity.token && missingScopeOf(identity.token, permission)) ?? notInTeam(permission)
}

const isInAnyRole = ({ role, memberships }: Identity, permission: Permission): boolean =>
  [role, ...memberships.map((each) => each.role)].some((each) => permissionsOf(each).has(permission))

/** What a token with less access than its member is missing; null if it has the permission. */
function missingScopeOf(
  { access, teamUuid, projectUuid }: TokenLimits,
  permission: Permission,
): string | null {
  if (access !== 'admin' && !tokenPermissions[access].has(permission)) {
    const required = (['write', 'admin'] as const).find((each) => tokenPermissions[each].has(permission))
    return `${accessSentences[access]}. Create one with ${required} access`
  }
  if (projectUuid !== null && !narrowPermissions.project.has(permission))
    return `This token is limited to one project, which excludes the permission '${permission}'`
  if (teamUuid !== null && !narrowPermissions.team.has(permission))
    return `This token is limited to one team, which excludes the permission '${permission}'`
  return null
}

/** Tokens with admin access lack nothing. */
const accessSentences: Record<Exclude<TokenAccess, 'admin'>, string> = {
  read: 'This token can only read',
  write: 'This token can only read and change what is scanned',
  scim: 'This token can only be used for SCIM',
}

const notInTeam = (permission: Permission) => `No role in your teams includes the permission '${permission}'`
