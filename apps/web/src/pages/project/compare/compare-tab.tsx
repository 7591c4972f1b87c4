import { comparisonLists } from '@assay/contract/scans.ts'
import type { Comparison, ScanItem } from '@assay/contract/scans.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { report as messages } from '../../../messages/report.ts'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { Toggles } from '../../../ui/toggles.tsx'
import { formatChange, formatDateTime } from '../../../language/format.ts'
import { checkedText, MeasuredScore } from '../../../widgets/findings/checked.tsx'
import { ChangedComponents } from './changed-components.tsx'
import {
  changeKinds,
  type Choice,
  comparable,
  countChanges,
  isComponentKind,
  shownKinds,
} from './compare-model.ts'
import { ComparedList } from './compared-list.tsx'
import { ComparisonFiles } from './comparison-files.tsx'
import { FilteredListSkeleton } from '../report/filter-bar.tsx'
import { forbidden, type ReportProps, type TabProps } from '../report/props.ts'

const texts = messages.compare

export function CompareTab(props: TabProps) {
  const { overview, search, onSearch } = props
  const { branch, project, scan } = overview
  const of = (from: string | undefined) =>
    query(api.scans.compare, {
      params: { projectUuid: project.uuid },
      query: { from, to: scan.uuid },
    })
  const comparison = useQuery({ ...of(search.compare), placeholderData: keepPreviousData })
  const known = comparison.isPlaceholderData ? undefined : comparison.data
  const other = search.compare ?? (known && otherOf(known, scan.uuid).uuid)
  const client = useQueryClient()
  useEffect(() => {
    if (search.compare !== undefined || !known || other === undefined) return
    // The address names both scans, so that it leads to the same comparison later.
    client.setQueryData(of(other).queryKey, known)
    onSearch({ compare: other, reportUuid: scan.uuid, branch }, { replace: true })
  })
  return (
    <section aria-label={texts.heading} className="grid grid-cols-1 gap-5">
      {other !== undefined && (
        <Sides {...props} other={other} otherBranch={known && otherOf(known, scan.uuid).branch} />
      )}
      <QueryView
        query={comparison}
        skeleton={<FilteredListSkeleton />}
        failed={texts.failed}
        forbidden={forbidden}
        missing={<EmptyState title={texts.none} hint={texts.noneHint} />}
      >
        {(shown) => (
          <div
            className={`grid grid-cols-1 gap-6 ${comparison.isPlaceholderData ? 'opacity-60' : ''}`}
            aria-busy={comparison.isPlaceholderData}
          >
            <Difference {...shown} />
            <Changed comparison={shown} search={search} onSearch={onSearch} />
          </div>
        )}
      </QueryView>
    </section>
  )
}

const otherOf = ({ from, to }: Comparison, uuid: string) => (from.uuid === uuid ? to : from)

interface SidesProps extends TabProps {
  other: string
  /** Unknown until the comparison is loaded. */
  otherBranch: string | undefined
}

/** The choice of both scans. */
function Sides({ overview, onSearch, other, otherBranch }: SidesProps) {
  const { branch, project, scan } = overview
  const ofOther = useQuery({
    ...query(api.scans.overview, {
      params: { projectUuid: project.uuid },
      query: { branch: otherBranch },
    }),
    enabled: otherBranch !== undefined && otherBranch !== branch,
  })
  const versions = useQuery(query(api.versions.list, { params: { projectUuid: project.uuid } }))
  const choices = comparable(overview, ofOther.data, versions.data)
  const options = choices.map((choice) => ({ value: choice.uuid, ...labelOf(choice) }))
  const branchOf = (reportUuid: string) => choices.find(({ uuid }) => uuid === reportUuid)?.branch ?? branch
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <CompactSelect
        label={texts.from}
        value={other}
        options={options.filter(({ value }) => value !== scan.uuid)}
        onChange={(compare) => onSearch({ compare, reportUuid: scan.uuid, branch })}
      />
      <CompactSelect
        label={texts.to}
        value={scan.uuid}
        options={options.filter(({ value }) => value !== other)}
        onChange={(reportUuid) => onSearch({ reportUuid, branch: branchOf(reportUuid), compare: other })}
      />
      <ComparisonFiles overview={overview} other={other} />
    </div>
  )
}

function labelOf({ branch, number, timestamp, version }: Choice): { label: string; group: string } {
  const at = formatDateTime(timestamp)
  if (version !== undefined) return { label: `${version} · ${at}`, group: texts.versions }
  if (number === null) return { label: `${branch}, ${at}`, group: texts.lastOf(branch) }
  return { label: `#${number} · ${at}`, group: texts.ofBranch(branch) }
}

/** The changes of the chosen kinds. */
function Changed({ comparison, search, onSearch }: ReportProps & { comparison: Comparison }) {
  const { counts, isSame } = countChanges(comparison)
  const named = search.change?.split(',') ?? []
  const kinds = shownKinds(search.change)
  const components = comparison.components.filter(({ kind }) => kinds.includes(kind))
  return (
    <>
      {isSame && <EmptyState title={texts.same} hint={texts.sameHint} />}
      <Toggles
        label={texts.filter}
        options={changeKinds
          .filter((kind) => counts[kind] > 0 || named.includes(kind))
          .map((kind) => ({
            value: kind,
            label: isComponentKind(kind) ? texts.componentKinds[kind] : texts.findingKinds[kind],
            count: counts[kind],
          }))}
        selected={named.length === 0 ? [] : kinds}
        onChange={(chosen) =>
          onSearch({ change: chosen.length === 0 ? undefined : chosen.join(',') }, { replace: true })
        }
      />
      {kinds.some(isComponentKind) && !isSame && (
        <ChangedComponents changes={components} mode={search.mode} />
      )}
      {comparisonLists
        .filter((kind) => kinds.includes(kind))
        // Rare, so the section is omitted if empty.
        .filter((kind) => kind !== 'dropped' || counts.dropped > 0)
        .filter((kind) => !isSame || kind === 'unchanged')
        .map((kind) => (
          <ComparedList key={kind} kind={kind} comparison={comparison} mode={search.mode} />
        ))}
    </>
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
