import { sortDirections } from '@assay/contract/metrics.ts'
import { z } from 'zod'
import { optional, text } from '../../widgets/lists/search-fields.ts'

export const flags = ['vulnerable', 'outdated', 'deprecated'] as const

export const sortColumns = ['name', 'projects', 'vulnerabilities', 'age', 'libyears'] as const
export type SortColumn = (typeof sortColumns)[number]

/** Search parameters of the page. Invalid values are ignored. */
export const ComponentsSearch = z.object({
  /** Part of a name, and a version range behind it: 'log4j-core <2.17.1'. */
  q: text,
  version: text,
  ecosystem: text,
  license: text,
  relation: optional(z.enum(['direct', 'transitive'])),
  /** Comma-separated flags, all of which must match. */
  show: optional(
    z.string().transform((value) => flags.filter((each) => value.split(',').includes(each)).join(',')),
  ),
  team: optional(z.uuid()),
  groupUuid: optional(z.uuid()),
  tag: text,
  sort: optional(z.enum(sortColumns)),
  direction: optional(z.enum(sortDirections)),
  /** The expanded component. */
  open: text,
})
export type ComponentsSearch = z.infer<typeof ComponentsSearch>
