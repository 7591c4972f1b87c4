import { outageOf } from '#platform/database/outage.ts'
import { Problem } from '#platform/http/problem.ts'

/** A source cannot be read, with a message for users. Retrying at once would not help. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** Why a source could not be read; null for internal errors such as a database failure. */
export function reasonOf(error: unknown): string | null {
  if (outageOf(error) !== null) return null
  if (error instanceof SourceError || error instanceof Problem) return error.message
  return null
}
