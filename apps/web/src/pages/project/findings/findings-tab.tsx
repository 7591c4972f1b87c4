import type { Finding } from '@assay/contract/findings.ts'
import { useMemo } from 'react'
import { severityNames } from '../../../messages/severity.ts'
import { exploitLists, ListNotice } from '../../../widgets/lists/list-notice.tsx'
import { viewOf } from '../../../widgets/lists/use-pages.ts'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { usePendingExclusions } from '../../../widgets/exclude/use-pending-exclusions.ts'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { report as messages } from '../../../messages/report.ts'
import { Button } from '../../../ui/button.tsx'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { Toggles } from '../../../ui/toggles.tsx'
import { findingsCsv } from './findings-csv.ts'
import { FilterBar, FilteredListSkeleton } from '../report/filter-bar.tsx'
import {
  countSeverities,
  filterFindings,
  type FindingRow,
  findingRow,
  sortFindings,
} from './findings-model.ts'
import { expandedGroups, FindingsTable, useToggledGroups } from './findings-table.tsx'
import { ListExport } from '../report/list-export.tsx'
import { describeGap } from '../report/scan-gap.ts'
import { forbidden, type ReportProps, type TabProps } from '../report/props.ts'
import type { ReportSearch } from '../report/search.ts'
import { useFindings } from './use-findings.ts'
import { groupByUpgrade, type UpgradeGroup } from './upgrades-model.ts'

export function FindingsTab(props: TabProps) {
  const found = useFindings(props.overview)
  return (
    <QueryView
      query={viewOf(found)}
      skeleton={<FilteredListSkeleton />}
      failed={messages.failed}
      forbidden={forbidden}
    >
      {(known) => <Findings {...props} findings={known} total={found.total} />}
    </QueryView>
  )
}

interface FindingsProps extends TabProps {
  /** Those loaded so far. */
  findings: Finding[]
  total: number
}

function Findings({ findings, total, overview, search, onSearch }: FindingsProps) {
  const rows = useMemo(() => findings.map(findingRow), [findings])
  const shown = useMemo(() => sortFindings(filterFindings(rows, search), search), [rows, search])
  const groups = useMemo(
    () => (search.view === 'list' ? null : groupByUpgrade(shown, search.sort !== undefined)),
    [shown, search.view, search.sort],
  )
  const { toggled, toggle, setToggled } = useToggledGroups()
  const isPending = usePendingExclusions(overview)
  if (rows.length === 0) {
    const none = { title: messages.security.none, hint: messages.security.noneHint }
    const { title, hint } = describeGap(overview.scan) ?? none
    return <EmptyState title={title} hint={hint} />
  }
  return (
    <section aria-label={messages.security.heading} className="grid grid-cols-1 gap-3">
      <FilterBar
        search={search}
        onSearch={onSearch}
        noun="finding"
        shown={shown.length}
        all={total}
        excluded={shown.filter(({ finding }) => finding.exclusion !== null).length}
        {...(groups !== null && { upgrades: groups.filter(({ kind }) => kind === 'upgrade').length })}
        isTwoLines
        actions={
          <div className="ml-auto flex gap-x-2 print:hidden">
            {groups !== null && <ExpandAll groups={groups} toggled={toggled} setToggled={setToggled} />}
            {findings.length === total && (
              <ListExport
                overview={overview}
                onSearch={onSearch}
                name="security"
                toCsv={() => findingsCsv(inOrder(groups, shown), ({ finding }) => isPending(finding))}
              />
            )}
          </div>
        }
      >
        <Filters rows={rows} search={search} onSearch={onSearch} />
      </FilterBar>
      <ListNotice of={exploitLists} />
      {shown.length === 0 ? (
        <EmptyState title={messages.nothingMatches} />
      ) : (
        <FindingsTable
          rows={shown}
          onToggle={toggle}
          groups={groups}
          toggled={toggled}
          isPending={isPending}
          overview={overview}
          search={search}
          onSearch={onSearch}
        />
      )}
    </section>
  )
}

/** In list order, deduplicated. */
const inOrder = (groups: UpgradeGroup[] | null, rows: FindingRow[]) =>
  groups === null ? rows : [...new Set(groups.flatMap((group) => group.rows))]

/** Filters by severity and other criteria, and layout options. */
function Filters({ rows, search, onSearch }: ReportProps & { rows: FindingRow[] }) {
  return (
    <>
      <Toggles
        label={messages.security.bySeverity}
        options={countSeverities(rows).map(({ severity, count }) => ({
          value: severity,
          label: <Severity severity={severity} word={severityNames[severity]} />,
          count,
        }))}
        selected={search.severity ? search.severity.split(',') : []}
        onChange={(list) => onSearch({ severity: list.length > 0 ? list.join(',') : undefined })}
      />
      <CompactSelect
        label={messages.security.only}
        value={search.show ?? 'all'}
        options={showOptions(rows)}
        onChange={(show) => onSearch({ show: show === 'all' ? undefined : (show as ReportSearch['show']) })}
      />
      <Segments
        label={messages.upgrades.view}
        value={search.view ?? 'upgrades'}
        options={(['upgrades', 'list'] as const).map((value) => ({
          value,
          label: messages.upgrades.views[value],
        }))}
        onChange={(view) => onSearch({ view: view === 'list' ? view : undefined })}
      />
    </>
  )
}

interface ExpandAllProps extends Pick<ReturnType<typeof useToggledGroups>, 'toggled' | 'setToggled'> {
  groups: UpgradeGroup[]
}

/** Expands all upgrades, or collapses them if all are expanded. */
function ExpandAll({ groups, toggled, setToggled }: ExpandAllProps) {
  if (groups.length < 2) return null
  const isExpanded = expandedGroups(groups, toggled)
  const expanded = groups.filter(({ key }) => isExpanded(key))
  const isAll = expanded.length === groups.length
  const others = isAll ? groups : groups.filter(({ key }) => !isExpanded(key))
  const toggleOthers = () => setToggled(toggled.symmetricDifference(new Set(others.map(({ key }) => key))))
  return (
    <Button variant="quiet" onPress={toggleOthers}>
      {isAll ? messages.upgrades.collapseAll : messages.upgrades.expandAll}
    </Button>
  )
}

/** Filters without matches are hidden. */
const showOptions = (rows: FindingRow[]) =>
  Object.entries(messages.security.shows)
    .filter(
      ([show]) => show === 'all' || filterFindings(rows, { show: show as ReportSearch['show'] }).length > 0,
    )
    .map(([value, label]) => ({ value, label }))
