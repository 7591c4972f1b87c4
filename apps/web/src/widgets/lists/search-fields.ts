import { z } from 'zod'

/** A search parameter whose invalid values are ignored. */
export const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

/** The router reads 'q=7' as a number and 'q=true' as a boolean. */
export const text = optional(
  z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]),
)
