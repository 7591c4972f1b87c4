import { scimProblem } from './scim-problem.ts'

/** Counts work in advance. Throws the SCIM error tooMany if a request would exceed the limit. */
export type Spend = (units: number) => void

/** Comparisons of short texts: well below a second. */
const maxUnits = 1_000_000

export function workBudget(): Spend {
  let remaining = maxUnits
  return (units) => {
    remaining -= units
    if (remaining < 0)
      throw scimProblem('tooMany', 'The path filters compare too many values. Send fewer operations at once')
  }
}
