import { z } from 'zod'
import { Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** What a scan compared with advisories, and what it did not. */
export const Coverage = named('Coverage', {
  /** Components of the inventory. */
  listed: z.int(),
  /** Components compared with current advisories of their ecosystem. */
  checked: z.int(),
  /** Gaps that make a PASS impossible. */
  blocking: z.int(),
  /** The scan covers less than an earlier one of its branch, so that their scores do not compare. */
  coversLess: z.boolean(),
})
export type Coverage = z.infer<typeof Coverage>

/** false: the score says nothing, since nothing was known to compute it from. */
export const Measured = z
  .object({ security: z.boolean(), stability: z.boolean(), licensing: z.boolean() })
  .meta({ id: 'Measured' })
export type Measured = z.infer<typeof Measured>

/** Beside every score of a scan. */
export const Covered = { coverage: Coverage, measured: Measured }

/** A component or file of a report that was not checked. */
export const Gap = named('Gap', {
  /** Why it was not checked: 'version-missing', 'purl-missing', 'file-unread', … */
  reason: z.string(),
  /** null for a file or folder. */
  component: z
    .object({
      ecosystem: z.string().nullable(),
      /** The kind of its package URL if no advisories are known for it: 'pkg:conda'. Absent otherwise. */
      kind: z.string().optional(),
      name: z.string(),
      version: z.string(),
    })
    .nullable(),
  /** The path of the file, followed by a JSON pointer or a line if known. */
  where: z.string(),
  /** Whether only tests, development tools or continuous integration use it. */
  isDevelopment: z.boolean(),
  /** One sentence. */
  message: z.string(),
  /** What to do; '' if there is nothing to do. */
  action: z.string(),
  /** Whether it makes a PASS impossible. */
  blocks: z.boolean(),
  /** The acceptance that covers it; null if there is none. */
  acceptanceUuid: Uuid.nullable(),
})
export type Gap = z.infer<typeof Gap>

/** The gaps of a report. */
export const Gaps = named('Gaps', {
  total: z.int(),
  byReason: z.record(z.string(), z.int()),
  /** At most 500; those that make a PASS impossible first. */
  items: z.array(Gap),
})
export type Gaps = z.infer<typeof Gaps>
