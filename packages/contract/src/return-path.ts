import { z } from 'zod'

/** A path on this site: '//host', '/\host' and paths with tabs (ignored by browsers) would lead to another site. */
export const ReturnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[!-~]*$/, 'The path must start with a single /')
  .default('/')

/** Account whose provider to use; defaults to the installation's. */
export const OfAccount = z.uuid().optional().catch(undefined)
