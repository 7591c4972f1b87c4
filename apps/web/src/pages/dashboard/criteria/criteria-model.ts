import { defaultBranches } from '@assay/contract/metrics.ts'
import { dayMs, isoDay } from '@assay/engine/time.ts'

/** Metrics criteria, with the names used on the wire. */
export interface Criteria {
  startDate: string
  endDate: string
  branches: string
  tags: string
  cache: boolean
  teamUUID?: string | undefined
  groupUuid?: string | undefined
}

/** Criteria from the URL, with defaults for missing ones. */
export type CriteriaInUrl = { [K in keyof Criteria]?: Criteria[K] | undefined }

/** From this day of the previous month (or its last day, if it is shorter) to today. UTC days, like on the server. */
export function defaultWindow(now: Date): { startDate: string; endDate: string } {
  const start = new Date(now)
  start.setUTCMonth(now.getUTCMonth() - 1)
  // February has no 30th: the date has overflowed into March.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0)
  return { startDate: isoDay(start), endDate: isoDay(now) }
}

/** Predefined windows in days, including today. */
export const presetDays = [7, 30, 90, 365] as const

/** The last days, including today. */
export const lastDays = (days: number, now: Date): { startDate: string; endDate: string } => ({
  startDate: isoDay(new Date(now.getTime() - (days - 1) * dayMs)),
  endDate: isoDay(now),
})

/** The current query. Cached responses are only requested if the criteria say so. */
export const currentQuery = (stored: CriteriaInUrl, now: Date): Criteria =>
  withDefaults(stored, { now, cache: false })

/** The values shown in the panel: the same, except that the cache checkbox is initially on. */
export const panelCriteria = (stored: CriteriaInUrl, now: Date): Criteria =>
  withDefaults(stored, { now, cache: true })

function withDefaults(stored: CriteriaInUrl, { now, cache }: { now: Date; cache: boolean }): Criteria {
  const { teamUUID, groupUuid, ...rest } = stored
  const defined = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...defaultWindow(now),
    branches: defaultBranches,
    tags: '',
    cache,
    ...Object.fromEntries(defined),
    // Only sent if a team or group was selected.
    ...(teamUUID !== undefined && teamUUID !== '' && { teamUUID }),
    ...(groupUuid !== undefined && groupUuid !== '' && { groupUuid }),
  }
}

/** Applied criteria in the URL. Always includes dates, so that a link shows the same data later. */
export const storeCriteria = ({ startDate, endDate, branches, tags, ...rest }: Criteria): CriteriaInUrl => ({
  cache: rest.cache,
  startDate: startDate === '' ? undefined : startDate,
  endDate: endDate === '' ? undefined : endDate,
  branches: branches === defaultBranches || branches === '' ? undefined : branches,
  tags: tags === '' ? undefined : tags,
  teamUUID: rest.teamUUID === '' ? undefined : rest.teamUUID,
  groupUuid: rest.groupUuid === '' ? undefined : rest.groupUuid,
})

export const withoutWhitespace = (text: string): string => text.replaceAll(/\s+/g, '')

/** Reset: removes all criteria from the URL. */
export const noCriteria: CriteriaInUrl & { project: undefined } = {
  startDate: undefined,
  endDate: undefined,
  branches: undefined,
  tags: undefined,
  cache: undefined,
  teamUUID: undefined,
  groupUuid: undefined,
  project: undefined,
}
