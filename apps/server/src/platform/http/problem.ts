import type { ErrorType, StatusOf } from '@assay/contract/error-types.ts'

/**
 * A refusal on purpose: becomes `{ errorType, message }` with its status. Everything else becomes a 500. A status that
 * the contract does not list for the error type does not compile.
 */
export class Problem<T extends ErrorType = ErrorType> extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly errorType: T
  details: { path: string; message: string }[] | undefined
  /** Sent as Retry-After. */
  retryAfterSeconds: number | undefined

  constructor(status: StatusOf<T>, errorType: T, message: string) {
    super(message)
    this.status = status
    this.errorType = errorType
  }

  /** What exactly was wrong, where there is more than one thing. */
  withDetails(details: { path: string; message: string }[]): this {
    this.details = details
    return this
  }

  /** When it is worth to try again. */
  withRetryAfter(seconds: number): this {
    this.retryAfterSeconds = Math.max(1, Math.ceil(seconds))
    return this
  }
}

/** Unknown, and another account's, look the same. */
export const notFound = (what: string) => new Problem(404, 'notFound', `No such ${what}`)

/** For rows that must be there: `const row = (await find(…)) ?? missing('project')`. */
export function throwNotFound(what: string): never {
  throw notFound(what)
}
