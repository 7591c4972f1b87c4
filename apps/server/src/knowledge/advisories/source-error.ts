import { outageOf } from '#platform/database/outage.ts'
import { Problem } from '#platform/http/problem.ts'

/** A source that cannot be read, in a sentence for people: repeating the attempt at once would not help. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** Why a source could not be read; null when the failure is ours, such as the database's. */
export function reasonOf(error: unknown): string | null {
  if (outageOf(error) !== null) return null
  if (error instanceof SourceError || error instanceof Problem) return error.message
  return null
}
