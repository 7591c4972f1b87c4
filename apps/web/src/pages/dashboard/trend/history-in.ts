import type { FindingEvent } from '@assay/engine/vocabulary.ts'
import { causeNames } from '../../../widgets/findings/cause-model.ts'
import { chosenProjects, type DashboardSearch } from '../criteria/search.ts'

interface Counted {
  event: FindingEvent
  causes?: readonly (keyof typeof causeNames)[]
  minDays?: number
  /** A part of the window. */
  startDate?: string
  endDate?: string
}

/** The list of findings that a number of the trend counts. */
export function historyIn(search: DashboardSearch, { event, causes, ...counted }: Counted) {
  const { startDate, endDate } = search
  return {
    ...chosenProjects(search),
    ...(event !== 'open' && {
      ...(startDate !== undefined && { startDate }),
      ...(endDate !== undefined && { endDate }),
    }),
    ...(event !== 'opened' && { event }),
    ...(causes && { causes: causes.map((cause) => causeNames[cause]).join(',') }),
    ...counted,
  }
}
