import { decisionStatuses } from '@assay/contract/decision-statuses.ts'
import type { Decision } from '@assay/contract/decisions.ts'
import { api } from '../../api/client.ts'
import { formatNumber } from '../../language/format.ts'
import { triage } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { When } from '../../ui/when.tsx'
import { VulnerabilityLink } from '../../widgets/lists/cells.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { columnsOf } from '../../widgets/lists/list-table.tsx'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { Ends, useDecisions } from '../../widgets/triage/decision-facts.tsx'
import { nameOf } from '../../widgets/triage/finding-fields.tsx'
import type { Selection } from '../../widgets/triage/use-selection.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { type DecisionsSearch, statusOf } from './search.ts'

const messages = triage.decisions

const subjectOf = ({ displayId, package: name }: Decision): string =>
  [displayId, name].filter((part) => part !== null).join(' · ')

const columns = columnsOf<Decision, keyof typeof messages.columns>(messages.columns, {
  subject: {
    width: 'w-[30%]',
    cell: (row) => (
      <>
        {row.displayId === null ? (
          <span className="font-medium">{row.package}</span>
        ) : (
          <VulnerabilityLink id={row.advisoryUuid ?? row.displayId} displayId={subjectOf(row)} />
        )}
        <span className="block text-xs text-soft">
          {messages.scopes[row.scope]} · {row.projectName ?? messages.allProjects}
        </span>
      </>
    ),
  },
  state: {
    width: 'w-44',
    below: true,
    cell: ({ state, justification }) => (
      <>
        <span className="font-medium">{triage.states[state]}</span>
        {justification && (
          <span className="block text-xs text-soft">{triage.justifications[justification]}</span>
        )}
      </>
    ),
  },
  reason: {
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: ({ reason }) => reason || <span className="text-soft">–</span>,
  },
  by: {
    width: 'w-56',
    below: true,
    style: '[overflow-wrap:anywhere]',
    cell: ({ requestedBy, approvedBy, approval, status, createdAt, isApprovable }) => (
      <>
        {requestedBy ? nameOf(requestedBy) : triage.history.product} <When epochMs={createdAt} />
        {approvedBy && approval === 'approved' && (
          <span className="block text-xs text-soft">{triage.approvedBy(nameOf(approvedBy))}</span>
        )}
        {status === 'waiting' && !isApprovable && (
          <span className="block text-xs text-soft">{messages.own}</span>
        )}
      </>
    ),
  },
  end: {
    width: 'w-48',
    below: true,
    cell: (row) =>
      row.endedAt === null ? (
        <Ends decision={row} />
      ) : (
        <>
          <When epochMs={row.endedAt} isExact />
          {row.endReason && (
            <span className="block text-xs text-soft">{messages.endReasons[row.endReason]}</span>
          )}
        </>
      ),
  },
})

/** "What did we decide not to count, and who agreed?" */
export const DecisionsPage = listPage({
  messages: { ...messages, failed: messages.failedList, none: messages.none.active },
  permission: 'policies.read',
  useRows: useDecisionRows,
  filters: [],
  noFilters: {},
  above: ({ counts }, { search, onSearch }) => (
    <Segments
      label={messages.status}
      value={statusOf(search)}
      options={decisionStatuses.map((value) => ({
        value,
        label: counts
          ? `${messages.statuses[value]} ${formatNumber(counts[value])}`
          : messages.statuses[value],
      }))}
      onChange={(value) => onSearch({ status: value })}
    />
  ),
  table: {
    label: messages.list,
    columns,
    keyOf: ({ uuid }) => uuid,
    widths: { narrow: '(width < 64rem)', medium: '(width < 64rem)' },
  },
  selection: {
    permission: 'policies.read',
    labelOf: (row) => messages.select(`${subjectOf(row)} ${row.projectName ?? messages.allProjects}`),
    isSelectable: ({ status }) => status !== 'ended',
    bar: (selection, _rows, { search }) => <Actions selection={selection} status={statusOf(search)} />,
  },
  rowHeight: 'h-32 md:h-14',
  empty: (search) => ({ title: messages.none[statusOf(search)], hint: messages.noneHint }),
  isEmptyWithFilters: true,
})

function useDecisionRows({ account, search }: AccountListProps<DecisionsSearch>) {
  const status = statusOf(search)
  const params = { accountUuid: account.uuid }
  const found = usePages({
    key: ['decisions', account.uuid, status],
    read: (cursor, options) =>
      api.decisions.list({ params, query: { status, ...cursor, limit: '100' } }, options),
    rowsOf: ({ decisions }): Decision[] => decisions,
  })
  return { ...found, counts: found.data?.pages[0]?.counts }
}

interface ActionsProps {
  selection: Selection
  status: (typeof decisionStatuses)[number]
}

/** What is done with the selected decisions at once. */
function Actions({ selection, status }: ActionsProps) {
  const { settle, end } = useDecisions(selection.clear)
  const hasPermission = usePermission()
  const decisionUuids = [...selection.keys]
  if (decisionUuids.length === 0) return null
  return (
    <section
      aria-label={triage.bulk.label}
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 shadow-lg print:hidden"
    >
      <span role="status" className="tabular text-sm font-medium">
        {triage.bulk.selected(decisionUuids.length)}
      </span>
      {status === 'waiting' && hasPermission('policies.create') && (
        <>
          <Button
            variant="primary"
            isDisabled={settle.isPending}
            onPress={() => settle.mutate({ decisionUuids, isApproved: true })}
          >
            {triage.approve}
          </Button>
          <Button
            isDisabled={settle.isPending}
            onPress={() => settle.mutate({ decisionUuids, isApproved: false })}
          >
            {triage.reject}
          </Button>
        </>
      )}
      {status !== 'waiting' && hasPermission('policies.delete') && (
        <Button isDisabled={end.isPending} onPress={() => end.mutate(decisionUuids)}>
          {triage.end}
        </Button>
      )}
      <Button variant="quiet" onPress={selection.clear}>
        {triage.bulk.clear}
      </Button>
    </section>
  )
}
