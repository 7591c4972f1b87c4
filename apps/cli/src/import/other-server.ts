import { setTimeout as sleep } from 'node:timers/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { limitTo } from './in-parallel.ts'

/** A server of another product. */
export interface OtherServer {
  url: string
  headers: Record<string, string>
  /** 'API key', for the message if it is refused. */
  credential: string
  /** Base of the pause between attempts. */
  pauseMs?: number | undefined
}

const attempts = 5
/** Others work with the server meanwhile. */
const limit = limitTo(8)
const maxWaitMs = 3_600_000

/**
 * The answer, whatever its status; redirects are followed only if `init` says so. Servers that are busy, restart or limit
 * requests are asked again. Throws CommandError if the server cannot be reached or refuses the credential.
 */
export async function askServer(
  { url, headers, credential, pauseMs = 1000 }: OtherServer,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await limit(() =>
      fetch(url + path, {
        redirect: 'manual',
        ...init,
        headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
      }),
    ).catch((error: unknown) => String((error as { cause?: unknown }).cause ?? error))
    if (typeof response !== 'string' && !isTemporary(response)) {
      if (response.status !== 401) return response
      throw new CommandError(exitCodes.unauthorized, `${url} does not accept the ${credential}.`)
    }
    const why = typeof response === 'string' ? response : `status ${response.status}`
    if (attempt === attempts)
      throw new CommandError(exitCodes.network, `${init.method ?? 'GET'} ${url}${path} failed: ${why}`)
    const backoffMs = pauseMs * 2 ** (attempt - 1)
    await sleep(typeof response === 'string' ? backoffMs : Math.max(backoffMs, waitOf(response)))
  }
}

/** GitHub answers 403 to a token that has made too many requests. */
const isTemporary = ({ status, headers }: Response): boolean =>
  status === 429 ||
  status >= 500 ||
  (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'))

/** Milliseconds until the server says that it answers again; 0 if it does not say. */
function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? 0)
  const resetAt = headers.get('x-ratelimit-remaining') === '0' ? Number(headers.get('x-ratelimit-reset')) : 0
  const waitMs = Math.max(seconds * 1000, resetAt === 0 ? 0 : resetAt * 1000 - Date.now())
  return Number.isNaN(waitMs) ? 0 : Math.min(waitMs, maxWaitMs)
}

/** null for 404 and for what may not be read. Throws CommandError for every other answer that is no success. */
export async function getFrom(server: OtherServer, path: string): Promise<Response | null> {
  const response = await askServer(server, path, { redirect: 'follow' })
  const { ok, status } = response
  if (ok) return response
  if (status === 404 || status === 403) return null
  throw new CommandError(exitCodes.network, `GET ${server.url}${path} failed: status ${status}`)
}

/** Every item of a list whose pages name the next one (RFC 8288); null if it may not be read. */
export async function listLinked<Item>(server: OtherServer, path: string): Promise<Item[] | null> {
  const all: Item[] = []
  let next: string | null = path
  while (next !== null) {
    const response: Response | null = await getFrom(server, next)
    if (response === null) return null
    all.push(...((await response.json()) as Item[]))
    next = nextPage(server, response.headers.get('link'))
  }
  return all
}

/** Only on the same server, since the credential is sent along. */
function nextPage({ url }: OtherServer, link: string | null): string | null {
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return next?.startsWith(`${url}/`) ? next.slice(url.length) : null
}

/** Asks until the answer is no longer 202 (Accepted); null after half an hour. */
export async function untilReady(
  { pauseMs = 1000 }: OtherServer,
  ask: () => Promise<Response>,
): Promise<Response | null> {
  for (let attempt = 0; attempt < maxPolls; attempt++) {
    const response = await ask()
    if (response.status !== 202) return response
    await sleep(Math.min(attempt + 1, 5) * pauseMs)
  }
  return null
}

const maxPolls = 360
