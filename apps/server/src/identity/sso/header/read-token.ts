import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTPayload } from 'jose'
import { readFile } from 'node:fs/promises'
import type { Config } from '#config.ts'
import { type EgressConfig, egressOf, exchange } from '#platform/egress/egress.ts'

/** Where the token is, and what it must have. */
export type HeaderToken = NonNullable<NonNullable<Config['headerLogin']>['token']>

/** Only signatures that need the proxy's private key. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockToleranceSeconds = 30

/** After this time, and for an unknown key, the keys are read again. */
const keysMs = 10 * 60_000
/** Unknown keys are whatever a client sends: they do not lead to a request each. */
const pauseMs = 30_000

/** The claims of a token that the proxy signed for this server. Throws if it is not, or if the keys cannot be read. */
export async function readToken(
  token: string,
  settings: HeaderToken,
  config: EgressConfig,
): Promise<JWTPayload & { sub: string }> {
  const { issuer, audience } = settings
  const verify = async (keys: JSONWebKeySet) =>
    jwtVerify<{ sub: string }>(token, createLocalJWKSet(keys), {
      issuer,
      audience,
      algorithms,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'sub'],
    })
  const known = await keysOf(settings, config, keysMs)
  const { payload } = await verify(known).catch(async (error: unknown) => {
    const changed =
      error instanceof errors.JWKSNoMatchingKey ? await keysOf(settings, config, pauseMs) : known
    if (changed === known) throw error
    return verify(changed)
  })
  return payload
}

interface ReadKeys {
  at: number
  keys: Promise<JSONWebKeySet>
}

/** By location. */
const read = new Map<string, ReadKeys>()

/** Not older than the given time; if they cannot be read again, those that were read before. */
async function keysOf({ keys: location }: HeaderToken, config: EgressConfig, maxAgeMs: number) {
  const before = read.get(location)
  if (before && performance.now() - before.at < maxAgeMs) return before.keys
  const keys = readKeys(location, config).catch((error: unknown) => {
    if (!before) read.delete(location)
    return before?.keys ?? Promise.reject(error)
  })
  read.set(location, { at: performance.now(), keys })
  return keys
}

async function readKeys(location: string, config: EgressConfig): Promise<JSONWebKeySet> {
  if (!location.includes('://')) return JSON.parse(await readFile(location, 'utf8')) as JSONWebKeySet
  if (!location.startsWith('https:') && !config.allowsPrivateNetworks)
    throw new Error('The keys of the proxy are not read without TLS')
  const call = { method: 'GET', headers: {}, body: undefined }
  const { status, body } = await exchange(location, call, egressOf(config, 'identityProvider'))
  if (status !== 200) throw new Error(`The keys of the proxy were answered with ${status}`)
  return JSON.parse(body.toString()) as JSONWebKeySet
}
