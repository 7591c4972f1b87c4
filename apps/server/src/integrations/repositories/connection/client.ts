import { z } from 'zod'
import {
  callForFile,
  callService,
  rejectsCredentials,
  type ServiceResponse,
  type ServiceCall,
  ServiceRejection,
  UnexpectedResponse,
} from '#integrations/core/call-service.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import { Postponed } from '#integrations/core/integration.ts'
import type { EgressConfig } from '#platform/egress/egress.ts'
import { serviceOf, siteOf } from '#integrations/repositories/dialects/hosts.ts'
import type { ConnectionSettings } from './settings.ts'

export type Connection = ConnectionSettings & { config: EgressConfig }

export const connectionOf = (
  { config }: { config: EgressConfig },
  { service, url, token }: ConnectionSettings,
): Connection => ({ config, service, url, token })

interface RepositoryRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Path below the API's base address. */
  path: string
  json?: unknown
  use?: ServiceCall['use']
}

/** The service rejected the request and changed nothing. */
export class RepositoryRejection extends ServiceRejection {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const Rejection = z.object({
  message: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  error: z.string().optional(),
})

/** GitHub's secondary rate limit is a 403 and requires a pause of at least a minute. */
const writesPauseSeconds = 300

const maxRedirects = 3

/**
 * The response's JSON. Follows redirects to new names of repositories: both services expect the same request there.
 * Throws RepositoryRejection for other statuses than 2xx.
 */
export async function ask(
  connection: Connection,
  { method, path, json, use }: RepositoryRequest,
): Promise<unknown> {
  const response = await follow(connection, path, (url) =>
    callService(connection.config, {
      method,
      url,
      headers: authorized(connection),
      ...(json !== undefined && { json }),
      ...(use && { use }),
    }),
  )
  rejectUnless2xx(connection, response)
  return response.json
}

/** The bytes of a file. Throws like ask. */
export async function askFile(
  connection: Connection,
  { path, accept }: { path: string; accept: string },
): Promise<Buffer> {
  const { bytes, ...response } = await follow(connection, path, (url) =>
    callForFile(connection.config, {
      method: 'GET',
      url,
      headers: { ...authorized(connection), accept },
      use: 'repository',
    }),
  )
  if (response.status >= 300) rejectUnless2xx(connection, { ...response, text: bytes.toString('utf8') })
  return bytes
}

const authorized = ({ token }: Connection) => ({ authorization: `Bearer ${token}` })

async function follow<R extends Pick<ServiceResponse, 'status' | 'location'>>(
  connection: Connection,
  path: string,
  send: (url: string) => Promise<R>,
): Promise<R> {
  let url = serviceOf(connection).apiOf(siteOf(connection)) + path
  for (let count = 0; ; count++) {
    const response = await send(url)
    const moved = count < maxRedirects ? redirectOf(response, url) : null
    if (moved === null) return response
    url = moved
  }
}

const redirects = new Set([301, 302, 307, 308])

/** The token stays with its server. null for any other response. */
function redirectOf(
  { status, location }: Pick<ServiceResponse, 'status' | 'location'>,
  url: string,
): string | null {
  if (!redirects.has(status) || location === undefined || !URL.canParse(location, url)) return null
  const moved = new URL(location, url)
  return moved.origin === new URL(url).origin ? moved.href : null
}

function rejectUnless2xx(
  connection: Connection,
  response: Pick<ServiceResponse, 'status' | 'text'> & { json?: unknown },
): void {
  const service = serviceOf(connection)
  if (response.status < 300) return
  const { data } = Rejection.safeParse(response.json)
  const details = typeof data?.message === 'string' ? data.message : (data?.error ?? response.text)
  const message = `${service.name} answered ${response.status}: ${quoted(details, [connection.token])}`
  if (response.status === 403 && /rate limit/i.test(details))
    throw new Postponed(message, { seconds: writesPauseSeconds, isWholeService: true })
  throw new RepositoryRejection(response.status, message)
}

const Myself = z.union([
  z.object({ login: z.string() }).transform(({ login }) => login),
  z.object({ username: z.string() }).transform(({ username }) => username),
])

/** The user of the token; null if it is rejected. */
export async function findMyself(connection: Connection): Promise<string | null> {
  const { name } = serviceOf(connection)
  try {
    const { data } = Myself.safeParse(await ask(connection, { method: 'GET', path: '/user' }))
    if (data === undefined) throw new UnexpectedResponse(name)
    return data
  } catch (error) {
    if (error instanceof RepositoryRejection && rejectsCredentials(name, error.status)) return null
    throw error
  }
}
