import { z } from 'zod'

/** A path on this site: '//host', '/\host' and paths with tabs (ignored by browsers) would lead to another site. */
export const ReturnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[!-~]*$/, 'Must be a path')
  .default('/')

/** Account whose provider to use; defaults to the installation's. */
export const OfAccount = z.uuid().optional().catch(undefined)
