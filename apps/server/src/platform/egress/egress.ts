import { withoutCredentials } from '@assay/engine/url-credentials.ts'
import { createWriteStream } from 'node:fs'
import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as TlsAgent, request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Config } from '#config.ts'
import { currentSpan, traced } from '#platform/traces/tracing.ts'
import { platformText } from '#platform/texts/platform-texts.ts'
import { Problem } from '#platform/http/problem.ts'
import { type Proxies, proxyOf } from './proxies.ts'
import { checkAddress, checkedLookup, checkProxied, type Targets } from './targets.ts'

// All outgoing requests of the process go through this module.

export interface Egress extends Targets {
  limitBytes: number
  /** Total time limit: name resolution, connection, redirects and the complete response. */
  timeoutMs: number
  /** Idle timeout; defaults to a minute. */
  idleTimeoutMs?: number | undefined
  /** Whether credentials may cross public networks without TLS. */
  allowsPlainCredentials?: boolean | undefined
  proxies?: Proxies | undefined
}

export interface EgressConfig extends Partial<
  Pick<Config, 'nameServer' | 'signOnTimeoutMs' | 'allowsPlainCredentials' | 'proxies'>
> {
  allowsPrivateNetworks: Targets['allowsPrivate']
}

const mib = 1024 ** 2

/** Limits by kind of service: maximum response size and total time. */
const uses = {
  /** Can be overridden by a setting. */
  identityProvider: { limitBytes: mib, timeoutMs: 10_000 },
  leakedPasswords: { limitBytes: mib, timeoutMs: 10_000 },
  /** Chat services and webhooks. */
  notification: { limitBytes: mib / 16, timeoutMs: 20_000 },
  smsGateway: { limitBytes: mib / 16, timeoutMs: 30_000 },
  /** Jira, Datadog and other services configured by an account. */
  integration: { limitBytes: 4 * mib, timeoutMs: 30_000 },
  /** A file of a repository, or the list of all its files. */
  repository: { limitBytes: 32 * mib, timeoutMs: 60_000 },
  /** Every version of a package, with its metadata. */
  registry: { limitBytes: 24 * mib, timeoutMs: 60_000 },
  /** A layer of an image. */
  image: { limitBytes: 2048 * mib, timeoutMs: 1_800_000 },
  /** All advisories of an ecosystem, also over a slow connection. */
  advisories: { limitBytes: 2048 * mib, timeoutMs: 3_600_000 },
  /** Reachability checks. */
  networkCheck: { limitBytes: mib / 16, timeoutMs: 5_000 },
  /** One advisory. */
  advisory: { limitBytes: 32 * mib, timeoutMs: 60_000 },
  /** Object storage for backups: a part of an upload, or all of a download. */
  backup: { limitBytes: 1024 * 1024 * mib, timeoutMs: 12 * 3_600_000 },
  /** A language model, which may have to be loaded first and is slow without a GPU. */
  model: { limitBytes: 8 * mib, timeoutMs: 300_000, idleTimeoutMs: 150_000 },
} as const satisfies Record<string, Pick<Egress, 'limitBytes' | 'timeoutMs' | 'idleTimeoutMs'>>
export type EgressUse = keyof typeof uses

/** Client options allowed by the operator. */
export function egressOf(
  { allowsPrivateNetworks, nameServer, signOnTimeoutMs, allowsPlainCredentials, proxies }: EgressConfig,
  use: EgressUse,
): Egress {
  const { limitBytes, timeoutMs, idleTimeoutMs }: Pick<Egress, 'limitBytes' | 'timeoutMs' | 'idleTimeoutMs'> =
    uses[use]
  const ownTimeoutMs = use === 'identityProvider' ? signOnTimeoutMs : undefined
  return {
    limitBytes,
    timeoutMs: ownTimeoutMs ?? timeoutMs,
    allowsPrivate: allowsPrivateNetworks,
    nameServer,
    idleTimeoutMs,
    allowsPlainCredentials,
    proxies,
  }
}

const defaultIdleTimeoutMs = 60_000
const maxRedirects = 4

