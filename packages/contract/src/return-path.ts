import { z } from 'zod'

/** A path of this site: '//host' and '/\host' would lead to another one, as would tabs that browsers drop. */
export const ReturnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[!-~]*$/, 'Must be a path')
  .default('/')

/** Whose provider: without one of its own, and left out, it is the installation's. */
export const OfAccount = z.uuid().optional().catch(undefined)
