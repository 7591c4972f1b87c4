import type { ComponentItem } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { lists } from '../../../messages/lists.ts'
import { report as messages } from '../../../messages/report.ts'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { type Column, ComponentList } from './component-list.tsx'
import { requiredColumn } from './component-name.tsx'
import type { ReportProps, TabProps } from '../report/props.ts'
import { otherTab, type ReportSearch } from '../report/search.ts'
import { ecosystemOf } from './components-model.ts'
import { vulnerableComponents } from './vulnerable-components.ts'
import { wideOnly } from '../../../ui/table.tsx'
import { formatNumber } from '../../../language/format.ts'

const { componentColumns: titles, ...texts } = messages.inventory

/** Every component of the scan with its details. */
export function InventoryComponents(props: TabProps) {
  const { project, scan } = props.overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const { data: findings } = useQuery(query(api.scans.findings, of))
  const countOf = useMemo(() => vulnerableComponents(findings ?? []), [findings])
  const isVulnerable = useCallback((each: ComponentItem) => countOf(each) > 0, [countOf])
  const { onSearch } = props
  const columns = useMemo((): Column[] => columnsOf(countOf, onSearch), [countOf, onSearch])
  return (
    <ComponentList
      {...props}
      columns={columns}
      isListed={isListed}
      Filters={Filters}
      {...(props.search.show === 'vulnerable' && { isShown: isVulnerable })}
      texts={{ ...texts, heading: texts.components, name: titles.name }}
      firstSort="name"
    />
  )
}

const isListed = () => true

const columnsOf = (
  countOf: (component: ComponentItem) => number,
  onSearch: ReportProps['onSearch'],
): Column[] => [
  {
    title: titles.findings,
    isNumber: true,
    cell: (row) => {
      const count = countOf(row)
      if (count === 0) return <span className="text-soft">0</span>
      return (
        <button
          type="button"
          aria-label={texts.findingsOf(count, row.name)}
          onClick={() => onSearch({ ...otherTab('security'), q: row.name })}
          className="min-h-6 cursor-pointer font-medium text-danger underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {formatNumber(count)}
        </button>
      )
    },
  },
  {
    title: titles.license,
    sort: 'license',
    cell: ({ licenses }) =>
      licenses.length === 0 ? (
        <span className="text-soft">{lists.noLicense}</span>
      ) : (
        <span className="[overflow-wrap:anywhere]">{licenses.map(({ id }) => id).join(', ')}</span>
      ),
  },
  {
    title: titles.ecosystem,
    sort: 'ecosystem',
    className: `${wideOnly} text-soft`,
    cell: (row) => ecosystemOf(row),
  },
  {
    title: titles.scope,
    sort: 'scope',
    className: 'hidden lg:table-cell text-soft',
    cell: ({ scope }) => scope,
  },
  requiredColumn(titles.required),
]

const Filters = ({ search, onSearch }: ReportProps) => (
  <CompactSelect
    label={texts.only}
    value={search.show ?? 'all'}
    options={Object.entries(texts.shows).map(([value, label]) => ({ value, label }))}
    onChange={(show) => onSearch({ show: show === 'all' ? undefined : (show as ReportSearch['show']) })}
  />
)
