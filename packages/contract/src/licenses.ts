import { licenseSources } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** A license from the SPDX list, or one named in an inventory. */
export const License = named('License', { id: z.string(), name: z.string(), uri: z.string() })

/** The text of a copyright, and its source. */
export const Copyright = z
  .object({ text: z.string(), source: z.enum(licenseSources) })
  .meta({ id: 'Copyright' })
export type Copyright = z.infer<typeof Copyright>

/** The source of a component's licenses. */
export const LicenseOrigin = {
  /** declared: the scanned documents; override: the account. null: no known license. */
  licenseSource: z.enum(licenseSources).nullable(),
  /** 'deps.dev', or the host of the registry; null for other sources. */
  licenseRegistry: z.string().nullable(),
  /** When it was declared, read or set; null without a known license. */
  licensedAt: EpochMs.nullable(),
}
