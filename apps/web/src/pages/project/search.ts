import { sortDirections } from '@assay/contract/metrics.ts'
import { z } from 'zod'
import { wireSeverities } from '@assay/engine/vocabulary.ts'

export const tabs = ['security', 'stability', 'licensing', 'infrastructure', 'compare', 'inventory'] as const
export type Tab = (typeof tabs)[number]

// The router reads 'branch=7' as a number.
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .optional()
  .catch(undefined)
const optional = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

/** All that the URL of a report holds. What cannot be read is as if it were not there. */
export const ReportSearch = z.object({
  /** '': none; the same path shows the list. */
  pid: z.string().default('').catch(''),
  branch: text,
  reportUuid: optional(z.uuid()),
  /** 'eli' is the bare view for embedding, 'print' the whole report on paper. */
  mode: text,
  /** What of it is on paper: 'list' is the list of the tab, as it is filtered and sorted. */
  part: optional(z.literal('list')),
  tab: optional(z.enum(tabs)),
  /** What the list is filtered by; white space counts, as in names of licenses. */
  q: text,
  /** Severities, joined by commas. */
  severity: optional(
    z
      .string()
      .transform((value) => wireSeverities.filter((each) => value.split(',').includes(each)).join(',')),
  ),
  license: text,
  show: optional(z.enum(['direct', 'fixable', 'exploited', 'excluded', 'problems', 'unknown', 'vulnerable'])),
  /** 'list': without upgrades above the findings. */
  view: optional(z.literal('list')),
  sort: text,
  direction: optional(z.enum(sortDirections)),
  /** The finding that is unfolded. */
  open: text,
  /** Of the list of projects, which the same path shows without a project. */
  state: text,
  /** Whether the list's dialog to add a project is open. */
  add: optional(z.boolean()),
  /** The scan to compare with. */
  compare: optional(z.uuid()),
})
export type ReportSearch = z.infer<typeof ReportSearch>
type Changeable = Omit<ReportSearch, 'pid'>
export type ReportPatch = { [K in keyof Changeable]?: Changeable[K] | undefined }

/** What filters and sorts one list means nothing to the next. */
export const otherTab = (tab: Tab): ReportPatch => ({
  tab: tab === 'security' ? undefined : tab,
  q: undefined,
  severity: undefined,
  license: undefined,
  show: undefined,
  sort: undefined,
  direction: undefined,
  open: undefined,
})

/** The address of the list names no project. */
export const withoutEmptyPid = ({ pid, ...search }: ReportSearch): ReportSearch =>
  (pid === '' ? search : { pid, ...search }) as ReportSearch
