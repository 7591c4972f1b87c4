import type { FastifyRequest } from 'fastify'
import { agentOf } from '#accounts/audit/agent-of.ts'
import type { AppContext } from '#context.ts'
import { endSessionByProvider } from '#identity/sessions/open-session.ts'
import { isStillKnown, type RefreshedSession } from '#identity/sso/oidc/tokens.ts'
import { isStillNamed } from '#identity/sso/header/is-still-named.ts'
import { withinTimeout } from '#identity/sso/oidc/within-timeout.ts'

/** Resolves to false if the provider ended the login, and the session with it. */
export type CheckProvider = (refreshed: RefreshedSession, request: FastifyRequest) => Promise<boolean>

/**
 * Waits only briefly for a hanging provider, but processes its late response, with the rotated refresh token: a shutdown
 * waits for it. A job could not retry the check: the provider may have consumed the token, and would refuse it.
 */
export function providerChecksOf(context: AppContext): CheckProvider {
  const running = new Set<Promise<unknown>>()
  context.routes.app.addHook('onClose', async () => void (await Promise.allSettled(running)))
  return async (refreshed, request) => {
    // Read now, because the address is gone once the client disconnects.
    const from = { address: request.ip, agent: agentOf(request) }
    const check = async () => {
      const isNamed = await isStillNamed(context, refreshed, request)
      const isKnown = isNamed && (await isStillKnown(context, refreshed))
      if (!isKnown) await endSessionByProvider(context.db, refreshed, from)
      return isKnown
    }
    const checking = check()
    running.add(checking)
    checking
      .catch((error: unknown) => request.log.error({ err: error }, 'Failed to query the identity provider'))
      .finally(() => running.delete(checking))
    return (await withinTimeout(checking)) ?? true
  }
}
