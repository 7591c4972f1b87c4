import type { Endpoint } from '@assay/contract/endpoint.ts'
import { missingFeature } from '@assay/contract/features.ts'
import type { FastifyRequest } from 'fastify'
import { requireRecentLogin } from '#auth/sessions/recent-login.ts'
import { callerFor, type Identity } from '#auth/callers/identity.ts'
import type { Caller } from '#auth/scope.ts'
import { whyForbidden } from '#auth/callers/why-forbidden.ts'
import { Problem } from '#platform/http/problem.ts'
import type { RouteContext } from './route-context.ts'

/** The caller; null for anonymous requests to public endpoints. Throws Problem 401 and 403. */
export async function authorize(
  { authenticate }: Pick<RouteContext, 'authenticate'>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller | null> {
  const { permission } = endpoint
  if (endpoint.ignoresLogin) return null
  request.identity = await authenticate(request, endpoint)
  const identity = withoutMisplacedScimToken(request.identity, endpoint)
  if (permission === 'public') return identity && callerFor(identity, 'member')
  if (!identity) throw new Problem(401, 'loginRequired', 'Login required')
  const caller = callerFor(identity, permission)
  if (!caller) throw new Problem(403, 'forbidden', whyForbidden(identity, endpoint))
  const missing = missingFeature(endpoint.features, identity.features)
  if (missing) throw new Problem(403, 'featureOff', `The feature '${missing}' is off in this account`)
  if (endpoint.requiresRecentLogin) requireRecentLogin(caller.by)
  return caller
}

/** A SCIM token is stored at the identity provider, so it is not accepted elsewhere. */
function withoutMisplacedScimToken(
  identity: Identity | null,
  { acceptsBasic, permission }: Endpoint,
): Identity | null {
  if (identity?.token?.access !== 'scim' || acceptsBasic) return identity
  if (permission === 'public') return null
  throw new Problem(403, 'forbidden', 'This API token is limited to SCIM')
}
