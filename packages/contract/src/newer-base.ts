import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** A newer base image of the same line and variant, and what it would change. */
export const NewerBase = named('NewerBase', {
  /** With its tag: 'debian:12.7'; that of the one in use if it was built again. */
  name: z.string(),
  digest: z.string(),
  createdAt: EpochMs.nullable(),
  /** Findings of the base image that it would end, and those that it would add; null if its packages or their advisories are not known. */
  changes: z.object({ fixed: z.int(), added: z.int() }).nullable(),
  /** The instruction of a Dockerfile before and after; null if the tag stays and the image is only to be built again. */
  edit: z.object({ from: z.string(), to: z.string() }).nullable(),
})
export type NewerBase = z.infer<typeof NewerBase>