/** Downloads an address to a file. Throws Problem with a message for users. */
export const fetchToFile = (address: string, path: string, egress: Egress): Promise<void> =>
  fetchStream(address, { egress, headers: {} }, (response) => pipeline(response, createWriteStream(path)))

interface FetchOptions {
  egress: Egress
  headers: Record<string, string>
}

/** Streams a response to the reader: status 200, or 304 for a conditional request. */
export const fetchStream = <T>(
  address: string,
  { egress, headers }: FetchOptions,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> =>
  inTime(address, egress, async (signal) => {
    const response = await follow(new URL(address), egress, { signal, headers })
    limit(response, address, egress)
    try {
      return await read(response)
    } finally {
      response.destroy()
    }
  })

/** The server responded with an unexpected status. */
export class UnexpectedStatus extends Problem {
  readonly answered: number
  readonly retryAfter: string | undefined

  constructor(url: URL, { statusCode = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>) {
    super(502, 'sourceFailed', `${withoutCredentials(url.href)} answered ${statusCode}`)
    this.answered = statusCode
    this.retryAfter = headers['retry-after']
  }
}

/** No connection was made, so the server did not see the request. */
export class Unreachable extends Problem {
  constructor(url: URL, reason: string) {
    super(502, 'sourceFailed', cannotBeReached(url) + reason)
  }
}

/** The server may have executed the request: its response began, but is incomplete or malformed. */
export class IncompleteResponse extends Problem {
  constructor(address: string) {
    super(502, 'sourceFailed', `${withoutCredentials(address)} ended its response early`)
  }
}

/** The response exceeds the limit of its use: asking again is no help. */
export class ResponseTooLarge extends Problem {
  constructor(address: string) {
    super(502, 'sourceFailed', `${withoutCredentials(address)} is larger than allowed`)
  }
}

const cannotBeReached = (url: URL) => `${withoutCredentials(url.href)} cannot be reached`

/** Why no connection was made, in terms that help to correct the address. */
const connectionErrors: readonly [RegExp, string][] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, ': the name was not found'],
  [/^(?:EPROTO|ERR_SSL_)/, ': the TLS handshake failed'],
  [/CERT|^UNABLE_TO_/, ': its certificate is not trusted'],
  [/^ERR_PROXY/, ': the proxy makes no connection'],
]

function reasonOf({ code = '' }: NodeJS.ErrnoException): string {
  const [pattern, reason] = connectionErrors.find(([each]) => each.test(code)) ?? []
  return pattern ? `${reason} (${code})` : ''
}

export interface Outgoing {
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

export interface Incoming {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** A single request without redirects, so that credentials stay with their host. */
export const exchange = (address: string, outgoing: Outgoing, egress: Egress): Promise<Incoming> =>
  inSpan(address, outgoing, () =>
    inTime(address, egress, async (signal) => {
      const response = await request(new URL(address), egress, { ...outgoing, signal })
      limit(response, address, egress)
      const body = await readWhole(response, address)
      return { status: response.statusCode ?? 0, headers: response.headers, body }
    }),
  )

/** Part of a trace, never one of its own. The other side is told nothing of it. */
function inSpan<T>(address: string, { method }: Outgoing, work: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return work()
  const attributes = { 'http.request.method': method, 'server.address': URL.parse(address)?.hostname ?? '' }
  return traced({ name: method, kind: 'client', attributes }, work)
}

async function readWhole(response: IncomingMessage, address: string): Promise<Buffer> {
  try {
    return await buffer(response)
  } catch (error) {
    throw error instanceof Problem ? error : new IncompleteResponse(address)
  }
}

interface StreamOptions<T> {
  egress: Egress
  /** Aborts the request. */
  signal: AbortSignal
  read: (response: IncomingMessage) => Promise<T>
}

/** The same as a stream, for any status. */
export const exchangeStream = <T>(
  address: string,
  outgoing: Outgoing,
  { egress, signal: ended, read }: StreamOptions<T>,
): Promise<T> =>
  inTime(address, egress, async (late) => {
    const signal = AbortSignal.any([late, ended])
    const response = await request(new URL(address), egress, { ...outgoing, signal })
    limit(response, address, egress)
    try {
      return await read(response)
    } finally {
      response.destroy()
    }
  })

/** Aborts the call when its time limit is exceeded, however steadily the response arrives. Throws Problem 504. */
async function inTime<T>(
  address: string,
  { timeoutMs }: Egress,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await call(signal)
  } catch (error) {
    throw signal.aborted ? late(address) : error
  }
}

const late = (address: string) =>
  new Problem(504, 'sourceFailed', platformText('answerLate', { host: withoutCredentials(address) }))

function limit(response: IncomingMessage, address: string, { limitBytes }: Egress): void {
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limitBytes) response.destroy(new ResponseTooLarge(address))
  })
}

