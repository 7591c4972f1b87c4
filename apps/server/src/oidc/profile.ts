import type { OidcSettings } from './provider.ts'
import type { Profile } from '../sso/admit.ts'

/** What a provider's claims say. A boolean in quotes is what some providers send. */
export function profileOf(
  claims: Record<string, unknown> & { iss: string; sub: string },
  { roleClaim, teamsClaim }: OidcSettings,
): Profile {
  const { email, name, email_verified: verified } = claims
  return {
    ...{ provider: `oidc ${claims.iss}`, subject: claims.sub },
    email: typeof email === 'string' ? email : null,
    isEmailVerified: verified === true || verified === 'true',
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null,
    roles: roleClaim === undefined ? null : textsOf(claims[roleClaim]),
    teams: teamsClaim === undefined ? null : textsOf(claims[teamsClaim]),
  }
}

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')
