import { type TokenAccess, tokenPermissions } from '@assay/contract/permissions.ts'
import { forbidden } from '#auth/forbidden.ts'
import type { Caller } from '#auth/scope.ts'

interface RequestedLimits {
  access: TokenAccess
  /** null: never. */
  expiresAt: Date | null
}

/**
 * Limits of a token created by the caller. A token created by another token has at most its permissions, expires with
 * it at the latest, and is deleted with it. Throws 403 for more.
 */
export function limitsOfChild(
  { token, by }: Pick<Caller, 'token' | 'by'>,
  { access, expiresAt }: RequestedLimits,
): { expiresAt: Date | null; parentUuid: string | null } {
  if (token === null) return { expiresAt, parentUuid: null }
  const permissions = tokenPermissions[token.access]
  if ([...tokenPermissions[access]].some((permission) => !permissions.has(permission)))
    throw forbidden(`Creating a token with ${access} access`, `a login or an API token with ${access} access`)
  if (token.expiresAt !== null && expiresAt !== null && expiresAt > token.expiresAt)
    throw forbidden('Creating a token that expires later than yours', 'a login instead of an API token')
  return { expiresAt: expiresAt ?? token.expiresAt, parentUuid: by.uuid }
}
