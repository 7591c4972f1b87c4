import { notApplicable, type Verdict } from './row.ts'

export const checkRange = (): Verdict =>
  notApplicable("a range in the ecosystem's own words: the engine takes ranges as OSV events")
