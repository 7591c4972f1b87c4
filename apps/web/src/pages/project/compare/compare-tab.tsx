import { comparisonLists } from '@assay/contract/scans.ts'
import type { Comparison, ScanItem } from '@assay/contract/scans.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { report as messages } from '../../../messages/report.ts'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { formatChange, formatDateTime } from '../../../language/format.ts'
import { checkedText, MeasuredScore } from '../../../widgets/findings/checked.tsx'
import { comparable } from './compare-model.ts'
import { ComparedList } from './compared-list.tsx'
import { FilteredListSkeleton } from '../report/filter-bar.tsx'
import { comparedByDefault } from '../report/model.ts'
import { forbidden, type TabProps } from '../report/props.ts'

const texts = messages.compare

export function CompareTab(props: TabProps) {
  const { overview, search, onSearch } = props
  const other = search.compare ?? comparedByDefault(overview)
  if (other === null) return <EmptyState title={texts.none} hint={texts.noneHint} />
  const { branch, scan } = overview
  const options = comparable(overview).map(({ uuid, branch: of, number, timestamp }) => ({
    value: uuid,
    label:
      number === null ? `${of}, ${formatDateTime(timestamp)}` : `#${number} · ${formatDateTime(timestamp)}`,
    group: of === branch ? texts.ofBranch(branch) : texts.lastOf(of),
  }))
  return (
    <section aria-label={texts.heading} className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CompactSelect
          label={texts.from}
          value={other}
          options={options.filter(({ value }) => value !== scan.uuid)}
          onChange={(compare) => onSearch({ compare })}
        />
        <CompactSelect
          label={texts.to}
          value={scan.uuid}
          options={options.filter(({ value, group }) => value !== other && group === texts.ofBranch(branch))}
          onChange={(reportUuid) => onSearch({ reportUuid, branch, compare: other })}
        />
      </div>
      <Compared {...props} other={other} />
    </section>
  )
}

function Compared({ overview, other, search }: TabProps & { other: string }) {
  const of = {
    params: { projectUuid: overview.project.uuid },
    query: { from: other, to: overview.scan.uuid },
  }
  const comparison = useQuery({ ...query(api.scans.compare, of), placeholderData: keepPreviousData })
  return (
    <QueryView
      query={comparison}
      skeleton={<FilteredListSkeleton />}
      failed={texts.failed}
      forbidden={forbidden}
      missing={<EmptyState title={texts.none} hint={texts.noneHint} />}
    >
      {(known) => (
        <div
          className={`grid grid-cols-1 gap-6 ${comparison.isPlaceholderData ? 'opacity-60' : ''}`}
          aria-busy={comparison.isPlaceholderData}
        >
          <Difference {...known} />
          {comparisonLists
            // Rare, so the section is omitted if empty.
            .filter((kind) => kind !== 'dropped' || known.dropped.length > 0)
            .map((kind) => (
              <ComparedList key={kind} kind={kind} comparison={known} mode={search.mode} />
            ))}
        </div>
      )}
    </QueryView>
  )
}

const scoreOf = ({ security, measured }: ScanItem) =>
  ({ score: security, domain: 'security', measured, isWordShown: true }) as const

/** The numbers of both scans side by side. */
const Difference = ({ from, to }: Comparison) => (
  <dl className="m-0 flex flex-wrap gap-x-10 gap-y-3 rounded-card border border-line bg-surface px-4 py-3">
    <div>
      <dt className="text-xs text-soft">{texts.score}</dt>
      <dd className="m-0 mt-1 flex flex-wrap items-center gap-2">
        <MeasuredScore {...scoreOf(from)} />
        <span aria-hidden>→</span>
        <MeasuredScore {...scoreOf(to)} />
        {from.measured.security && to.measured.security && (
          <Change by={to.security - from.security} isMoreBetter />
        )}
      </dd>
      <dd className="tabular m-0 mt-1 text-xs text-soft">
        {checkedText(from.coverage)} <span aria-hidden>→</span> {checkedText(to.coverage)}
      </dd>
    </div>
    <div>
      <dt className="text-xs text-soft">{texts.vulnerabilities}</dt>
      <dd className="tabular m-0 mt-1 flex items-center gap-2 font-medium">
        {from.vulnerabilityCount} <span aria-hidden>→</span> {to.vulnerabilityCount}
        <Change by={to.vulnerabilityCount - from.vulnerabilityCount} />
      </dd>
    </div>
  </dl>
)

/** Green for improvements in either direction. */
function Change({ by, isMoreBetter = false }: { by: number; isMoreBetter?: boolean }) {
  const isBetter = isMoreBetter ? by > 0 : by < 0
  const color = by === 0 ? 'text-soft' : isBetter ? 'text-safe' : 'text-danger'
  return <span className={`tabular text-xs font-medium ${color}`}>({formatChange(by)})</span>
}
