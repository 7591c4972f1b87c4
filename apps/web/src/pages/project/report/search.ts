import { sortDirections } from '@assay/contract/metrics.ts'
import { z } from 'zod'
import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { optional, text } from '../../../widgets/lists/search-fields.ts'

export const tabs = [
  'security',
  'stability',
  'licensing',
  'infrastructure',
  'compare',
  'inventory',
  'versions',
  'score',
] as const
export type Tab = (typeof tabs)[number]

/** Search parameters of a report. Invalid values are ignored. */
export const ReportSearch = z.object({
  /** '' for none: the same path shows the list. */
  pid: z.string().default('').catch(''),
  branch: text,
  reportUuid: optional(z.uuid()),
  /** 'eli' is the bare view for embedding, 'print' the report for print. */
  mode: text,
  /** What to print: 'list' is the filtered and sorted list of the tab. */
  part: optional(z.literal('list')),
  tab: optional(z.enum(tabs)),
  /** Text filter; white space counts, as in license names. */
  q: text,
  /** Comma-separated severities. */
  severity: optional(
    z
      .string()
      .transform((value) => wireSeverities.filter((each) => value.split(',').includes(each)).join(',')),
  ),
  license: text,
  show: optional(z.enum(['direct', 'fixable', 'exploited', 'excluded', 'problems', 'unknown', 'vulnerable'])),
  /** 'list': findings without grouping by upgrade. */
  view: optional(z.literal('list')),
  sort: text,
  direction: optional(z.enum(sortDirections)),
  /** The expanded finding. */
  open: text,
  /** Parameters of the project list, shown at the same path without a project. */
  state: text,
  groupUuid: optional(z.uuid()),
  policy: text,
  branches: text,
  tags: text,
  teamUUID: optional(z.uuid()),
  project: text,
  /** Whether the "Add project" dialog is open. */
  add: optional(z.boolean()),
  /** The scan to compare with. */
  compare: optional(z.uuid()),
  /** Comma-separated kinds of changes of a comparison. */
  change: text,
})
export type ReportSearch = z.infer<typeof ReportSearch>
type Changeable = Omit<ReportSearch, 'pid'>
export type ReportPatch = { [K in keyof Changeable]?: Changeable[K] | undefined }

/** Removes filters and sort order when switching lists. */
export const otherTab = (tab: Tab): ReportPatch => ({
  tab: tab === 'security' ? undefined : tab,
  q: undefined,
  severity: undefined,
  license: undefined,
  show: undefined,
  change: undefined,
  sort: undefined,
  direction: undefined,
  open: undefined,
})

/** Removes the project from the URL of the list. */
export const withoutEmptyPid = ({ pid, ...search }: ReportSearch): ReportSearch =>
  (pid === '' ? search : { pid, ...search }) as ReportSearch
