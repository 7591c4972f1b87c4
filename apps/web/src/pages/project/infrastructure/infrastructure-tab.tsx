import type { IsaacFinding, IsaacReport } from '@assay/contract/isaac.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { severityNames } from '../../../messages/severity.ts'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { LongBody } from '../../../widgets/lists/long-body.tsx'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { infrastructure as messages } from '../../../messages/infrastructure.ts'
import { report as reportMessages } from '../../../messages/report.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CompactSelect } from '../../../ui/compact-select.tsx'
import { LongName } from '../../../ui/long-name.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { Header, Table, wideOnly } from '../../../ui/table.tsx'
import { Toggles } from '../../../ui/toggles.tsx'
import { When } from '../../../ui/when.tsx'
import { FilterBar, FilteredListSkeleton } from '../report/filter-bar.tsx'
import { countInfrastructure, listInfrastructure } from './infrastructure-model.ts'
import { forbidden, type ReportProps, type TabProps } from '../report/props.ts'
import type { ReportSearch } from '../report/search.ts'

export const InfrastructureTab = ({ overview, ...props }: TabProps) => (
  <InfrastructureReport
    {...props}
    of={{ projectUuid: overview.project.uuid, branch: overview.branch }}
    missing={<NoInfrastructure />}
  />
)

const NoInfrastructure = () => (
  <EmptyState title={messages.none} hint={messages.noneHint}>
    <code className="max-w-full rounded-md bg-hover px-3 py-2 text-xs break-words">
      {messages.noneCommand}
    </code>
  </EmptyState>
)

interface Props extends ReportProps {
  of: { projectUuid: string; branch: string | undefined }
  /** Whether only infrastructure was scanned, so there is no report header. */
  isAlone?: boolean
  /** Shown without a scan. */
  missing: ReactNode
}

/** The last infrastructure scan of a branch. */
export function InfrastructureReport({ of: { projectUuid, branch }, missing, isAlone, ...props }: Props) {
  const choice = { params: { projectUuid }, query: { branch } }
  const report = useQuery(query(api.isaac.report, choice))
  return (
    <QueryView
      query={report}
      skeleton={<FilteredListSkeleton />}
      failed={messages.failed}
      forbidden={forbidden}
      missing={missing}
    >
      {(known) => (
        <div className="grid gap-4">
          {isAlone === true && (
            <h1 className="m-0 text-lg font-semibold [overflow-wrap:anywhere]">
              <LongName name={known.project.name} /> <span className="text-soft">{known.project.branch}</span>
            </h1>
          )}
          <Findings {...props} report={known} />
        </div>
      )}
    </QueryView>
  )
}

function Findings({ report, ...props }: ReportProps & { report: IsaacReport }) {
  const of = { params: { projectUuid: report.project.uuid }, query: { reportUuid: report.uuid } }
  const findings = useQuery({ ...query(api.isaac.findings, of), placeholderData: keepPreviousData })
  const scanners = report.scanners.join(', ')
  return (
    <section aria-label={messages.heading} className="grid grid-cols-1 gap-3">
      <p className="m-0 text-soft">
        {messages.summary(report.findingCount, scanners)} · <When epochMs={report.timestamp} /> ·{' '}
        {messages.changes(report.introducedCount, report.fixedCount)}. {messages.apart}
        {report.issues.length > 0 && ` ${messages.issues(report.issues.length)}`}
      </p>
      <QueryView
        query={findings}
        skeleton={<FilteredListSkeleton />}
        failed={messages.failed}
        forbidden={forbidden}
      >
        {(known) =>
          known.length === 0 ? (
            <EmptyState title={messages.clean} hint={messages.cleanHint(scanners)} />
          ) : (
            <Listed {...props} findings={known} />
          )
        }
      </QueryView>
    </section>
  )
}

