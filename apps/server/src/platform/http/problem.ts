import type { ErrorType, StatusOf } from '@assay/contract/error-types.ts'
import { WordedError, type Wording } from '#platform/texts/text.ts'

/**
 * An expected error: becomes `{ errorType, message }` with its status; all others become 500. Statuses not listed for
 * the error type in the contract do not compile.
 */
export class Problem<T extends ErrorType = ErrorType> extends WordedError {
  override readonly name = 'Problem'
  readonly status: number
  readonly errorType: T
  details: { path: string; message: string }[] | undefined
  /** Whose login failed, for the audit log only. */
  attempt: { credential: string; email: string | undefined } | undefined
  /** Sent as Retry-After. */
  retryAfterSeconds: number | undefined

  constructor(status: StatusOf<T>, errorType: T, wording: Wording) {
    super(wording)
    this.status = status
    this.errorType = errorType
  }

  /** One entry per problem, if there are several. */
  withDetails(details: { path: string; message: string }[]): this {
    this.details = details
    return this
  }

  /** Retry-After in seconds. */
  withRetryAfter(seconds: number): this {
    this.retryAfterSeconds = Math.max(1, Math.ceil(seconds))
    return this
  }
}

/** Unknown ids and those of other accounts are indistinguishable. */
export const notFound = (what: string) => new Problem(404, 'notFound', `No such ${what}`)

/** Throws 404: `const row = (await find(…)) ?? throwNotFound('project')`. */
export function throwNotFound(what: string): never {
  throw notFound(what)
}
