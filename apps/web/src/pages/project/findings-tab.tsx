import type { Finding } from '@assay/contract/scans.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { QueryView } from '../../widgets/query-view.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { report as messages } from '../../messages/report.ts'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { Severity } from '../../ui/severity.tsx'
import { Toggles } from '../../ui/toggles.tsx'
import { FilterBar, ListSkeleton } from './filter-bar.tsx'
import {
  countSeverities,
  filterFindings,
  type FindingRow,
  findingRow,
  sortFindings,
} from './findings-model.ts'
import { FindingsTable } from './findings-table.tsx'
import { unreadFiles } from './model.ts'
import { forbidden, type TabProps } from './props.ts'
import type { ReportSearch } from './search.ts'

export function FindingsTab(props: TabProps) {
  const { project, scan } = props.overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery({ ...query(api.scans.findings, of), placeholderData: keepPreviousData })
  return (
    <QueryView query={findings} skeleton={<ListSkeleton />} failed={messages.failed} forbidden={forbidden}>
      {(known) => <Findings {...props} findings={known} />}
    </QueryView>
  )
}

function Findings({ findings, overview, search, onSearch }: TabProps & { findings: Finding[] }) {
  const rows = useMemo(() => findings.map(findingRow), [findings])
  const shown = useMemo(() => sortFindings(filterFindings(rows, search), search), [rows, search])
  const unread = unreadFiles(overview.scan)
  if (rows.length === 0)
    return unread > 0 ? (
      <EmptyState title={messages.incomplete} hint={messages.incompleteHint(unread)} />
    ) : (
      <EmptyState title={messages.security.none} hint={messages.security.noneHint} />
    )
  return (
    <section aria-label={messages.security.heading} className="grid grid-cols-1 gap-3">
      <FilterBar {...{ search, onSearch }} noun="finding" shown={shown.length} all={rows.length}>
        <Toggles
          label={messages.security.bySeverity}
          options={countSeverities(rows).map(({ severity, count }) => ({
            value: severity,
            label: <Severity severity={severity} word={messages.severities[severity]} />,
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
      </FilterBar>
      {shown.length === 0 ? (
        <EmptyState title={messages.nothingMatches} />
      ) : (
        <FindingsTable rows={shown} {...{ overview, search, onSearch }} />
      )}
    </section>
  )
}

/** What would show nothing is not offered. */
const showOptions = (rows: FindingRow[]) =>
  Object.entries(messages.security.shows)
    .filter(
      ([show]) => show === 'all' || filterFindings(rows, { show: show as ReportSearch['show'] }).length > 0,
    )
    .map(([value, label]) => ({ value, label }))
