import { ApiError } from '@assay/sdk/api-error.ts'

/** For `catch`: an answer of 404. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
