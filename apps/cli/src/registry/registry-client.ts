import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { isTrustedRealm, readChallenge } from '@assay/engine/inventory/registry/challenge.ts'
import type { RegistryCredentials } from './docker-config.ts'
import type { ImageReference } from '@assay/engine/inventory/registry/image-reference.ts'

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md

/** A repository of a registry. */
export interface RegistryClient {
  /** null if it is missing. path: 'manifests/latest', 'blobs/sha256:…'. */
  get(path: string, accept?: string): Promise<Response | null>
}

export interface RegistryPlace {
  /** Of the registry or its mirror, with its scheme. */
  base: URL
  repository: string
  /** null without a login. */
  credentials: RegistryCredentials | null
}

const maxRedirects = 5
const maxTokenBytes = 64 * 1024
const maxWaitMs = 30_000
const maxTries = 3

/** Where an image's registry is reached: plain HTTP only on this machine, as Docker does, or by a mirror's address. */
export function placeOf(
  { host }: ImageReference,
  mirrors: ReadonlyMap<string, string>,
): Pick<RegistryPlace, 'base'> {
  const mirror = mirrors.get(host)
  if (mirror !== undefined) return { base: new URL(mirror) }
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host)
  const name = host === 'docker.io' ? 'registry-1.docker.io' : host
  return { base: new URL(`${isLocal ? 'http' : 'https'}://${name}`) }
}

export function registryClient(place: RegistryPlace): RegistryClient {
  let authorization: string | null = null
  const addressOf = (path: string) =>
    new URL(`${place.base.pathname.replace(/\/$/, '')}/v2/${place.repository}/${path}`, place.base)
  const send = (path: string, accept: string | undefined) =>
    follow(addressOf(path), {
      ...(accept !== undefined && { accept }),
      ...(authorization !== null && { authorization }),
    })
  return {
    async get(path, accept) {
      let response = await send(path, accept)
      if (response.status === 401) {
        const header = response.headers.get('www-authenticate') ?? ''
        await response.body?.cancel()
        authorization = await authorize(header, place)
        response = await send(path, accept)
      }
      if (response.status === 404) return null
      if (!response.ok) throw await refused(response, place)
      return response
    },
  }
}

/** Follows redirects without the registry's credentials, which storage elsewhere must not see and would refuse. */
async function follow(address: URL, headers: Record<string, string>): Promise<Response> {
  let [url, sent] = [address, headers]
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await patient(url, sent)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const next = new URL(location, url)
    if (next.protocol !== 'https:' && next.protocol !== url.protocol)
      throw new CommandError(exitCodes.network, `${url.host} leads to an address without encryption.`)
    if (next.host !== address.host)
      sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'))
    url = next
  }
  throw new CommandError(exitCodes.network, `${address.host} redirects too often.`)
}

/** Waits as long as a busy registry asks for. */
async function patient(url: URL, headers: Record<string, string>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await request(url, { headers, redirect: 'manual' })
    if (response.status !== 429 || attempt >= maxTries) return response
    await response.body?.cancel()
    const seconds = Number(response.headers.get('retry-after') ?? '1')
    await sleep(Math.min(maxWaitMs, Number.isFinite(seconds) ? seconds * 1_000 : 1_000))
  }
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { cause } = error as { cause?: { message?: string } }
    throw new CommandError(
      exitCodes.network,
      `${url.host} could not be reached: ${cause?.message || (error as Error).message}`,
    )
  }
}

const basic = ({ username, password }: RegistryCredentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** The value of Authorization. */
async function authorize(header: string, place: RegistryPlace): Promise<string> {
  const challenge = readChallenge(header)
  const { credentials, repository, base } = place
  if (challenge?.scheme === 'basic' && credentials?.password) return basic(credentials)
  if (challenge?.scheme !== 'bearer') throw unauthorized(place)
  if (!isTrustedRealm(challenge.realm, base))
    throw new CommandError(
      exitCodes.network,
      `${base.host} asks for credentials at an address that is not trusted.`,
    )
  const scope = challenge.scope || `repository:${repository}:pull`
  const token =
    (credentials?.identityToken ? null : await askForToken({ ...challenge, scope }, credentials)) ??
    (credentials ? await exchangeToken({ ...challenge, scope }, credentials) : null)
  if (token === null) throw unauthorized(place)
  return `Bearer ${token}`
}

interface TokenRequest {
  realm: string
  service: string
  scope: string
}

async function askForToken({ realm, service, scope }: TokenRequest, credentials: RegistryCredentials | null) {
  const url = new URL(realm)
  if (service !== '') url.searchParams.set('service', service)
  for (const each of scope.split(' ')) url.searchParams.append('scope', each)
  return tokenOf(
    await request(url, {
      headers: credentials ? { authorization: basic(credentials) } : {},
      redirect: 'error',
    }),
  )
}

async function exchangeToken(
  { realm, service, scope }: TokenRequest,
  { username, password, identityToken }: RegistryCredentials,
) {
  const login = identityToken
    ? { grant_type: 'refresh_token', refresh_token: identityToken }
    : { grant_type: 'password', username, password }
  const body = new URLSearchParams({ ...login, service, scope, client_id: 'assay' })
  return tokenOf(await request(new URL(realm), { method: 'POST', body, redirect: 'error' }))
}

/** Either name of the token; null if it is refused. */
async function tokenOf(response: Response): Promise<string | null> {
  const text = response.ok ? await limitedText(response, maxTokenBytes) : ''
  try {
    const json: unknown = JSON.parse(text)
    const { token, access_token: accessToken } = json as { token?: unknown; access_token?: unknown }
    return (
      [token, accessToken].find((each): each is string => typeof each === 'string' && each !== '') ?? null
    )
  } catch {
    return null
  }
}

async function limitedText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const unauthorized = ({ base, repository, credentials }: RegistryPlace): CommandError =>
  new CommandError(
    exitCodes.unauthorized,
    credentials
      ? `${base.host} does not accept the stored login for ${repository}.`
      : `${base.host} requires a login for ${repository}. Log in with: docker login ${base.host}`,
  )

async function refused(response: Response, place: RegistryPlace): Promise<CommandError> {
  if (response.status === 401 || response.status === 403) return unauthorized(place)
  const text = await limitedText(response, maxTokenBytes)
  const code = /"code"\s*:\s*"([A-Z_]{1,40})"/.exec(text)?.[1]
  return new CommandError(
    exitCodes.network,
    `${place.base.host} answered ${response.status}${code ? ` (${code})` : ''}.`,
  )
}
