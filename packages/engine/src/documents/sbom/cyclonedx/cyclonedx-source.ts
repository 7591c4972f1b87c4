import type { Issue } from '../../../inventory.ts'

/** What a syntax adds to the document, whose members are named as in JSON whatever it is written in. */
export interface CyclonedxSource {
  path: string
  /** What was found while its text was read. */
  issues: readonly Issue[]
  /** The versions that are known in this syntax, ascending. */
  specVersions: readonly string[]
  /** Where a value stands, for people: its JSON pointer is given, and the value itself when it is an object. */
  placeOf: (pointer: string, value?: object) => string
}