async function follow(
  url: URL,
  egress: Egress,
  { signal, headers: sent }: { signal: AbortSignal; headers: Record<string, string> },
): Promise<IncomingMessage> {
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, egress, { signal, method: 'GET', headers: sent })
    const { statusCode = 0, headers } = response
    if (statusCode === 200 || (statusCode === 304 && sent['if-none-match'])) return response
    response.resume()
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    const next = isRedirect ? URL.parse(headers.location!, url) : null
    if (!next || redirects === maxRedirects) throw new UnexpectedStatus(url, response)
    url = next
  }
}

/** A pooled socket would bypass the address check. The address of a proxy is the operator's. */
const wayTo = ({ protocol }: URL, targets: Targets, proxy: string | undefined) =>
  proxy === undefined
    ? { agent: false as const, lookup: checkedLookup(targets) }
    : {
        agent: new (protocol === 'https:' ? TlsAgent : Agent)({
          proxyEnv: { http_proxy: proxy, https_proxy: proxy },
        }),
      }

function request(
  url: URL,
  egress: Egress,
  { method, headers, body, signal }: Partial<Outgoing> & { signal: AbortSignal },
): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Problem(400, 'addressRefused', `${withoutCredentials(url.href)} is not an http or https URL`)
  const isPrivateOnly =
    url.protocol === 'http:' && !egress.allowsPlainCredentials && hasCredentials(url, headers)
  const targets = { ...egress, isPrivateOnly }
  const proxy = egress.proxies && proxyOf(url, egress.proxies)
  if (proxy === undefined) checkAddress(url, targets)
  else checkProxied(url, targets)
  return new Promise((resolve, reject) => {
    const options = {
      timeout: egress.idleTimeoutMs ?? defaultIdleTimeoutMs,
      signal,
      ...(method !== undefined && { method, headers }),
      ...wayTo(url, targets, proxy),
    }
    const sending: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      options,
      resolve,
    )
    let isConnected = false
    sending.on('socket', (socket) => {
      // A tunnel through a proxy is there before its socket is.
      isConnected = !socket.connecting
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isConnected = true))
    })
    sending.on('timeout', () => sending.destroy(late(url.href)))
    sending.on('error', (error) => {
      if (error instanceof Problem) reject(error)
      else
        reject(
          isConnected
            ? new Problem(502, 'sourceFailed', cannotBeReached(url))
            : new Unreachable(url, reasonOf(error)),
        )
    })
    // After 101 Switching Protocols, the socket is closed without a response or an error.
    sending.on('close', () => reject(new IncompleteResponse(url.href)))
    sending.end(body)
  })
}

/** Headers without secrets; every other one may hold a token under whatever name the service has chosen. */
const openHeaders = /^(?:accept|content-|if-|webhook-|user-agent$|range$|x-github-api-version$)/i

/**
 * Whether a request carries a secret. Forms are how clients send theirs for a token:
 * https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1
 */
export const hasCredentials = ({ username, password }: URL, headers: Record<string, string> = {}): boolean =>
  username !== '' ||
  password !== '' ||
  Object.keys(headers).some((name) => !openHeaders.test(name)) ||
  headers['content-type'] === 'application/x-www-form-urlencoded'
