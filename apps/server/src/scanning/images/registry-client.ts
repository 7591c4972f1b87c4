import { manifestTypes } from '@assay/engine/inventory/registry/manifest-types.ts'
import { isTrustedRealm, readChallenge } from '@assay/engine/inventory/registry/challenge.ts'
import { listTags, readTagPage, type TagPage } from '@assay/engine/inventory/registry/tag-list.ts'
import type { ImageReference } from '@assay/engine/inventory/registry/image-reference.ts'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type EgressConfig, egressOf, exchange, exchangeStream } from '#platform/egress/egress.ts'
import { type SpooledFile, spool } from '#platform/uploads/spool.ts'
import { ImageRejection } from './image-rejection.ts'

// https://github.com/opencontainers/distribution-spec/blob/main/spec.md

export interface Login {
  user: string
  password: string
}

/** A repository of a registry. */
export interface Registry {
  /** Its manifest and digest; null if there is none. */
  manifest(reference: string): Promise<{ bytes: Uint8Array; digest: string | null } | null>
  /** The index of what refers to a digest; null if there is none, or the registry has no such call. */
  referrers(digest: string): Promise<Uint8Array | null>
  /** Names of tags, at most some twenty thousand. */
  tags(): Promise<string[]>
  /** The content in a temporary file, which the caller removes; null if it is missing. */
  blob(digest: string, maxBytes: number): Promise<SpooledFile | null>
}

const maxRedirects = 5

/** Plain HTTP only on this machine, as Docker does, and only where the operator allows private networks. */
function baseOf(host: string): URL {
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host)
  return new URL(`${isLocal ? 'http' : 'https'}://${host === 'docker.io' ? 'registry-1.docker.io' : host}`)
}

interface Place {
  config: EgressConfig
  login: Login | null
}

export function registryOf(
  { host, repository }: Pick<ImageReference, 'host' | 'repository'>,
  { config, login }: Place,
): Registry {
  const base = baseOf(host)
  let authorization: string | null = null
  const get = async <T>(path: string, accept: string, read: Read<T>): Promise<T | null> => {
    const address = new URL(`/v2/${repository}/${path}`, base)
    const headers = () => ({ accept, ...(authorization !== null && { authorization }) })
    const first = await follow(address, headers(), { config, read })
    if (!('challenge' in first)) return first.value
    authorization = await authorize(first.challenge, { base, repository, config, login })
    const second = await follow(address, headers(), { config, read })
    if ('challenge' in second) throw unauthorized(base, repository, login)
    return second.value
  }
  return {
    tags: () => listTags((path) => get(path, 'application/json', readTags)),
    referrers: (digest) => get(`referrers/${digest}`, manifestTypes, readDocument),
    manifest: (reference) =>
      get(`manifests/${reference}`, manifestTypes, async (response) => ({
        bytes: await readDocument(response),
        digest: response.headers['docker-content-digest']?.toString() ?? null,
      })),
    blob: (digest, maxBytes) =>
      get(`blobs/${digest}`, '*/*', (response) => spool(held(response), { maxBytes })),
  }
}

const readDocument = async (response: IncomingMessage): Promise<Uint8Array> =>
  new Uint8Array(await buffer(response))

const maxTagBytes = 4 * 1024 ** 2

async function readTags(response: IncomingMessage): Promise<TagPage> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxTagBytes) throw new ImageRejection('The list of tags is larger than allowed')
    chunks.push(chunk)
  }
  return readTagPage(Buffer.concat(chunks).toString('utf8'), response.headers.link?.toString() ?? '')
}

/** The response flows from its first moment, before the file that it goes to is open. */
function held(response: IncomingMessage): PassThrough {
  const stream = new PassThrough()
  response.once('error', (error) => stream.destroy(error))
  return response.pipe(stream)
}

type Read<T> = (response: IncomingMessage) => Promise<T>

type Answer<T> = { value: T | null } | { challenge: string }

/** Follows redirects without the registry's credentials, which storage elsewhere must not see and would refuse. */
async function follow<T>(
  address: URL,
  headers: Record<string, string>,
  { config, read }: { config: EgressConfig; read: Read<T> },
): Promise<Answer<T>> {
  let [url, sent] = [address, headers]
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const outgoing = { method: 'GET', headers: sent, body: undefined }
    const egress = egressOf(config, 'image')
    const { signal } = new AbortController()
    const answer: Answer<T> | URL = await exchangeStream(url.href, outgoing, {
      egress,
      signal,
      read: async (response) => answerOf(response, url, read),
    })
    if (!(answer instanceof URL)) return answer
    if (answer.protocol !== 'https:' && answer.protocol !== url.protocol)
      throw new ImageRejection(`${url.host} leads to an address without encryption`)
    if (answer.host !== address.host)
      sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'authorization'))
    url = answer
  }
  throw new ImageRejection(`${address.host} redirects too often`)
}

async function answerOf<T>(response: IncomingMessage, url: URL, read: Read<T>): Promise<Answer<T> | URL> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location) {
    const next = URL.parse(headers.location, url)
    if (next) return next
  }
  if (statusCode === 401) return { challenge: headers['www-authenticate'] ?? '' }
  if (statusCode === 404) return { value: null }
  if (statusCode === 403) throw new ImageRejection(`${url.host} refuses access`)
  if (statusCode === 200) return { value: await read(response) }
  throw new Error(`${url.host} answered ${statusCode}`)
}

const basicOf = ({ user, password }: Login): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const unauthorized = (base: URL, repository: string, login: Login | null) =>
  new ImageRejection(
    login
      ? `${base.host} does not accept the login for ${repository}`
      : `${base.host} requires a login for ${repository}, or does not have it`,
  )

/** The value of Authorization. */
async function authorize(
  header: string,
  { base, repository, config, login }: Place & { base: URL; repository: string },
): Promise<string> {
  const challenge = readChallenge(header)
  if (challenge?.scheme === 'basic' && login) return basicOf(login)
  if (challenge?.scheme !== 'bearer') throw unauthorized(base, repository, login)
  if (!isTrustedRealm(challenge.realm, base))
    throw new ImageRejection(`${base.host} asks for credentials at an address that is not trusted`)
  const url = new URL(challenge.realm)
  if (challenge.service !== '') url.searchParams.set('service', challenge.service)
  for (const scope of (challenge.scope || `repository:${repository}:pull`).split(' '))
    url.searchParams.append('scope', scope)
  const headers: Record<string, string> = login ? { authorization: basicOf(login) } : {}
  const egress = egressOf(config, 'registry')
  const { status, body } = await exchange(url.href, { method: 'GET', headers, body: undefined }, egress)
  const token = status === 200 ? tokenOf(body.toString('utf8')) : null
  if (token === null) throw unauthorized(base, repository, login)
  return `Bearer ${token}`
}

/** Under either name. */
function tokenOf(text: string): string | null {
  try {
    const { token, access_token: accessToken } = JSON.parse(text) as Record<string, unknown>
    return (
      [token, accessToken].find((each): each is string => typeof each === 'string' && each !== '') ?? null
    )
  } catch {
    return null
  }
}