function Listed({ findings, search, onSearch }: ReportProps & { findings: IsaacFinding[] }) {
  const rows = useMemo(() => listInfrastructure(findings, search), [findings, search])
  return (
    <>
      <FilterBar search={search} onSearch={onSearch} noun="finding" shown={rows.length} all={findings.length}>
        <Toggles
          label={messages.columns.severity}
          options={countInfrastructure(findings).map(({ severity, count }) => ({
            value: severity,
            label: <Severity severity={severity} word={severityNames[severity]} />,
            count,
          }))}
          selected={search.severity ? search.severity.split(',') : []}
          onChange={(list) => onSearch({ severity: list.length > 0 ? list.join(',') : undefined })}
        />
        <CompactSelect
          label={messages.only}
          value={search.show ?? 'all'}
          options={Object.entries(messages.shows).map(([value, label]) => ({ value, label }))}
          onChange={(show) => onSearch({ show: show === 'all' ? undefined : (show as ReportSearch['show']) })}
        />
      </FilterBar>
      {rows.length === 0 ? <EmptyState title={reportMessages.nothingMatches} /> : <Rows rows={rows} />}
    </>
  )
}

const { columns } = messages
const titles = Object.values(columns)

const Rows = ({ rows }: { rows: IsaacFinding[] }) => (
  <div className="rounded-card border border-line bg-surface">
    <Table label={messages.heading} rowCount={rows.length + 1}>
      <thead>
        <tr className="border-b border-line">
          <Header title={columns.severity} />
          <Header title={columns.rule} />
          <Header title={columns.file} className={wideOnly} />
          <Header title={columns.state} className={wideOnly} />
        </tr>
      </thead>
      <LongBody
        rows={rows.map((finding, index) => ({ finding, index }))}
        columns={titles.length}
        keyOf={keyOf}
      >
        {({ finding }, attributes) => (
          <tr {...attributes} className="border-b border-line-soft group-last/row:border-0 hover:bg-hover">
            <td className="px-3 py-1.5 align-top">
              <Severity
                severity={finding.severity}
                word={severityNames[finding.severity]}
                isFaint={isPast(finding)}
              />
            </td>
            <th scope="row" className="px-3 py-1.5 text-left align-top font-normal [overflow-wrap:anywhere]">
              <span className={`font-medium ${isPast(finding) ? 'text-soft' : ''}`}>{finding.sysid}</span>
              <span className="block text-soft">{finding.message}</span>
              <span className="block sm:hidden">{placeOf(finding)}</span>
              <span className="block text-soft sm:hidden">
                <Status finding={finding} />
              </span>
            </th>
            <td className={`min-w-36 px-3 py-1.5 align-top [overflow-wrap:anywhere] ${wideOnly}`}>
              {placeOf(finding)}
            </td>
            <td className={`min-w-36 px-3 py-1.5 align-top text-soft ${wideOnly}`}>
              <Status finding={finding} />
            </td>
          </tr>
        )}
      </LongBody>
    </Table>
  </div>
)

const keyOf = ({ finding, index }: { finding: IsaacFinding; index: number }) => `${finding.sysid} ${index}`

const isPast = ({ lifetime }: IsaacFinding) => lifetime === null || lifetime.endedAt !== null

const placeOf = ({ path, line }: IsaacFinding) =>
  path === '' ? (
    <span className="text-soft">{messages.noFile}</span>
  ) : line === null ? (
    path
  ) : (
    `${path}:${line}`
  )

function Status({ finding: { lifetime, exclusion } }: { finding: IsaacFinding }) {
  if (exclusion !== null)
    return exclusion.reason === 'suppressed'
      ? messages.exclusions.suppressed(exclusion.description)
      : messages.exclusions[exclusion.reason]
  if (lifetime === null) return null
  const { endedAt, endKind, daysToFix, introducedAt, isNew } = lifetime
  if (endedAt !== null && endKind !== null)
    return endKind === 'removed' || endKind === 'upgraded'
      ? messages.fixed(daysToFix)
      : messages.ended[endKind]
  return (
    <>
      {messages.since} <When epochMs={introducedAt} isExact /> {isNew && <Badge>{messages.isNew}</Badge>}
    </>
  )
}
