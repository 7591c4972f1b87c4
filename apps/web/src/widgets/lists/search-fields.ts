import { z } from 'zod'

/** A search parameter whose invalid values are ignored. */
export const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

/** The router reads 'q=7' as a number and 'q=true' as a boolean. */
export const text = optional(
  z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]),
)

/** The search without its filters; what is kept is none. */
export const cleared = <Schema extends z.ZodObject>(
  { shape }: Schema,
  kept: readonly (keyof Schema['shape'])[] = [],
): { [Name in keyof z.output<Schema>]?: undefined } =>
  Object.fromEntries(
    Object.keys(shape)
      .filter((name) => !kept.includes(name))
      .map((name) => [name, undefined]),
  ) as { [Name in keyof z.output<Schema>]?: undefined }

/** Whether any of the parameters that clearing the filters removes is set; an expanded row is none. */
export const isFiltered = (search: object, noFilters: object): boolean =>
  Object.keys(noFilters).some((name) => name !== 'open' && search[name as keyof typeof search] !== undefined)

/** The items whose texts have all words. */
export function found<T>(list: readonly T[], q: string, textOf: (item: T) => string): T[] {
  const words = q.toLowerCase().split(/\s+/)
  return list.filter((item) => words.every((word) => textOf(item).toLowerCase().includes(word)))
}
