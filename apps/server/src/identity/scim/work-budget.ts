import { scimProblem } from './scim-problem.ts'

/** Counts work that is about to be done. Throws the SCIM error tooMany when it would be more than one call may cause. */
export type Spend = (units: number) => void

/** Comparisons of short texts: well below a second. */
const maxUnits = 1_000_000

export function workBudget(): Spend {
  let left = maxUnits
  return (units) => {
    left -= units
    if (left < 0)
      throw scimProblem('tooMany', 'The path filters compare too many values. Send fewer operations at once')
  }
}
