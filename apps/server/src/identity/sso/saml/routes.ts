import { redirect } from '#identity/sso/redirect.ts'
import { contract } from '@assay/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '#context.ts'
import type { ChangeBy } from '#auth/router/change.ts'
import { consumeText } from '#auth/sessions/nonce.ts'
import { startSession, type Exchange } from '#identity/sessions/start-session.ts'
import { cookieOf } from '#platform/http/cookies.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { respond } from '#auth/router/reply.ts'
import { throwNotFound, Problem } from '#platform/http/problem.ts'
import { withLockout } from '#identity/attempts/lockout.ts'
import { resolveMember } from '#identity/sso/resolve-member.ts'
import { openSealed, seal } from '#identity/sso/sealed-state.ts'
import { isFromOtherSite } from '#platform/http/own-site.ts'
import { loginPageOf } from '#identity/sso/login-page-of.ts'
import { loginErrorRedirect } from '#identity/sso/login-error-redirect.ts'
import { confirmedAtOf, reauthenticate, SessionToConfirm } from '#identity/sso/reauthenticate.ts'
import { requireProvider, findSaml, type SamlSettings } from '#identity/sso/settings.ts'
import { askProvider, metadataOf, readResponse } from './provider.ts'

const finishPath = '/api/v1/sso/saml/finish'
const stateCookie = ({ config }: Pick<AppContext, 'config'>) =>
  // The provider redirects from another site.
  cookieOf(config, { name: 'assay_saml', path: finishPath, sameSite: 'lax' })
const authorizationLifetimeMs = 10 * 60_000
const finishLifetimeMs = 60_000

const AuthorizationState = z.object({
  requestId: z.string(),
  returnTo: z.string(),
  /** The session to reauthenticate; null for a login. */
  session: SessionToConfirm.nullable(),
})
const authenticatedAt = z.coerce.date().nullable()
const CompletedRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('login'),
    requestId: z.string(),
    authenticatedAt,
    principal: z.object({ accountUuid: z.string(), memberUuid: z.string(), email: z.string() }),
  }),
  z.object({
    kind: z.literal('reauthentication'),
    requestId: z.string(),
    authenticatedAt,
    provider: z.string(),
    subject: z.string(),
    providerAccountUuid: z.string().nullable(),
    isMultiFactor: z.boolean(),
  }),
])

export function samlRoutes(context: AppContext): void {
  const { routes, db, config, vault } = context
  const callback = async ({ body, request, reply, change }: Callback, accountUuid: string | null) => {
    const settings = requireProvider(await findSaml(context, accountUuid), accountUuid)
    const posted = { samlResponse: body.SAMLResponse, request, settings, change }
    reply.header('location', await finishUrlOf(context, posted))
    return respond(303, '')
  }
  registerRoutes(routes, contract.saml, {
    metadata: async () => metadataOf(config, requireProvider(await findSaml(context, null), null)),
    // Available before a provider is configured, since the provider needs it for its own configuration.
    metadataOfAccount: async ({ params }) =>
      metadataOf(config, { accountUuid: params.accountUuid.toLowerCase() }),
    async start({ query, request, reply }) {
      const settings = (await findSaml(context, query.account ?? null)) ?? throwNotFound('provider')
      if (isFromOtherSite(request, context.config)) return redirect(reply, loginPageOf(query))
      return redirect(reply, await redirectToSaml(context, settings, { ...query, session: null, reply }))
    },
    callback: (input) => callback(input, null),
    callbackOfAccount: (input) => callback(input, input.params.accountUuid.toLowerCase()),
    /** The provider's cross-site post carries no cookies; the following request does, which binds the login to the browser. */
    async finish({ query, request, reply, change }) {
      stateCookie(context).drop(reply)
      const authorization = openSealed(vault, 'saml request', {
        schema: AuthorizationState,
        text: stateCookie(context).read(request),
      })
      const completed = openSealed(vault, 'saml response', { schema: CompletedRequest, text: query.arrived })
      const isMatching = authorization && completed && authorization.requestId === completed.requestId
      if (!isMatching || !(await isFirst(db, completed.requestId)))
        return redirect(reply, '/?login=signOnFailed')
      try {
        await complete(context, { request, reply, change }, { completed, session: authorization.session })
        return redirect(reply, authorization.returnTo)
      } catch (error) {
        return redirect(reply, loginErrorRedirect(request, error))
      }
    },
  })
}

/** Starts a session, or confirms the one that is reauthenticated. */
async function complete(
  context: AppContext,
  exchange: Exchange,
  { completed, session }: { completed: z.infer<typeof CompletedRequest>; session: SessionToConfirm | null },
): Promise<void> {
  if (completed.kind === 'reauthentication' && session)
    return reauthenticate(exchange.change, { session, proved: completed })
  if (completed.kind !== 'login' || session)
    throw new Problem(401, 'signOnFailed', 'The response belongs to a different request')
  await startSession(context, exchange, async () => ({
    ...completed.principal,
    credential: 'saml',
    confirmedAt: confirmedAtOf(completed),
  }))
}

interface AuthorizationRequest {
  returnTo: string
  session: SessionToConfirm | null
  reply: FastifyReply
}

/** Returns the redirect URL and sets the state cookie. */
export async function redirectToSaml(
  context: AppContext,
  settings: SamlSettings,
  { returnTo, session, reply }: AuthorizationRequest,
): Promise<string> {
  const { url, requestId } = await askProvider(context, settings, session ? 'reauthentication' : 'login')
  const authorization = { requestId, returnTo, session, lifetimeMs: authorizationLifetimeMs }
  const sealed = seal(context.vault, 'saml request', authorization)
  stateCookie(context).set(reply, sealed, authorizationLifetimeMs / 1000)
  return url
}

/** Each response starts one session. */
const isFirst = (db: AppContext['db'], requestId: string) =>
  consumeText(db, `saml response ${requestId}`, new Date(Date.now() + finishLifetimeMs))

interface Callback extends Exchange {
  body: { SAMLResponse: string }
}

interface Posted {
  samlResponse: string
  request: FastifyRequest
  settings: SamlSettings
  change: ChangeBy
}

async function finishUrlOf(
  context: AppContext,
  { samlResponse, request, settings, change }: Posted,
): Promise<string> {
  try {
    const { kind, profile, requestId, authenticatedAt } = await withLockout(
      context.db,
      { address: request.ip, step: 'saml' },
      () => readResponse(context, settings, samlResponse),
    )
    const finishState = { kind, requestId, authenticatedAt, lifetimeMs: finishLifetimeMs }
    if (kind === 'reauthentication') {
      const { provider, subject, providerAccountUuid, isMultiFactor } = profile
      const proved = { provider, subject, providerAccountUuid, isMultiFactor }
      return `${finishPath}?arrived=${seal(context.vault, 'saml response', { ...finishState, ...proved })}`
    }
    // May create the member, or change role and teams.
    const principal = await change(async (tx) => {
      const principal = await resolveMember(tx, profile)
      return { result: principal, by: { ...principal, credential: 'saml' } }
    })
    const arrived = seal(context.vault, 'saml response', { ...finishState, principal })
    return `${finishPath}?arrived=${arrived}`
  } catch (error) {
    return loginErrorRedirect(request, error)
  }
}
