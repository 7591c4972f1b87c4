import { redirect } from '#identity/sso/redirect.ts'
import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply } from 'fastify'
import type { AppContext } from '#context.ts'
import { startSession, type Exchange } from '#identity/sessions/start-session.ts'
import { cookieOf } from '#platform/http/cookies.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { isFromOtherSite } from '#platform/http/own-site.ts'
import { loginPageOf } from '#identity/sso/login-page-of.ts'
import { loginErrorRedirect } from '#identity/sso/login-error-redirect.ts'
import { confirmedAtOf, reauthenticate } from '#identity/sso/reauthenticate.ts'
import { requireProvider, findOidc, type OidcSettings } from '#identity/sso/settings.ts'
import {
  completeAuthorization,
  callbackPath,
  beginAuthorization,
  authorizationLifetimeMs,
  type Purpose,
} from './flow.ts'

const stateCookie = ({ config }: Pick<AppContext, 'config'>) =>
  // The provider redirects from another site.
  cookieOf(config, { name: 'assay_oidc', path: callbackPath, sameSite: 'lax' })

export function oidcRoutes(context: AppContext): void {
  const { routes } = context
  const callback = async ({ request, reply, change }: Exchange, accountUuid: string | null) => {
    const sealedState = stateCookie(context).read(request)
    stateCookie(context).drop(reply)
    try {
      const settings = requireProvider(await findOidc(context, accountUuid), accountUuid)
      const { returnTo, session, proved, identify } = await completeAuthorization(context, settings, {
        sealedState,
        path: request.url,
      })
      if (session) await reauthenticate(change, { session, proved })
      else
        await startSession(context, { request, reply, change }, async (tx) => ({
          ...(await identify(tx)),
          credential: 'oidc',
          confirmedAt: confirmedAtOf(proved),
        }))
      return redirect(reply, returnTo)
    } catch (error) {
      return redirect(reply, loginErrorRedirect(request, error))
    }
  }
  registerRoutes(routes, contract.oidc, {
    async start({ query, request, reply }) {
      const settings = (await findOidc(context, query.account ?? null)) ?? throwNotFound('provider')
      if (isFromOtherSite(request, context.config)) return redirect(reply, loginPageOf(query))
      try {
        return redirect(reply, await redirectToOidc(context, settings, { ...query, session: null, reply }))
      } catch (error) {
        return redirect(reply, loginErrorRedirect(request, error))
      }
    },
    callback: (input) => callback(input, null),
    callbackOfAccount: (input) => callback(input, input.params.accountUuid.toLowerCase()),
  })
}

/** Returns the redirect URL and sets the state cookie. */
export async function redirectToOidc(
  context: AppContext,
  settings: OidcSettings,
  { reply, ...purpose }: Purpose & { reply: FastifyReply },
): Promise<string> {
  const { url, sealedState } = await beginAuthorization(context, settings, purpose)
  stateCookie(context).set(reply, sealedState, authorizationLifetimeMs / 1000)
  return url
}
