import type { FastifyReply, FastifyRequest } from 'fastify'
import { rejectedRequestOf } from '#auth/callers/rejected-request.ts'
import { Problem } from '#platform/http/problem.ts'
import { addRetryAfter, problemOf } from '#platform/http/reply-with-problem.ts'

export const projectMissing = () => new Problem(404, 'notFound', 'The project could not be found.')
export const parentMissing = () => new Problem(404, 'notFound', 'The parent project could not be found.')

/** Errors as Dependency-Track sends them: text, a list of invalid fields, or problem details for a document. */
export function replyAsDependencyTrack(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  request.rejection ??= rejectedRequestOf(request, error)
  const problem = problemOf(error, request)
  addRetryAfter(reply, problem)
  const [type, body] = bodyOf(problem)
  return reply.code(problem.status).type(type).send(body)
}

const json = 'application/json; charset=utf-8'

function bodyOf(problem: Problem): [type: string, body: string] {
  const { status, errorType, message, details = [] } = problem
  if (errorType === 'unreadableDocument')
    return ['application/problem+json', JSON.stringify(invalidDocument(problem))]
  if (errorType === 'invalidInput' && details.length > 0)
    return [json, JSON.stringify(details.map(({ path, message: text }) => invalidField(path, text)))]
  // A malformed uuid: ours are called branches.
  const isNamed = status === 404 && message === 'No such branch'
  return ['text/plain; charset=utf-8', isNamed ? projectMissing().message : message]
}

/** https://www.rfc-editor.org/rfc/rfc9457 */
const invalidDocument = ({ status, message, details = [] }: Problem) => ({
  status,
  title: 'The uploaded document is invalid',
  detail: message,
  errors: details.map((each) => each.message),
})

const invalidField = (path: string, message: string) => ({
  message,
  messageTemplate: message,
  path: path.replace(/^(?:body|query)\./, ''),
  invalidValue: null,
})
