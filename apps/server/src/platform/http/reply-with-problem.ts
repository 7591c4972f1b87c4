import { type StatusOf, statusesOf } from '@assay/contract/error-types.ts'
import { errorsOf } from '@assay/contract/errors-of.ts'
import type { ProblemBody } from '@assay/contract/problem.ts'
import { isUniqueViolation } from '#platform/database/unique-violation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RowsRemoved } from '#platform/database/packed-keys.ts'
import { outageOf, type OutageKind } from '#platform/database/outage.ts'
import { isDiskFull } from '#platform/database/embedded/full-disk.ts'
import { WorkersBusyError } from '#platform/worker-threads/work-pool.ts'
import { mediaTypesOf, unsupportedMediaType } from './check-media-type.ts'
import { Problem } from './problem.ts'

/** Default Retry-After in seconds. */
const retryAfterSeconds = 5

/** Messages by kind of outage. */
const outages: Record<OutageKind, () => Problem> = {
  unavailable: () =>
    new Problem(503, 'databaseUnavailable', 'The database cannot be reached. Try again in a moment'),
  busy: () => new Problem(503, 'databaseBusy', 'The database did not answer in time. Try again in a moment'),
  storage: () => new Problem(507, 'storageFull', 'The disk of the server is full. Nothing was changed'),
}

/** Converts errors to responses, in one place. */
export function replyWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error, request)
  addRetryAfter(reply, problem)
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(problem)))
}

export const bodyOf = ({ errorType, message, details }: Problem): ProblemBody => ({
  errorType,
  message,
  ...(details && { details }),
})

/** Adds Retry-After to every 429 and 503. */
export function addRetryAfter(reply: FastifyReply, { status, retryAfterSeconds: known }: Problem): void {
  const seconds = known ?? (status === 429 || status === 503 ? retryAfterSeconds : undefined)
  if (seconds !== undefined) reply.header('retry-after', seconds)
}

/** The response for the caller. Internal errors are logged instead. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const problem = declared(rejectionOf(error, request), request)
  if (outageOf(error) !== null)
    request.log.warn({ reason: String(error) }, 'Request failed during an outage of the database or disk')
  else if (problem.status >= 500) request.log.error({ err: error }, 'The request failed')
  return problem
}

/** In tests, undeclared error types are failures: clients and the OpenAPI document rely on the declarations. */
function declared(problem: Problem, { routeOptions }: FastifyRequest): Problem {
  const { endpoint, checksErrors } = routeOptions.config ?? {}
  if (!endpoint || !checksErrors || errorsOf(endpoint).includes(problem.errorType)) return problem
  const call = `${endpoint.method} ${endpoint.path}`
  return new Problem(500, 'internal', `${call} does not declare the error type ${problem.errorType}`)
}

function rejectionOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  // Concurrent requests that passed their checks: the unique constraint decides.
  if (isUniqueViolation(error)) return new Problem(409, 'alreadyExists', 'This name is already taken')
  const outage = outageOf(error)
  // A database that ended because its disk is full cannot say so.
  const kind = outage === 'unavailable' && isDiskFull() ? 'storage' : outage
  if (kind !== null) return outages[kind]().withRetryAfter(retryAfterSeconds)
  if (error instanceof WorkersBusyError)
    return new Problem(503, 'busy', 'The server is busy. Try again later')
  if (isRemovedMeanwhile(error)) return new Problem(409, 'conflict', 'This was removed in the meantime')
  const status = statusOf(error)
  if (status === 413) return new Problem(413, 'tooLarge', 'The body is larger than this server accepts')
  if (status === 415) {
    const body = request.routeOptions.config?.endpoint?.body
    return unsupportedMediaType(body ? mediaTypesOf(body) : [])
  }
  if (status >= 400 && status < 500) {
    const message = error instanceof Error ? error.message : 'Invalid request'
    return new Problem(isMalformedStatus(status) ? status : 400, 'invalidRequest', message)
  }
  return new Problem(500, 'internal', 'Something went wrong')
}

const isMalformedStatus = (status: number): status is StatusOf<'invalidRequest'> =>
  statusesOf('invalidRequest').includes(status)

/** RowsRemoved or PostgreSQL's foreign_key_violation, caused by a concurrent request. */
const isRemovedMeanwhile = (error: unknown): boolean =>
  error instanceof RowsRemoved ||
  (typeof error === 'object' && error !== null && 'code' in error && error.code === '23503')

/** Fastify and its plugins set the status on their errors. */
const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
