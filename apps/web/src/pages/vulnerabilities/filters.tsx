import { type OpenVulnerability, vulnerabilityOrders } from '@assay/contract/open-vulnerabilities.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { severityNames } from '../../messages/severity.ts'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { vulnerabilities as messages } from '../../messages/vulnerabilities.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { Toggles } from '../../ui/toggles.tsx'
import { FilterLine, FilterPanel, useFilterPanel } from '../../widgets/lists/filter-panel.tsx'
import { EcosystemSelect, ProjectSelects } from '../../widgets/lists/project-selects.tsx'
import { saveFile } from '../../widgets/save-file.ts'
import {
  isFiltered,
  noFilters,
  orderOf,
  queryOf,
  severitiesOf,
  type VulnerabilitiesSearch,
  type ListProps,
} from './search.ts'

interface Props extends ListProps {
  rows: readonly OpenVulnerability[] | undefined
  hasMore: boolean
}

const toggles = [
  ...([...ratedSeverities, 'NA'] as const).map((value) => ({
    value: value as string,
    label: severityNames[value],
  })),
  { value: 'exploited', label: messages.exploitedOnly },
]
const fixOptions = [
  { value: '', label: messages.fixes.any },
  ...(['available', 'none'] as const).map((value) => ({
    value: value as string,
    label: messages.fixes[value],
  })),
]
const orderOptions = vulnerabilityOrders.map((value) => ({ value, label: messages.orders[value] }))

/** The filters, stored in the URL. */
export function Filters({ search, onSearch, account, rows, hasMore }: Props) {
  const narrow = (patch: VulnerabilitiesSearch) => onSearch(patch, { replace: true })
  const panel = useFilterPanel()
  const { sort: _sort, ...filter } = queryOf(search)
  const { data: total } = useQuery(
    query(api.openVulnerabilities.count, { params: { accountUuid: account.uuid }, query: filter }),
  )
  return (
    <div role="search" className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterLine panel={panel}>
          <FilterField
            label={messages.search}
            placeholder={messages.searchHint}
            value={search.q ?? ''}
            width="wide"
            onChange={(q) => narrow({ q: q || undefined })}
          />
        </FilterLine>
        <FilterPanel panel={panel}>
          <Selects search={search} account={account} rows={rows} narrow={narrow} />
        </FilterPanel>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FilterPanel panel={panel}>
          <Severities search={search} narrow={narrow} />
        </FilterPanel>
        {isFiltered(search) && (
          <Button variant="quiet" onPress={() => onSearch(noFilters)}>
            {messages.clear}
          </Button>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-3">
          <span role="status" className="tabular text-xs text-soft">
            {rows &&
              (total
                ? messages.total(total.vulnerabilities, total.findings)
                : messages.count(rows.length, hasMore))}
          </span>
          <FilterPanel panel={panel}>
            <CompactSelect
              label={messages.sort}
              value={orderOf(search)}
              options={orderOptions}
              onChange={(sort) => narrow({ sort: sort === 'priority' ? undefined : sort })}
            />
          </FilterPanel>
          <Download search={search} account={account} isDisabled={!rows || rows.length === 0} />
        </span>
      </div>
    </div>
  )
}

interface Narrow {
  narrow: (patch: VulnerabilitiesSearch) => void
}

const Selects = ({ search, account, rows, narrow }: Pick<Props, 'search' | 'account' | 'rows'> & Narrow) => (
  <>
    <EcosystemSelect
      value={search.ecosystem}
      loaded={(rows ?? []).flatMap(({ packages }) => packages.map(({ ecosystem }) => ecosystem))}
      onChange={(ecosystem) => narrow({ ecosystem: ecosystem || undefined })}
    />
    <CompactSelect
      label={messages.fix}
      value={search.fix ?? ''}
      options={fixOptions}
      onChange={(fix) => narrow({ fix: fix || undefined })}
    />
    <ProjectSelects
      account={account}
      team={search.team}
      tag={search.tag}
      groupUuid={search.groupUuid}
      onChange={narrow}
    />
  </>
)

const Severities = ({ search, narrow }: Pick<Props, 'search'> & Narrow) => (
  <Toggles
    label={messages.severity}
    options={toggles}
    selected={[...severitiesOf(search), ...(search.exploited ? ['exploited'] : [])]}
    onChange={(selected) => {
      const severities = selected.filter((each) => each !== 'exploited')
      narrow({
        severity: severities.join(',') || undefined,
        exploited: selected.includes('exploited') ? 'only' : undefined,
      })
    }}
  />
)

function Download({
  search,
  account,
  isDisabled,
}: Pick<Props, 'search' | 'account'> & { isDisabled: boolean }) {
  const params = { accountUuid: account.uuid }
  const download = useMutation({
    mutationFn: async () => {
      const text = await api.openVulnerabilities.csv({ params, query: queryOf(search) })
      saveFile('vulnerabilities.csv', text, 'text/csv')
    },
    onError: (error) => showAlert(messageOf(error)),
  })
  return (
    <Button isDisabled={isDisabled || download.isPending} onPress={() => download.mutate()}>
      {messages.download}
    </Button>
  )
}
