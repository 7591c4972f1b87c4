import type { FastifyRequest } from 'fastify'
import { Problem } from '#platform/http/problem.ts'

/**
 * Where a login that came to nothing leads: to the page, which says what the error's kind means. The log has the
 * sentence alone, as what lies behind may hold tokens. Throws what is no refusal.
 */
export function loginErrorRedirect(request: FastifyRequest, error: unknown): string {
  if (!(error instanceof Problem)) throw error
  const reason = error.cause instanceof Error ? error.cause.message : error.message
  request.log.warn({ errorType: error.errorType, reason }, 'A login by single sign-on was refused')
  return `/?login=${encodeURIComponent(error.errorType)}`
}
