import { z } from 'zod'
import { callService, type ServiceAnswer, ServiceRejection } from '#integrations/shape/call-service.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import { Postponed } from '#integrations/shape/integration.ts'
import type { EgressConfig } from '#platform/egress/egress.ts'
import { serviceOf, siteOf } from './wire-dialects.ts'
import type { RepositorySettings } from '@assay/contract/repository-issues.ts'

export type Connection = Pick<RepositorySettings, 'service' | 'url' | 'token'> & { config: EgressConfig }

interface RepositoryRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Path below the API's base address. */
  path: string
  json?: unknown
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
 * The response's JSON. Follows redirects to new names of repositories: both services want the same request there.
 * Throws RepositoryRejection for other statuses than 2xx.
 */
export async function ask(connection: Connection, request: RepositoryRequest): Promise<unknown> {
  const service = serviceOf(connection)
  let url = service.apiOf(siteOf(connection)) + request.path
  for (let count = 0; ; count++) {
    const answer = await send(connection, url, request)
    const moved = count < maxRedirects ? redirectOf(answer, url) : null
    if (moved === null) return jsonOf(connection, answer)
    url = moved
  }
}

const send = ({ config, token }: Connection, url: string, { method, json }: RepositoryRequest) =>
  callService(config, {
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(json !== undefined && { json }),
  })

const redirects = new Set([301, 302, 307, 308])

/** The token stays with its server. null for any other response. */
function redirectOf({ status, location }: ServiceAnswer, url: string): string | null {
  if (!redirects.has(status) || location === undefined || !URL.canParse(location, url)) return null
  const moved = new URL(location, url)
  return moved.origin === new URL(url).origin ? moved.href : null
}

function jsonOf(connection: Connection, answer: ServiceAnswer): unknown {
  const service = serviceOf(connection)
  if (answer.status < 300) return answer.json
  const { data } = Rejection.safeParse(answer.json)
  const details = typeof data?.message === 'string' ? data.message : (data?.error ?? answer.text)
  const message = `${service.name} answered ${answer.status}: ${quoted(details, [connection.token])}`
  if (answer.status === 403 && /rate limit/i.test(details))
    throw new Postponed(message, { seconds: writesPauseSeconds, isWholeService: true })
  throw new RepositoryRejection(answer.status, message)
}

const Myself = z.union([
  z.object({ login: z.string() }).transform(({ login }) => login),
  z.object({ username: z.string() }).transform(({ username }) => username),
])

/** The user of the token; null if it is rejected. */
export async function findMyself(connection: Connection): Promise<string | null> {
  try {
    return Myself.safeParse(await ask(connection, { method: 'GET', path: '/user' })).data ?? null
  } catch (error) {
    // 404: another kind of server; 3xx: a login page.
    if (error instanceof RepositoryRejection) return null
    throw error
  }
}
