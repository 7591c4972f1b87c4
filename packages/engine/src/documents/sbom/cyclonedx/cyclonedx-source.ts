import type { Issue } from '../../../inventory.ts'

/** The syntax-specific part of a document. Members have their JSON names in every syntax. */
export interface CyclonedxSource {
  path: string
  /** Issues found while parsing. */
  issues: readonly Issue[]
  /** Known versions in this syntax, ascending. */
  specVersions: readonly string[]
  /** The location of a value, for messages; from its JSON pointer and, for objects, the value itself. */
  locationOf: (pointer: string, value?: object) => string
}
