import { z } from 'zod'
import { callService, ServiceRejection } from '#integrations/shape/call-service.ts'
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

/** The response's JSON. Throws RepositoryRejection for other statuses than 2xx. */
export async function ask(
  connection: Connection,
  { method, path, json }: RepositoryRequest,
): Promise<unknown> {
  const service = serviceOf(connection)
  const answer = await callService(connection.config, {
    method,
    url: service.apiOf(siteOf(connection)) + path,
    headers: { authorization: `Bearer ${connection.token}` },
    ...(json !== undefined && { json }),
  })
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
