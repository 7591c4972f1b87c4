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
import type { Config } from '../config.ts'
import { exchange } from '../http/egress.ts'
import { Problem } from '../http/problem.ts'
import type { OidcSettings } from '../sso/settings.ts'

const answerLimitBytes = 1024 * 1024

/**
 * What the provider says of itself. Asked at each login, which is rare, so that a change of keys or addresses counts
 * at once and nothing needs a start in the right order.
 */
export async function discover(
  settings: OidcSettings,
  { allowsPrivateNetworks }: Pick<Config, 'allowsPrivateNetworks'>,
): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings
  const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret)
  const call = callThrough({ limitBytes: answerLimitBytes, allowsPrivate: allowsPrivateNetworks })
  const isOpen = allowsPrivateNetworks && issuer.startsWith('http:')
  try {
    return await discovery(new URL(issuer), clientId, undefined, authentication, {
      [customFetch]: call,
      // Signatures are checked although the token comes straight from the provider.
      execute: [enableNonRepudiationChecks, ...(isOpen ? [allowInsecureRequests] : [])],
    })
  } catch (error) {
    throw Object.assign(
      new Problem(502, 'providerUnreachable', 'The provider of single sign-on cannot be reached'),
      { cause: error },
    )
  }
}

/** How many keys the provider publishes. */
export async function readKeys(
  provider: Configuration,
  { allowsPrivateNetworks }: Pick<Config, 'allowsPrivateNetworks'>,
): Promise<number> {
  const egress = { limitBytes: answerLimitBytes, allowsPrivate: allowsPrivateNetworks }
  const { body } = await exchange(
    provider.serverMetadata().jwks_uri ?? '',
    { method: 'GET', headers: {}, body: undefined },
    egress,
  )
  const { keys } = JSON.parse(body.toString()) as { keys?: unknown }
  return Array.isArray(keys) ? keys.length : 0
}

const callThrough =
  (egress: Parameters<typeof exchange>[2]) =>
  async (url: string, { method, headers, body }: CustomFetchOptions): Promise<Response> => {
    const sent = body === undefined || body === null ? undefined : bytesOf(body)
    const answer = await exchange(url, { method, headers, body: sent }, egress)
    const type = answer.headers['content-type']
    return new Response(answer.body.length > 0 ? Uint8Array.from(answer.body) : null, {
      status: answer.status,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    })
  }

function bytesOf(body: Exclude<CustomFetchOptions['body'], null | undefined>): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('The body of a call to the provider is of no known kind')
}
