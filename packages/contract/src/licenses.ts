import { licenseSources } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { EpochMs } from './vocabulary.ts'

/** A license of the SPDX list, or one that an inventory names. */
export const License = z.object({ id: z.string(), name: z.string(), uri: z.string() }).meta({ id: 'License' })

/** The words of a copyright, and who gives them. */
export const Copyright = z
  .object({ text: z.string(), source: z.enum(licenseSources) })
  .meta({ id: 'Copyright' })
export type Copyright = z.infer<typeof Copyright>

/** Who says which licenses a component has. */
export const LicenseOrigin = {
  /** declared: the scanned documents; override: the account. null: no license is known. */
  licenseSource: z.enum(licenseSources).nullable(),
  /** 'deps.dev', or the host of the registry; null for other sources. */
  licenseRegistry: z.string().nullable(),
  /** When that was declared, read or stated; null when no license is known. */
  licensedAt: EpochMs.nullable(),
}
