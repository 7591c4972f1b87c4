import { type OpenVulnerability, vulnerabilityOrders } from '@assay/contract/open-vulnerabilities.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { severityNames } from '../../messages/severity.ts'
import { triage } from '../../messages/triage.ts'
import { vulnerabilities as messages } from '../../messages/vulnerabilities.ts'
import { EcosystemSelect } from '../../widgets/lists/project-selects.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { exploitLists, ListNotice } from '../../widgets/lists/list-notice.tsx'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { BulkBar } from '../../widgets/triage/bulk-bar.tsx'
import { columns } from './columns.tsx'
import { noFilters, queryOf, severitiesOf, type VulnerabilitiesSearch } from './search.ts'

/** "What is open, and what matters most?" */
export const VulnerabilitiesPage = listPage({
  messages,
  permission: 'insights.read',
  viewed: 'vulnerabilities',
  useRows: useVulnerabilities,
  filters: [
    { kind: 'text', field: 'q', label: messages.search, placeholder: messages.searchHint, width: 'wide' },
    { kind: 'other', render: (props) => <Ecosystems {...props} /> },
    {
      kind: 'select',
      field: 'fix',
      label: messages.fix,
      options: [
        { value: '', label: messages.fixes.any },
        ...(['available', 'none'] as const).map((value) => ({ value, label: messages.fixes[value] })),
      ],
    },
    { kind: 'projects', team: 'team', tag: 'tag' },
    {
      kind: 'toggles',
      label: messages.severity,
      options: [
        ...([...ratedSeverities, 'NA'] as const).map((value) => ({ value, label: severityNames[value] })),
        { value: 'exploited', label: messages.exploitedOnly },
      ],
      selected: (search) => [...severitiesOf(search), ...(search.exploited ? ['exploited'] : [])],
      patch: (selected) => ({
        severity: selected.filter((each) => each !== 'exploited').join(',') || undefined,
        exploited: selected.includes('exploited') ? 'only' : undefined,
      }),
    },
    {
      kind: 'select',
      field: 'sort',
      label: messages.sort,
      options: vulnerabilityOrders.map((value) => ({ value, label: messages.orders[value] })),
    },
  ],
  noFilters,
  status: ({ rows = [], hasNextPage, total }) =>
    total ? messages.total(total.vulnerabilities, total.findings) : messages.count(rows.length, hasNextPage),
  download: {
    fileName: 'vulnerabilities.csv',
    read: ({ account, search }) =>
      api.openVulnerabilities.csv({ params: { accountUuid: account.uuid }, query: queryOf(search) }),
  },
  table: { label: messages.list, columns, keyOf: ({ uuid }) => uuid },
  selection: {
    permission: 'reports.edit',
    labelOf: ({ displayId }) => triage.bulk.select(displayId),
    bar: (selection) => <BulkBar selection={selection} target={{ advisories: [...selection.keys] }} />,
  },
  rowHeight: 'h-29.5 md:h-13.25',
  above: () => <ListNotice of={exploitLists} />,
})

type Props = AccountListProps<VulnerabilitiesSearch>

function useVulnerabilities({ account, search }: Props) {
  const params = { accountUuid: account.uuid }
  const wanted = queryOf(search)
  const { sort: _sort, ...filter } = wanted
  const { data: total } = useQuery(query(api.openVulnerabilities.count, { params, query: filter }))
  const found = usePages({
    key: ['openVulnerabilities', account.uuid, wanted],
    read: (cursor, options) =>
      api.openVulnerabilities.list({ params, query: { ...wanted, ...cursor, limit: '100' } }, options),
    rowsOf: ({ vulnerabilities }): OpenVulnerability[] => vulnerabilities,
  })
  return { ...found, total }
}

/** Also those of the shown rows. */
function Ecosystems(props: Props) {
  const { rows = [] } = useVulnerabilities(props)
  return (
    <EcosystemSelect
      value={props.search.ecosystem}
      loaded={rows.flatMap(({ packages }) => packages.map(({ ecosystem }) => ecosystem))}
      onChange={(ecosystem) => props.onSearch({ ecosystem: ecosystem || undefined })}
    />
  )
}
