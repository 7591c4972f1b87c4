import type { Finding } from '@assay/contract/scans.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Asked } from '../../parts/asked.tsx'
import { Nothing } from '../../parts/nothing.tsx'
import { report as words } from '../../texts/report.ts'
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
import { forbidden, type TabProps } from './props.ts'
import type { ReportSearch } from './search.ts'

export function FindingsTab(props: TabProps) {
  const { project, scan } = props.overview
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery({ ...query(api.scans.findings, of), placeholderData: keepPreviousData })
  return (
    <Asked query={findings} skeleton={<ListSkeleton />} failed={words.failed} forbidden={forbidden}>
      {(known) => <Findings {...props} findings={known} />}
    </Asked>
  )
}

function Findings({ findings, overview, search, onSearch }: TabProps & { findings: Finding[] }) {
  const rows = useMemo(() => findings.map(findingRow), [findings])
  const shown = useMemo(() => sortFindings(filterFindings(rows, search), search), [rows, search])
  if (rows.length === 0) return <Nothing title={words.security.none} hint={words.security.noneHint} />
  return (
    <section aria-label={words.security.heading} className="grid grid-cols-1 gap-3">
      <FilterBar {...{ search, onSearch }} shown={shown.length} all={rows.length}>
        <Toggles
          label={words.security.bySeverity}
          options={countSeverities(rows).map(({ severity, count }) => ({
            value: severity,
            label: <Severity severity={severity} word={words.severities[severity]} />,
            count,
          }))}
          selected={search.severity ? search.severity.split(',') : []}
          onChange={(list) => onSearch({ severity: list.length > 0 ? list.join(',') : undefined })}
        />
        <CompactSelect
          label={words.security.only}
          value={search.show ?? 'all'}
          options={showOptions(rows)}
          onChange={(show) => onSearch({ show: show === 'all' ? undefined : (show as ReportSearch['show']) })}
        />
      </FilterBar>
      {shown.length === 0 ? (
        <Nothing title={words.nothingMatches} />
      ) : (
        <FindingsTable rows={shown} {...{ overview, search, onSearch }} />
      )}
    </section>
  )
}

/** What would show nothing is not offered. */
const showOptions = (rows: FindingRow[]) =>
  Object.entries(words.security.shows)
    .filter(
      ([show]) => show === 'all' || filterFindings(rows, { show: show as ReportSearch['show'] }).length > 0,
    )
    .map(([value, label]) => ({ value, label }))
