import { decisionStatuses } from '@assay/contract/decision-statuses.ts'
import { type Decision } from '@assay/contract/decisions.ts'
import { api } from '../../api/client.ts'
import { formatNumber } from '../../language/format.ts'
import { triage } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useDecisions } from '../../widgets/triage/decision-facts.tsx'
import { type Selection, useSelection } from '../../widgets/triage/use-selection.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { DecisionsTable } from './decisions-table.tsx'
import type { DecisionsProps } from './search.ts'

const messages = triage.decisions
const atOnce = '100'

/** Decisions by status, of which several are approved, rejected or ended at once. */
export function DecisionList({ search, onSearch, accountUuid }: DecisionsProps & { accountUuid: string }) {
  const status = search.status ?? 'active'
  const found = usePages({
    key: ['decisions', accountUuid, status],
    read: (cursor, options) =>
      api.decisions.list({ params: { accountUuid }, query: { status, ...cursor, limit: atOnce } }, options),
    rowsOf: ({ decisions }): Decision[] => decisions,
  })
  const selection = useSelection((found.rows ?? []).map(({ uuid }) => uuid))
  const counts = found.data?.pages[0]?.counts
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segments
        label={messages.status}
        value={status}
        options={decisionStatuses.map((value) => ({
          value,
          label: counts
            ? `${messages.statuses[value]} ${formatNumber(counts[value])}`
            : messages.statuses[value],
        }))}
        onChange={(value) => onSearch({ status: value })}
      />
      <QueryView
        query={viewOf(found)}
        skeleton={<ListSkeleton row="h-32 md:h-14" />}
        failed={messages.failedList}
        forbidden={messages.forbidden}
        missing={null}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={messages.none[status]} hint={messages.noneHint} />
          ) : (
            <>
              <DecisionsTable rows={list} selection={selection} isBusy={found.isPlaceholderData} />
              <LoadMore found={found} count={list.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
      <Actions selection={selection} status={status} />
    </div>
  )
}

interface ActionsProps {
  selection: Selection
  status: (typeof decisionStatuses)[number]
}

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
