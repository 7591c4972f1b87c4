import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Egress, exchange, type Incoming, IncompleteResponse } from '#platform/egress/egress.ts'
import { Problem } from '#platform/http/problem.ts'
import { version } from '#platform/system/version.ts'
import { type Found, type Get, type GetOptions, SourceError } from './clients/client.ts'

/** Response headers for conditional requests. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** Connection settings of a source. */
export interface Endpoint {
  /** Without a trailing slash. */
  baseUrl: string
  /** Sent only to the host of the base address. */
  authorization?: string | undefined
}

interface Exchange {
  egress: Egress
  /** Resolves when the rate limit allows the next request to the host. */
  turn: (host: string) => Promise<void>
  /** Validators of the last response, replaced by those of the next. */
  validators: Validators
}

const maxRedirects = 3

/** Queries one source for one package. */
export function getFrom(endpoint: Endpoint, connection: Exchange): Get {
  const get = getWithRedirects(endpoint, connection)
  return (path, options = {}) =>
    options.isExternal ? withPauses(new URL(path).host, () => get(path, options)) : get(path, options)
}

/** Code hosts answer only some requests an hour to clients without an account. */
const externalPauseMs = 3_600_000
const maxPausedHosts = 1000

/** Failed external hosts, with the time until which they are not queried. */
const pausedUntil = new Map<string, number>()

async function withPauses<T>(host: string, request: () => Promise<T>): Promise<T> {
  if ((pausedUntil.get(host) ?? 0) > Date.now()) throw new SourceError(`${host} failed a short time ago`)
  try {
    return await request()
  } catch (error) {
    if (error instanceof SourceError && !error.isTooLarge) pause(host, error.retryAfterMs ?? externalPauseMs)
    throw error
  }
}

function pause(host: string, ms: number): void {
  if (pausedUntil.size >= maxPausedHosts) pausedUntil.clear()
  pausedUntil.set(host, Date.now() + ms)
}

/** Whether the path would leave the base path of the registry, such as by a package named ".." */
const escapesBasePath = (path: string): boolean =>
  /^(?:\/|https?:)/.test(path) && /[/\\](?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(path)

const getWithRedirects =
  ({ baseUrl, authorization }: Endpoint, connection: Exchange): Get =>
  async (path, options = {}) => {
    if (escapesBasePath(path)) return { kind: 'absent' }
    const base = new URL(baseUrl)
    const requested = path.startsWith('/') ? URL.parse(baseUrl + path) : URL.parse(path, `${baseUrl}/`)
    if (!requested)
      throw new SourceError(
        `The registry names ${JSON.stringify(path.slice(0, 200))}, which is not an address`,
      )
    let url = requested
    for (let redirects = 0; ; redirects++) {
      await connection.turn(url.host)
      const headers = headersOf(options, connection.validators)
      if (authorization !== undefined && url.origin === base.origin) headers['authorization'] = authorization
      const response = await send(url, options, { headers, egress: connection.egress })
      const { location } = response.headers
      const isMoved = response.status >= 300 && response.status < 400 && location !== undefined
      const next = isMoved ? URL.parse(location, url) : null
      if (!next || redirects === maxRedirects) return read(response, url, { options, connection })
      url = next
    }
  }

function headersOf({ accept, isConditional, body }: GetOptions, { etag, lastModified }: Validators) {
  const headers: Record<string, string> = {
    'user-agent': `Assay/${version}`,
    'accept-encoding': 'gzip',
    accept: accept ?? '*/*',
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (isConditional && etag !== null) headers['if-none-match'] = etag
  if (isConditional && lastModified !== null) headers['if-modified-since'] = lastModified
  return headers
}

interface SendOptions {
  headers: Record<string, string>
  egress: Egress
}

async function send(
  url: URL,
  { method = 'GET', body }: GetOptions,
  { headers, egress }: SendOptions,
): Promise<Incoming> {
  try {
    return await exchange(url.href, { method, headers, body }, egress)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isTooLarge = error.message.endsWith('is larger than allowed')
    const canBePackage = error.status === late || error instanceof IncompleteResponse
    const concerns = isTooLarge ? 'package' : canBePackage ? 'both' : 'source'
    throw new SourceError(error.message, { isTooLarge, concerns })
  }
}

const late = 504
const absent = new Set([404, 410, 451])
const busy = new Set([429, 503])

interface ReadOptions {
  options: GetOptions
  connection: Exchange
}

async function read(
  response: Incoming,
  url: URL,
  { options, connection }: ReadOptions,
): Promise<Awaited<ReturnType<Get>>> {
  const { status, headers } = response
  if (status === 304) return { kind: 'unchanged' }
  if (absent.has(status)) return { kind: 'absent' }
  if (status === 200) {
    const found: Found = { kind: 'found', bytes: await unpack(response, url, connection.egress), headers }
    if (options.isConditional) {
      connection.validators.etag = headers.etag ?? null
      connection.validators.lastModified = headers['last-modified'] ?? null
    }
    return found
  }
  throw new SourceError(messageOf(url, status), {
    concerns: busy.has(status) || status === 401 ? 'source' : status >= 500 ? 'both' : 'package',
    ...(busy.has(status) && { retryAfterMs: retryAfterOf(headers['retry-after']) }),
  })
}

function messageOf(url: URL, status: number): string {
  const failure = `${withoutCredentials(url.href)} answered ${status}`
  if (status === 401) return `${failure}: the credentials are missing or wrong`
  if (status === 403) return `${failure}: the credentials do not allow reading this`
  return failure
}

async function unpack({ body, headers }: Incoming, url: URL, { limitBytes }: Egress): Promise<Uint8Array> {
  if (headers['content-encoding'] !== 'gzip' || body.length === 0) return body
  try {
    return await promisify(gunzip)(body, { maxOutputLength: limitBytes })
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const what = isTooLarge ? 'is larger than allowed' : 'answered with broken compression'
    throw new SourceError(`${withoutCredentials(url.href)} ${what}`, { isTooLarge })
  }
}

const defaultPauseMs = 60_000
const maxPauseMs = 24 * 3_600_000

/** Delay in seconds, or an HTTP date. RFC 9110 §10.2.3. */
export function retryAfterOf(header: string | undefined, now = Date.now()): number {
  if (header === undefined) return defaultPauseMs
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? defaultPauseMs : Math.min(Math.max(ms, 1000), maxPauseMs)
}

/** Spaces requests to one host at this interval. */
export function createPacer(intervalMs: number): (host: string) => Promise<void> {
  const next = new Map<string, number>()
  return async (host) => {
    const now = Date.now()
    const at = Math.max(now, next.get(host) ?? 0)
    next.set(host, at + intervalMs)
    if (at > now) await sleep(at - now)
  }
}
