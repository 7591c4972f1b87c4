import { Problem } from '#platform/http/problem.ts'

/** Throws Problem 400 for an end in the past. */
export function checkExpiry(expiresAt: number | null | undefined): void {
  if (expiresAt != null && expiresAt <= Date.now())
    throw new Problem(400, 'invalidInput', 'The end date is in the past')
}
