import type { FastifyReply, FastifyRequest } from 'fastify'
import { rejectedRequestOf } from '#auth/callers/rejected-request.ts'
import { Problem } from '#platform/http/problem.ts'
import { addRetryAfter, problemOf } from '#platform/http/reply-with-problem.ts'

export const invalidField = (field: string, message: string) =>
  new Problem(400, 'invalidInput', message).withDetails([{ path: `body.${field}`, message }])

export const missing = () => new Problem(404, 'notFound', 'Not found.')

/** Errors as DefectDojo sends them: messages by field, or one detail. */
export function replyAsDefectDojo(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  request.rejection ??= rejectedRequestOf(request, error)
  const problem = problemOf(error, request)
  addRetryAfter(reply, problem)
  return reply
    .code(problem.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(problem)))
}

function bodyOf({ errorType, message, details = [] }: Problem): Record<string, unknown> {
  if (errorType === 'unreadableDocument') return { file: [message], message }
  if (errorType !== 'invalidInput' || details.length === 0) return { detail: message, message }
  const byField = Map.groupBy(
    details,
    ({ path }) => path.replace(/^(?:body|query)\.?/, '') || 'non_field_errors',
  )
  const fields = [...byField].map(([field, each]) => [field, each.map((detail) => detail.message)] as const)
  return { ...Object.fromEntries(fields), message }
}
