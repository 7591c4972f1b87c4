import type { SignOnCheck } from '@assay/contract/sso.ts'
import { type Configuration, refreshTokenGrant, ResponseBodyError } from 'openid-client'
import type { Config } from '#config.ts'
import { Problem } from '#platform/http/problem.ts'
import type { OidcSettings } from '#identity/sso/settings.ts'
import { discover, readKeys } from './provider.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

type Finding = SignOnCheck['findings'][number]

/** Checks discovery document, keys, client id and secret. */
export async function checkOidc(settings: OidcSettings, config: Config): Promise<Finding[]> {
  let provider: Configuration
  try {
    provider = await discover(settings, config)
  } catch (error) {
    return [wrong(reasonOf(error))]
  }
  return [
    right('The discovery document was read'),
    ...announced(provider, settings),
    await keysOf(provider, config),
    await clientOf(provider),
  ]
}

const right = (message: string): Finding => ({ isRight: true, message })
const wrong = (message: string): Finding => ({ isRight: false, message })

/** Missing announcements may still work; contradicting ones do not. */
function announced(provider: Configuration, { scopes }: OidcSettings): Finding[] {
  const metadata = provider.serverMetadata()
  const missing = scopes
    .split(/\s+/)
    .filter((scope) => metadata.scopes_supported !== undefined && !metadata.scopes_supported.includes(scope))
  const hasPkce = metadata.code_challenge_methods_supported?.includes('S256') ?? true
  return [
    metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined
      ? wrong('It names no address for the login, or none for tokens')
      : right('It names the addresses of login and tokens'),
    ...(hasPkce ? [] : [wrong('It does not announce PKCE with S256')]),
    ...(missing.length > 0 ? [wrong(`It does not announce these scopes: ${missing.join(', ')}`)] : []),
    ...(metadata.end_session_endpoint === undefined
      ? [right('It offers no logout: sessions there outlast those here')]
      : []),
  ]
}

async function keysOf(provider: Configuration, config: Config): Promise<Finding> {
  try {
    const count = await readKeys(provider, config)
    return count > 0 ? right(`Its keys were read: ${count}`) : wrong('It publishes no keys')
  } catch {
    return wrong('Its keys cannot be read')
  }
}

/** Sends an invalid code: the error reveals whether id and secret are correct. RFC 6749, 5.2. */
async function clientOf(provider: Configuration): Promise<Finding> {
  try {
    await refreshTokenGrant(provider, 'none')
  } catch (error) {
    const errorCode = error instanceof ResponseBodyError ? error.error : null
    if (errorCode === 'invalid_grant') return right('The client ID and secret are accepted')
    if (errorCode === 'invalid_client' || isUnauthorized(error))
      return wrong('The client ID and secret were rejected')
  }
  return right('The response does not confirm the client ID and secret; a login will')
}

const isUnauthorized = (error: unknown) => error instanceof Error && 'status' in error && error.status === 401

const reasons: Record<string, string> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'The discovery document names a different issuer',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'No discovery document was found for this issuer',
  OAUTH_RESPONSE_IS_NOT_JSON: 'No discovery document was found for this issuer',
  OAUTH_PARSE_ERROR: 'What stands there is no discovery document',
  OAUTH_INVALID_RESPONSE: 'What stands there is no discovery document',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'The issuer must begin with https:',
}

/** Never contains a part of the response, which may come from an internal host. */
function reasonOf(error: unknown): string {
  let cause = error
  while (cause instanceof Error) {
    if (cause instanceof Problem && cause.errorType === 'addressRefused') return cause.message
    const reason =
      'code' in cause && typeof cause.code === 'string' ? ownProperty(reasons, cause.code) : undefined
    if (reason !== undefined) return reason
    cause = cause.cause
  }
  return 'The issuer cannot be reached'
}
