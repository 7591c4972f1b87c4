import type { LicenseUse } from '@assay/contract/license-use.ts'
import { licenses as messages } from '../../messages/licenses.ts'
import { lists } from '../../messages/lists.ts'
import { cleared, isFiltered as isAnySet } from '../../widgets/lists/search-fields.ts'
import { LicensesSearch } from './search.ts'

export const noFilters = cleared(LicensesSearch)

/** Name of a license in the components page and the branches endpoint. */
export const keyOf = ({ license }: Pick<LicenseUse, 'license'>): string => license?.id ?? 'none'

export const nameOf = ({ license }: Pick<LicenseUse, 'license'>): string => license?.id ?? lists.noLicense

/** The name of the license; null if it equals the id, as for a license with an exception. */
export function meaningOf({ license }: Pick<LicenseUse, 'license'>): string | null {
  if (license === null) return messages.unknownHint
  if (license.id.includes(' WITH ')) return null
  if (license.uri === '') return messages.notSpdx
  return license.name === license.id ? null : license.name
}

/** Whether any filter is set. */
export const isFiltered = (search: LicensesSearch): boolean => isAnySet(search, noFilters)

/** Project and branch filters in API format. */
export const projectsOf = ({ team, tag, groupUuid }: LicensesSearch) => ({
  ...(team !== undefined && { teamUUID: team }),
  ...(groupUuid !== undefined && { groupUuid }),
  // The API compares names without white space.
  ...(tag !== undefined && { tags: tag.replaceAll(/\s/g, '') }),
})

/** All filters in API format. */
export const queryOf = (search: LicensesSearch) => ({
  ...projectsOf(search),
  ...(search.q && { text: search.q }),
  ...(search.state && { state: search.state }),
})

const maxBars = 10

export interface Bars {
  rows: LicenseUse[]
  permitted: number[]
  violating: number[]
  unknown: number[]
}

/** Label of a bar. */
export const barLabelOf = (row: LicenseUse): string =>
  messages.chart.bar(nameOf(row), row.components, row.violatingComponents)

/** The most frequent ones; null if there are too few to compare. */
export function barsOf(uses: readonly LicenseUse[]): Bars | null {
  const rows = uses.slice(0, maxBars)
  if (rows.length < 2) return null
  return {
    rows,
    permitted: rows.map(({ license, components, violatingComponents }) =>
      license === null ? 0 : components - violatingComponents,
    ),
    unknown: rows.map(({ license, components }) => (license === null ? components : 0)),
    violating: rows.map(({ violatingComponents }) => violatingComponents),
  }
}
