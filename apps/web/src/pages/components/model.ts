import type { Dependency } from '@assay/contract/insights.ts'
import { parseVersionRange } from '@assay/engine/ecosystems/version-range.ts'
import { wireSeverities } from '@assay/engine/vocabulary.ts'
import { cleared, isFiltered as isAnySet } from '../../widgets/lists/search-fields.ts'
import { ComponentsSearch, flags, type SortColumn } from './search.ts'

/** Parses the search text: 'log4j-core <2.17.1', 'log4j-core@2.14.1' and 'lodash [4,4.17.21)' contain a version range. */
export function wantedOf({ q = '', version = '' }: Pick<ComponentsSearch, 'q' | 'version'>) {
  const typed = q.trim()
  const found =
    /^(?<name>.*?)\s*(?<range>(?:[<>]|(?<=^|\s)=).*)$/.exec(typed) ??
    /^(?<name>.*\S)\s+(?<range>[[(].*)$/.exec(typed) ??
    /^(?<name>.+)@(?<range>\d\S*)$/.exec(typed)
  const { name = typed, range = version.trim() } = found?.groups ?? {}
  return { name, range, isRange: range === '' || parseVersionRange(range) !== null }
}

export const noFilters = cleared(ComponentsSearch, ['sort', 'direction'])

/** Whether any filter is set. */
export const isFiltered = (search: ComponentsSearch): boolean => isAnySet(search, noFilters)

/** Project and branch filters in API format. */
export const projectsOf = ({ team, tag, groupUuid }: ComponentsSearch) => ({
  ...(team !== undefined && { teamUUID: team }),
  ...(groupUuid !== undefined && { groupUuid }),
  // The API compares names without white space.
  ...(tag !== undefined && { tags: tag.replaceAll(/\s/g, '') }),
})

/** All filters in API format. */
export function queryOf(search: ComponentsSearch) {
  const { name, range } = wantedOf(search)
  const { ecosystem, license, relation, show = '' } = search
  const shown = show.split(',')
  return {
    ...projectsOf(search),
    ...(name !== '' && { name }),
    ...(range !== '' && { version: range }),
    ...(ecosystem !== undefined && { ecosystem }),
    ...(license !== undefined && { license }),
    ...(relation !== undefined && { relation }),
    ...Object.fromEntries(flags.filter((flag) => shown.includes(flag)).map((flag) => [flag, 'true'])),
  }
}

export const keyOf = ({ ecosystem, name, version }: Dependency): string =>
  [ecosystem ?? '', name, version].join(' ')

export const vulnerabilitiesOf = ({ vulnerabilities }: Dependency): number =>
  vulnerabilities.reduce((sum, { count }) => sum + count, 0)

/** Across all branches; unknown if no inventory contains it. */
export function requirementOf({ directBranches, transitiveBranches }: Dependency) {
  if (directBranches > 0 && transitiveBranches > 0) return 'both'
  if (directBranches > 0) return 'direct'
  return transitiveBranches > 0 ? 'transitive' : 'unknown'
}

/** Highest count first; null if unknown. */
const amounts: Record<Exclude<SortColumn, 'name'>, (row: Dependency) => readonly (number | null)[]> = {
  projects: ({ projects, branches }) => [projects, branches],
  // Highest severity first, then by number.
  vulnerabilities: ({ vulnerabilities }) =>
    wireSeverities.map((severity) => vulnerabilities.find((each) => each.severity === severity)?.count ?? 0),
  age: ({ releasedAt }) => [releasedAt === null ? null : -releasedAt],
  libyears: ({ libyears }) => [libyears],
}

/** The server already sorts by name. Unknown values come last in both directions. */
export function sortDependencies(
  rows: readonly Dependency[],
  { sort, direction }: { sort: SortColumn; direction: 'asc' | 'desc' },
): Dependency[] {
  if (sort === 'name') return direction === 'asc' ? [...rows] : rows.toReversed()
  const sign = direction === 'asc' ? 1 : -1
  const keyed = rows.map((row) => ({ row, key: amounts[sort](row) }))
  return keyed.toSorted((a, b) => compareAmounts(a.key, b.key, sign)).map(({ row }) => row)
}

function compareAmounts(a: readonly (number | null)[], b: readonly (number | null)[], sign: number): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? null
    if (one === other) continue
    if (one === null) return 1
    if (other === null) return -1
    return sign * (one - other)
  }
  return 0
}

/** Numeric columns first sort in descending order. */
export function nextSort(column: SortColumn, current: { sort: SortColumn; direction: 'asc' | 'desc' }) {
  if (current.sort === column)
    return { sort: column, direction: current.direction === 'asc' ? ('desc' as const) : ('asc' as const) }
  return { sort: column, direction: column === 'name' ? ('asc' as const) : ('desc' as const) }
}
