import type { FastifyRequest } from 'fastify'
import type { Problem } from '../http/problem.ts'

/** For the operator; the browser is told the kind alone. Only the sentence: what lies behind may hold tokens. */
export function logRefusal(request: FastifyRequest, error: Problem): void {
  const reason = error.cause instanceof Error ? error.cause.message : error.message
  request.log.warn({ errorType: error.errorType, reason }, 'A login by single sign-on was refused')
}
