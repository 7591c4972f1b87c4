import type { LicenseUse } from '@assay/contract/license-use.ts'
import { licenseStates } from '@assay/contract/vocabulary.ts'
import { api } from '../../api/client.ts'
import { formatNumber } from '../../language/format.ts'
import { licenses as messages } from '../../messages/licenses.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { LicenseBars } from './license-bars.tsx'
import { LicenseDetails } from './license-details.tsx'
import { keyOf, meaningOf, nameOf, noFilters, queryOf } from './model.ts'
import type { LicensesSearch } from './search.ts'

const columns = columnsOf<LicenseUse, keyof typeof messages.columns>(messages.columns, {
  license: { cell: (row) => <span className="line-clamp-3 font-medium">{nameOf(row)}</span> },
  components: {
    width: 'w-30',
    narrow: { width: 'w-26' },
    from: 'narrow',
    isNumber: true,
    cell: ({ components }) => <span title={messages.componentsHint}>{formatNumber(components)}</span>,
  },
  projects: {
    width: 'w-24',
    narrow: { width: 'w-20' },
    from: 'narrow',
    isNumber: true,
    cell: ({ projects }) => formatNumber(projects),
  },
  violations: {
    width: 'w-[30%]',
    from: 'medium',
    style: '[overflow-wrap:anywhere]',
    below: (row) => row.violatingComponents > 0 && <Violations {...row} />,
    cell: (row) => <Violations {...row} />,
  },
  source: { width: 'w-40', from: 'medium', cell: (row) => <Sources {...row} /> },
})

/** "Which licenses are in use, and which of them violate policies?" */
export const LicensesPage = listPage({
  messages,
  permission: 'insights.read',
  viewed: 'licenses',
  useRows: useLicenses,
  filters: [
    { kind: 'text', field: 'q', label: messages.search, placeholder: messages.searchHint },
    {
      kind: 'toggles',
      label: messages.show,
      options: licenseStates.map((value) => ({ value, label: messages.states[value] })),
      selected: ({ state }) => (state ? [state] : []),
      // One of them, or none.
      patch: (selected) => ({ state: licenseStates.find((each) => each === selected.at(-1)) }),
    },
    { kind: 'projects', team: 'team', tag: 'tag' },
  ],
  noFilters,
  download: {
    fileName: 'licenses.csv',
    read: ({ account, search }) =>
      api.licenseUse.csv({ params: { accountUuid: account.uuid }, query: queryOf(search) }),
  },
  table: {
    label: messages.list,
    columns,
    keyOf,
    subtitleOf: meaningOf,
    widths: { narrow: '(width < 48rem)', medium: '(width < 48rem)' },
  },
  details: (row, props) => <LicenseDetails {...props} row={row} />,
  rowHeight: 'h-16.25 md:h-13.25',
  above: ({ overview }) => (
    <p role="status" className="tabular m-0 min-h-5 text-soft">
      {overview &&
        [
          messages.overview(overview.licenses, overview.projects),
          messages.violating(overview.violatingProjects),
          messages.unknownIn(overview.unknownProjects),
        ]
          .filter(Boolean)
          .join(' · ')}
    </p>
  ),
  before: (rows, _found, { onSearch }) => (
    <LicenseBars uses={rows} onSelect={(open) => onSearch({ open }, { replace: true })} />
  ),
  beforeSkeleton: <Skeleton className="h-120 sm:h-73" />,
})

function useLicenses({ account, search }: AccountListProps<LicensesSearch>) {
  const params = { accountUuid: account.uuid }
  const query = queryOf(search)
  const found = usePages({
    key: ['licenseUse', account.uuid, query],
    read: (cursor, options) =>
      api.licenseUse.list({ params, query: { ...query, ...cursor, limit: '200' } }, options),
    rowsOf: ({ licenses }): LicenseUse[] => licenses,
  })
  return { ...found, overview: found.data?.pages[0]?.overview }
}

function Violations({ violatingComponents, violatingProjects, policies }: LicenseUse) {
  if (violatingComponents === 0) return <span className="text-soft">{messages.allowed}</span>
  return (
    <>
      <Badge variant="bad">{messages.violations(violatingComponents, violatingProjects)}</Badge>{' '}
      <span className="text-xs text-soft">{messages.by(policies.join(', '))}</span>
    </>
  )
}

function Sources({ sources }: LicenseUse) {
  if (sources.length === 0) return <span className="text-soft">–</span>
  return sources.map(({ source, components }) => (
    <span key={source} className="block first-letter:uppercase">
      {messages.sources[source]}{' '}
      {sources.length > 1 && <span className="tabular text-soft">{formatNumber(components)}</span>}
    </span>
  ))
}
