import { usageReasons, usageStates } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { named } from './named.ts'

const Place = z.object({
  /** Path of a source file within the project. */
  file: z.string(),
  /** From 1. */
  line: z.int(),
})

/**
 * Whether the project's sources load a package, as the command line found. 'not-seen' says that no import was found. It
 * is no statement that the project is not affected, and changes nothing but the order.
 */
export const Usage = named('Usage', {
  state: z.enum(usageStates),
  /** Only if the state is unknown. */
  reason: z.enum(usageReasons).optional(),
  /** The rest only if it is used: where it is imported, tests only if nothing else does. */
  place: Place.optional(),
  /** The module that is imported there. */
  module: z.string().optional(),
  /** The package that is imported there, if that requires this one. */
  through: z.string().optional(),
  /** A vulnerable function or type that a source file names. */
  symbol: Place.extend({ name: z.string() }).optional(),
  /** The tool that says so, instead of imports: 'govulncheck' of calls, 'cargo tree' of what is built. */
  checkedBy: z.string().optional(),
})
export type Usage = z.infer<typeof Usage>
