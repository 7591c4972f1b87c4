import type { FindingRef, TriagedFinding } from '@assay/contract/triage.ts'
import { findingOrders } from '@assay/contract/vocabulary.ts'
import { deployerDecisions, findingStates, ratedSeverities } from '@assay/engine/vocabulary.ts'
import { api } from '../../api/client.ts'
import { formatDays } from '../../language/format.ts'
import { severityNames } from '../../messages/severity.ts'
import { ssvc } from '../../messages/ssvc.ts'
import { triage } from '../../messages/triage.ts'
import { Badge } from '../../ui/badge.tsx'
import { LongName } from '../../ui/long-name.tsx'
import { Severity } from '../../ui/severity.tsx'
import { ProjectLink, VulnerabilityLink } from '../../widgets/lists/cells.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps, Patch } from '../../widgets/lists/filter-bar.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { cleared } from '../../widgets/lists/search-fields.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { BulkBar } from '../../widgets/triage/bulk-bar.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import { TriageButton } from '../../widgets/triage/triage-button.tsx'
import { FindingsSearch } from './search.ts'

const messages = triage.findings

const refOf = ({ projectUuid, ecosystem, package: name, advisoryUuid }: TriagedFinding): FindingRef => ({
  projectUuid,
  ecosystem,
  package: name,
  advisoryUuid,
})
const keyOf = (row: TriagedFinding) => Object.values(refOf(row)).join(' ')

const columns = columnsOf<TriagedFinding, keyof typeof messages.columns>(messages.columns, {
  id: {
    width: 'w-44',
    cell: ({ cve, advisoryUuid, displayId, isKnownExploited }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <VulnerabilityLink id={cve ?? advisoryUuid} displayId={displayId} />
        {isKnownExploited && <Badge variant="bad">{triage.exploited}</Badge>}
      </span>
    ),
  },
  severity: {
    width: 'w-28',
    from: 'medium',
    below: true,
    cell: ({ severity }) => <Severity severity={severity} word={severityNames[severity]} />,
  },
  priority: {
    width: 'w-30',
    below: true,
    cell: ({ priority }) =>
      priority === null ? <span className="text-soft">–</span> : ssvc.decisions[priority],
  },
  package: {
    from: 'medium',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: ({ package: name, fixedVersions }) => (
      <>
        <LongName name={name} />
        <span className="block text-xs text-soft">
          {fixedVersions.length > 0 ? `${triage.fixedIn} ${fixedVersions.join(', ')}` : triage.noFix}
        </span>
      </>
    ),
  },
  project: {
    width: 'w-[15%]',
    from: 'medium',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: ({ branches, ...row }) => (
      <ProjectLink {...row} text={branches > 1 ? messages.branches(branches) : row.branch} />
    ),
  },
  state: {
    width: 'w-36',
    from: 'medium',
    below: true,
    cell: (row) => (
      <span className="grid justify-items-start gap-1">
        <TriageButton finding={refOf(row)} displayId={row.displayId} label={triage.states[row.state]} />
        {row.wantedUuid !== null && <Badge variant="warm">{triage.decisions.statuses.waiting}</Badge>}
      </span>
    ),
  },
  assignee: {
    width: 'w-25',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: ({ assignee }) =>
      assignee ? nameOf(assignee) : <span className="text-soft">{triage.nobody}</span>,
  },
  due: {
    width: 'w-28',
    below: true,
    cell: ({ dueDate, isOverdue }) =>
      dueDate === null ? (
        <span className="text-soft">–</span>
      ) : (
        <span className={isOverdue ? 'tabular font-medium text-danger' : 'tabular'}>
          {formatDays(dueDate, dueDate)}
          {isOverdue && <span className="block text-xs">{triage.overdue}</span>}
        </span>
      ),
  },
})

/** "What is mine to decide, and what is late?" */
export const FindingsPage = listPage({
  messages: { ...messages, failed: messages.failedList },
  permission: 'insights.read',
  useRows: useFindings,
  filters: [
    {
      kind: 'toggles',
      label: messages.filters,
      options: [
        { value: 'mine', label: messages.mine },
        { value: 'unassigned', label: messages.unassigned },
        { value: 'overdue', label: messages.overdue },
        { value: 'exploited', label: messages.exploited },
      ],
      selected: selectedOf,
      patch(selected, before): Patch<FindingsSearch> {
        // Of the two, the one chosen last.
        const added = selected.filter((each) => !selectedOf(before).includes(each))
        const isMine = selected.includes('mine') && !added.includes('unassigned')
        const isUnassigned = selected.includes('unassigned') && !isMine
        return {
          assignee: isMine ? 'me' : isUnassigned ? 'none' : undefined,
          overdue: selected.includes('overdue') ? 'only' : undefined,
          exploited: selected.includes('exploited') ? 'only' : undefined,
        }
      },
    },
    {
      kind: 'select',
      field: 'state',
      label: triage.state,
      options: [
        { value: '', label: messages.anyState },
        ...findingStates
          .filter((state) => state !== 'fixed')
          .map((value) => ({ value, label: triage.states[value] })),
      ],
    },
    {
      kind: 'select',
      field: 'severity',
      label: triage.severity,
      options: [
        { value: '', label: messages.anySeverity },
        ...ratedSeverities.map((value) => ({ value, label: severityNames[value] })),
      ],
    },
    {
      kind: 'select',
      field: 'priority',
      label: messages.columns.priority,
      options: [
        { value: '', label: messages.anyPriority },
        ...deployerDecisions.toReversed().map((value) => ({ value, label: ssvc.decisions[value] })),
      ],
    },
    {
      kind: 'select',
      field: 'order',
      label: messages.order,
      options: findingOrders.map((value, index) => ({
        value: index === 0 ? '' : value,
        label: messages.orders[value],
      })),
    },
  ],
  noFilters: cleared(FindingsSearch, ['order']),
  status: ({ rows, hasNextPage }) => rows && messages.count(rows.length, hasNextPage),
  table: { label: messages.list, columns, keyOf },
  selection: {
    permission: 'reports.edit',
    labelOf: (row) => triage.bulk.select(`${row.displayId} ${row.package} ${row.projectName}`),
    all: triage.bulk.selectAll,
    bar: (selection, rows) => (
      <BulkBar
        selection={selection}
        target={{ findings: rows.filter((row) => selection.isSelected(keyOf(row))).map(refOf) }}
      />
    ),
  },
  rowHeight: 'h-32 md:h-12',
  isEmptyWithFilters: true,
})

function useFindings({ account, search }: AccountListProps<FindingsSearch>) {
  const query = queryOf(search)
  const params = { accountUuid: account.uuid }
  return usePages({
    key: ['findings', account.uuid, query],
    read: (cursor, options) =>
      api.triage.list({ params, query: { ...query, ...cursor, limit: '100' } }, options),
    rowsOf: ({ findings }): TriagedFinding[] => findings,
  })
}

function selectedOf({ assignee, overdue, exploited }: FindingsSearch): string[] {
  return [
    ...(assignee === 'me' ? ['mine'] : assignee === 'none' ? ['unassigned'] : []),
    ...(overdue ? ['overdue'] : []),
    ...(exploited ? ['exploited'] : []),
  ]
}

/** The filters in API format. */
const queryOf = ({ overdue, exploited, state, ...same }: FindingsSearch) => ({
  ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
  ...(state !== undefined && state !== 'fixed' && { state }),
  ...(overdue && { overdue: 'true' as const }),
  ...(exploited && { exploited: 'true' as const }),
})
