import type { ProblemBody } from '@assay/contract/problem.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** The one place where an error becomes an answer. */
export function answerProblem(error: unknown, request: FastifyRequest, out: FastifyReply) {
  const problem = problemOf(error, request)
  const body: ProblemBody = {
    errorType: problem.errorType,
    message: problem.message,
    ...(problem.details && { details: problem.details }),
  }
  return out.code(problem.status).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

export const answerUnknownRoute = (request: FastifyRequest, out: FastifyReply) =>
  answerProblem(new Problem(404, 'notFound', 'No such address'), request, out)

/** What the caller is told. What went wrong in the server is logged instead. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const problem = refusalOf(error)
  if (problem.status >= 500) request.log.error({ err: error }, 'The request failed')
  return problem
}

function refusalOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const status = statusOf(error)
  if (status === 413) return new Problem(413, 'tooLarge', 'The body is larger than this server accepts')
  if (status >= 400 && status < 500) {
    return new Problem(status, 'invalidRequest', error instanceof Error ? error.message : 'Invalid request')
  }
  return new Problem(500, 'internal', 'Something went wrong')
}

/** Fastify and its plugins put the status on their errors. */
const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
