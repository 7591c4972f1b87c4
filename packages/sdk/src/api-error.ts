import type { z } from 'zod'
import type { ErrorType } from '@assay/contract/error-types.ts'
import { ProblemBody } from '@assay/contract/problem.ts'

/**
 * An error response. status is the server's (0: the input did not pass its schema, and nothing was sent); body is its
 * parsed JSON.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** 'unknown' if the response does not come from this API, such as a proxy's. */
  readonly errorType: ErrorType | 'unknown'
  readonly body: unknown
  /** Retry-After of the server; null if absent. */
  readonly retryAfterMs: number | null

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const problem = ProblemBody.safeParse(body)
    super(problem.success ? problem.data.message : `The server answered ${status}`)
    this.status = status
    this.errorType = problem.success ? problem.data.errorType : 'unknown'
    this.body = body
    this.retryAfterMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null
  }

  /** For missing input; nothing was sent. */
  static ofCaller(message: string): ApiError {
    return new ApiError(0, { errorType: 'invalidInput', message })
  }

  static ofInput(part: 'query' | 'body', error: z.ZodError): ApiError {
    const details = error.issues.map(({ path, message }) => ({ path: [part, ...path].join('.'), message }))
    return new ApiError(0, {
      errorType: 'invalidInput',
      message: details[0]?.message ?? 'Invalid input',
      details,
    })
  }
}
