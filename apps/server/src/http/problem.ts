/** A refusal on purpose: becomes `{ errorType, message }` with its status. Everything else becomes a 500. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly errorType: string
  details: { path: string; message: string }[] | undefined

  constructor(status: number, errorType: string, message: string) {
    super(message)
    this.status = status
    this.errorType = errorType
  }

  /** What exactly was wrong, where there is more than one thing. */
  withDetails(details: { path: string; message: string }[]): this {
    this.details = details
    return this
  }
}

/** Unknown, and another account's, look the same. */
export const notFound = (what: string) => new Problem(404, 'notFound', `No such ${what}`)

/** For rows that must be there: `const row = (await find(…)) ?? missing('project')`. */
export function missing(what: string): never {
  throw notFound(what)
}
