import type { IdentityClaims } from '#identity/sso/resolve-member.ts'
import { provesMfa } from '#identity/sso/mfa-claims.ts'
import { type OidcSettings, providerKey, translated } from '#identity/sso/settings.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

/** Reads claims. Some providers send booleans as strings. */
export function profileOf(
  claims: Record<string, unknown> & { iss: string; sub: string },
  settings: OidcSettings,
): IdentityClaims {
  const { roleClaim, teamsClaim, roleNames, teamNames } = settings
  const { email, name, email_verified: verified } = claims
  return {
    provider: providerKey(settings, { type: 'oidc', issuer: claims.iss }),
    subject: claims.sub,
    providerAccountUuid: settings.accountUuid,
    email: typeof email === 'string' ? email : null,
    isEmailVerified: verified === true || verified === 'true',
    isMultiFactor: provesMfa({
      methods: textsOf(claims['amr']),
      classes: textsOf(claims['acr']),
    }),
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200).toWellFormed() : null,
    roles: roleClaim === undefined ? null : translated(textsOf(ownProperty(claims, roleClaim)), roleNames),
    teams: teamsClaim === undefined ? null : translated(textsOf(ownProperty(claims, teamsClaim)), teamNames),
  }
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')
