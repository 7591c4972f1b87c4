import { vulnerabilityOrders } from '@assay/contract/open-vulnerabilities.ts'
import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { isFiltered as isAnySet } from '../../widgets/lists/search-fields.ts'

/** Search parameters of the list. Invalid values are ignored. */
export interface VulnerabilitiesSearch {
  /** Part of an id or of a package's name. */
  q?: string | undefined
  /** Joined by commas. */
  severity?: string | undefined
  ecosystem?: string | undefined
  /** 'only', or nothing. */
  exploited?: string | undefined
  /** 'available' or 'none'. */
  fix?: string | undefined
  team?: string | undefined
  groupUuid?: string | undefined
  tag?: string | undefined
  /** Branch names or patterns, joined by commas; '@default' for the default branch of each project. */
  branches?: string | undefined
  /** Part of a project's url or name. */
  project?: string | undefined
  sort?: string | undefined
}

export const noFilters: VulnerabilitiesSearch = {
  q: undefined,
  severity: undefined,
  ecosystem: undefined,
  exploited: undefined,
  fix: undefined,
  team: undefined,
  groupUuid: undefined,
  tag: undefined,
  branches: undefined,
  project: undefined,
}

/** Whether any filter is set. */
export const isFiltered = (search: VulnerabilitiesSearch): boolean => isAnySet(search, noFilters)

export const severitiesOf = ({ severity = '' }: VulnerabilitiesSearch) => {
  const named = severity.split(',')
  return wireSeverities.filter((each) => named.includes(each))
}

export const orderOf = ({ sort }: VulnerabilitiesSearch) =>
  vulnerabilityOrders.find((each) => each === sort) ?? 'priority'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The filters in API format. */
export function queryOf(search: VulnerabilitiesSearch) {
  const { q, ecosystem, exploited, fix, team, groupUuid, tag, branches, project } = search
  const severities = severitiesOf(search)
  return {
    sort: orderOf(search),
    ...(q && { text: q }),
    ...(severities.length > 0 && { severity: severities.join(',') }),
    ...(ecosystem && { ecosystem }),
    ...(exploited && { exploited: 'true' }),
    ...(fix === 'available' && { fixable: 'true' }),
    ...(fix === 'none' && { fixable: 'false' }),
    ...(team !== undefined && uuid.test(team) && { teamUUID: team }),
    ...(groupUuid !== undefined && uuid.test(groupUuid) && { groupUuid }),
    // The call compares names without white space.
    ...(tag && { tags: tag.replaceAll(/\s/g, '') }),
    ...(branches && { branches }),
    ...(project && { project: project.replaceAll(/\s/g, '') }),
  }
}
