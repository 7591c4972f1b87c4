/** What the metrics are asked for. The names are the wire's. */
export interface Criteria {
  startDate: string
  endDate: string
  branches: string
  tags: string
  cache: boolean
  teamUUID?: string | undefined
}

/** Criteria as the URL has them: what is missing has its default. */
export type CriteriaInUrl = { [K in keyof Criteria]?: Criteria[K] | undefined }

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/**
 * From a month ago until today, in days of UTC as the server counts them. A month without that day
 * gives its last one.
 */
export function defaultWindow(now: Date): { startDate: string; endDate: string } {
  const start = new Date(now)
  start.setUTCMonth(now.getUTCMonth() - 1)
  // February has no 30th: the date has run over into March.
  if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0)
  return { startDate: dayOf(start), endDate: dayOf(now) }
}

const dayMs = 86_400_000

/** Windows to choose with one click, in days with today. */
export const presetDays = [7, 30, 90, 365] as const

/** So many days, the last of them today. */
export const lastDays = (days: number, now: Date): { startDate: string; endDate: string } => ({
  startDate: dayOf(new Date(now.getTime() - (days - 1) * dayMs)),
  endDate: dayOf(now),
})

/** The current query. The memory's answers are not asked for unless the criteria say so. */
export const currentQuery = (stored: CriteriaInUrl, now: Date): Criteria =>
  withDefaults(stored, { now, cache: false })

/** What the panel shows: the same, but its checkbox is on from the beginning. */
export const panelCriteria = (stored: CriteriaInUrl, now: Date): Criteria =>
  withDefaults(stored, { now, cache: true })

function withDefaults(stored: CriteriaInUrl, { now, cache }: { now: Date; cache: boolean }): Criteria {
  const { teamUUID, ...rest } = stored
  const known = Object.entries(rest).filter(([, value]) => value !== undefined)
  return {
    ...defaultWindow(now),
    branches: '*',
    tags: '',
    cache,
    ...Object.fromEntries(known),
    // Sent only when a team was chosen.
    ...(teamUUID !== undefined && teamUUID !== '' && { teamUUID }),
  }
}

/** Applied criteria as the URL keeps them; the dates always, so that a link shows the same days later. */
export const storeCriteria = ({ startDate, endDate, branches, tags, ...rest }: Criteria): CriteriaInUrl => ({
  cache: rest.cache,
  startDate: startDate === '' ? undefined : startDate,
  endDate: endDate === '' ? undefined : endDate,
  branches: branches === '*' || branches === '' ? undefined : branches,
  tags: tags === '' ? undefined : tags,
  teamUUID: rest.teamUUID === '' ? undefined : rest.teamUUID,
})

export const withoutWhitespace = (text: string): string => text.replaceAll(/\s+/g, '')

/** A reset: nothing of the criteria is left in the URL. */
export const noCriteria: CriteriaInUrl & { project: undefined } = {
  startDate: undefined,
  endDate: undefined,
  branches: undefined,
  tags: undefined,
  cache: undefined,
  teamUUID: undefined,
  project: undefined,
}
