import { maxInputDepth } from '@assay/contract/input-rules.ts'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  type Configuration,
  customFetch,
  type CustomFetchOptions,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { type Egress, type EgressConfig, egressOf, exchange } from '#platform/egress/egress.ts'
import { isNestedDeeper } from '#platform/http/json-depth.ts'
import { Problem } from '#platform/http/problem.ts'
import type { OidcSettings } from '#identity/sso/settings.ts'

/**
 * The discovery document, fetched at each login, so that changed keys and addresses apply at once and startup order
 * does not matter.
 */
export async function discover(settings: OidcSettings, config: EgressConfig): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret)
  const call = callThrough(egressOf(config, 'identityProvider'))
  const isOpen = config.allowsPrivateNetworks && issuer.startsWith('http:')
  try {
    return await discovery(new URL(issuer), clientId, undefined, authentication, {
      [customFetch]: call,
      // Signatures are verified although the token comes directly from the provider.
      execute: [enableNonRepudiationChecks, ...(isOpen ? [allowInsecureRequests] : [])],
    })
  } catch (error) {
    throw unreachable(error)
  }
}

/** Documents being fetched, by the settings of their provider. */
const awaited = new Map<string, Promise<Configuration>>()

/**
 * The document for the start of a login. Logins that start while it is being fetched share the request: anyone can start
 * them, and they would otherwise hold any number of connections to a hanging provider.
 */
export function discoverTogether(settings: OidcSettings, config: EgressConfig): Promise<Configuration> {
  const key = JSON.stringify(settings)
  const fetched = awaited.get(key) ?? discover(settings, config).finally(() => awaited.delete(key))
  awaited.set(key, fetched)
  return fetched
}

export const unreachable = (cause: unknown): Problem =>
  Object.assign(new Problem(502, 'providerUnreachable', 'The identity provider cannot be reached'), { cause })

/** Number of published keys. */
export async function readKeys(provider: Configuration, config: EgressConfig): Promise<number> {
  const { body } = await exchange(
    provider.serverMetadata().jwks_uri ?? '',
    { method: 'GET', headers: {}, body: undefined },
    egressOf(config, 'identityProvider'),
  )
  const { keys } = JSON.parse(body.toString()) as { keys?: unknown }
  return Array.isArray(keys) ? keys.length : 0
}

/** One time limit for all requests of a flow. */
function callThrough(egress: Egress) {
  const until = Date.now() + egress.timeoutMs
  return async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const sent = body === undefined || body === null ? undefined : bytesOf(body)
    const timeoutMs = Math.max(1, until - Date.now())
    const response = await exchange(url, { method, headers, body: sent }, { ...egress, timeoutMs })
    if (isNestedDeeper(response.body, maxInputDepth)) throw new Error('The response is nested too deeply')
    const type = response.headers['content-type']
    return new Response(response.body.length > 0 ? Uint8Array.from(response.body) : null, {
      status: response.status,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    })
  }
}

function bytesOf(body: Exclude<CustomFetchOptions['body'], null | undefined>): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('The body of a request to the provider has an unknown type')
}
