import type { FastifyRequest } from 'fastify'
import { refusedLogin } from '#auth/callers/rejected-request.ts'
import { Problem } from '#platform/http/problem.ts'

/**
 * Redirects a failed login to the login page with the error type. Only the message is logged, since details may contain
 * tokens. Rethrows unexpected errors.
 */
export function loginErrorRedirect(request: FastifyRequest, error: unknown): string {
  if (!(error instanceof Problem)) throw error
  const reason = error.cause instanceof Error ? error.cause.message : error.message
  if (error.status < 500) request.rejection = refusedLogin('single sign-on', error)
  request.log.warn({ errorType: error.errorType, reason }, 'A login by single sign-on was refused')
  return `/?login=${encodeURIComponent(error.errorType)}`
}
