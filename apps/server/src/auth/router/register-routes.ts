import {
  type Endpoint,
  type EndpointGroup,
  eventOf,
  isAudited,
  mediaTypeOf,
  needsNavigation,
  rejectsOtherSites,
} from '@assay/contract/endpoint.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Claim } from '#auth/idempotency/claim.ts'
import type { Caller } from '#auth/scope.ts'
import { isFromOtherSite, isNavigation } from '#platform/http/own-site.ts'
import { notFound, Problem } from '#platform/http/problem.ts'
import { authorize } from './authorize.ts'
import type { CallChanges } from './change.ts'
import type { Handlers } from './handler.ts'
import { readInput } from './read-input.ts'
import { Reply } from './reply.ts'
import { bodyToStore, type RouteResponse, repeatResponse, send, written } from './send-response.ts'
import type { RouteContext } from './route-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** In tests, an undeclared error type becomes a 500. */
    checksErrors?: boolean
  }
  interface FastifyRequest {
    /** null for anonymous requests to public endpoints. */
    caller: Caller | null
    /** The raw JSON body, for endpoints that need it. */
    sentBody: string | null
  }
}

/** Maximum body without login. The longest are SAML responses: 400,000 characters, URL-encoded. */
const maxPublicBodyBytes = 512 * 1024

const isBinary = ({ responses }: Endpoint): boolean =>
  responses[200] !== undefined && mediaTypeOf(responses[200]) === 'application/octet-stream'

/** Registers one group of endpoints. A missing or misspelled handler or an undeclared response does not compile. */
export function registerRoutes<G extends EndpointGroup>(
  routes: RouteContext,
  group: G,
  handlers: Handlers<G>,
): void {
  for (const [name, endpoint] of Object.entries(group)) {
    const handler = ownProperty<unknown>(handlers, name) as (input: object) => Promise<unknown>
    routes.app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint, checksErrors: routes.validatesResponses },
      ...(endpoint.permission === 'public' && { bodyLimit: maxPublicBodyBytes }),
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      // @fastify/compress would send gzip as it is, but call it compressed once more.
      ...(isBinary(endpoint) && { compress: false }),
      // Authorizes before the body is read, so that untrusted input is not parsed.
      async onRequest(request) {
        if (rejectsOtherSites(endpoint) && isFromOtherSite(request, routes))
          throw new Problem(403, 'otherSite', 'A page of another site cannot send this request')
        if (needsNavigation(endpoint) && !isNavigation(request))
          throw new Problem(403, 'otherSite', 'Only a navigation of the browser can send this request')
        request.caller = await authorize(routes, endpoint, request)
        // Logins are public.
        if (routes.isReadOnly && isAudited(endpoint) && endpoint.permission !== 'public')
          throw new Problem(409, 'readOnly', 'The installation is read-only at the moment. Try again later')
      },
      async handler(request, reply) {
        const { caller } = request
        const input = await readInput(endpoint, request)
        const claim = await routes.claimKey({ caller, endpoint, request, input })
        if (claim?.response) return repeatResponse(endpoint, reply, claim.response)
        const call = { routes, endpoint, handler, request, reply, caller, input, claim }
        const respond = async () => (claim ? holdClaim(claim, call) : send(await run(call)))
        return endpoint.readsMuch && routes.standbys ? routes.standbys.read(respond) : respond()
      },
    })
  }
}

interface RunningCall {
  routes: RouteContext
  endpoint: Endpoint
  handler: (input: object) => Promise<unknown>
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller | null
  input: object
  claim: Claim | null
}

async function run(call: RunningCall): Promise<RouteResponse> {
  const { routes, endpoint, handler, request, reply, caller, input, claim } = call
  if (caller && isOwnOnly(endpoint)) checkAccount(caller, input)
  const isStream = endpoint.responses[200] && eventOf(endpoint.responses[200])
  const gone = isStream && whenGone(reply, routes, { caller, endpoint })
  const changes = isAudited(endpoint) ? routes.changesOf({ caller, endpoint, request, claim }) : null
  const result = await handler({
    ...input,
    caller,
    request,
    reply,
    ...(gone && { gone }),
    ...(changes && { change: changes.change }),
  })
  const { status, body } =
    result instanceof Reply ? (result as Reply<number, unknown>) : new Reply(200, result)
  if (changes && endpoint.permission !== 'public') checkCount(endpoint, changes)
  const { validatesResponses, maxStallMs } = routes
  return { endpoint, status, body, reply, validatesResponses, maxStallMs }
}

/** Whether an account that the path names must be the caller's. */
const isOwnOnly = ({ permission, reachesAccounts }: Endpoint): boolean =>
  permission !== 'public' && !reachesAccounts

/** Other accounts get the same 404 as unknown ones. */
function checkAccount({ scope }: Caller, input: { params?: { accountUuid?: string } }): void {
  const named = input.params?.accountUuid
  if (named !== undefined && named.toLowerCase() !== scope.accountUuid) throw notFound('account')
}

/** Releases the idempotency key, even if the request fails. */
async function holdClaim(claim: Claim, call: RunningCall) {
  try {
    const response = await written(await run(call))
    const location = response.reply.getHeader('location')?.toString() ?? null
    const body = response.written ?? bodyToStore(response)
    if (body instanceof Readable) await claim.release()
    else await claim.complete({ status: response.status, location, body })
    return await send(response)
  } catch (error) {
    await claim
      .release()
      .catch((failure: unknown) =>
        call.request.log.warn({ err: failure }, 'Failed to release an idempotency key'),
      )
    throw error
  }
}

/** A change without an event, or with two, is a bug. */
function checkCount({ method, path }: Endpoint, { count }: CallChanges): void {
  if (count !== 1) throw new Error(`${method} ${path} wrote ${count} events to the audit log instead of one`)
}

/** Aborted when the client disconnects or loses permission. */
function whenGone(
  reply: FastifyReply,
  { stopping, whilePermitted }: RouteContext,
  { caller, endpoint }: { caller: Caller | null; endpoint: Endpoint },
): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  const gone = AbortSignal.any([closed.signal, stopping])
  return caller ? AbortSignal.any([gone, whilePermitted({ caller, endpoint, gone })]) : gone
}
