import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#context.ts'
import { findProviderTokens } from '#auth/sessions/provider-tokens-store.ts'
import { openTokens } from '#identity/sso/oidc/tokens.ts'
import { headerProvider } from '#identity/sso/settings.ts'
import { readPerson } from './read-person.ts'

/**
 * Whether the proxy still names the person whose session is refreshed; true for sessions of other logins. After the
 * settings are removed, sessions continue.
 */
export async function isStillNamed(
  { config, db, vault }: Pick<AppContext, 'config' | 'db' | 'vault'>,
  { accountUuid, uuid }: { accountUuid: string; uuid: string },
  request: Pick<FastifyRequest, 'raw'>,
): Promise<boolean> {
  if (!config.headerLogin) return true
  // Now, because the address is gone once the client disconnects.
  const person = await readPerson(config.headerLogin, request, config)
  const sealed = await findProviderTokens(db, { accountUuid, uuid })
  const tokens = sealed && openTokens(vault, accountUuid, sealed)
  if (tokens?.provider !== headerProvider) return true
  return typeof person !== 'string' && person.user === tokens.idToken
}
