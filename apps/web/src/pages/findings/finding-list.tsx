import type { TriagedFinding } from '@assay/contract/triage.ts'
import { api } from '../../api/client.ts'
import { triage } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { BulkBar } from '../../widgets/triage/bulk-bar.tsx'
import { useSelection } from '../../widgets/triage/use-selection.ts'
import { usePermission } from '../../widgets/use-permission.ts'
import { Filters } from './filters.tsx'
import { FindingsTable, keyOf, refOf } from './findings-table.tsx'
import { type FindingsProps, isFiltered, noFilters, queryOf } from './search.ts'

const messages = triage.findings
const atOnce = '100'

/** Filters and results, in all states of the page. */
export function FindingList({ search, onSearch, accountUuid }: FindingsProps & { accountUuid: string }) {
  const query = queryOf(search)
  const found = usePages({
    key: ['findings', accountUuid, query],
    read: (cursor, options) =>
      api.triage.list({ params: { accountUuid }, query: { ...query, ...cursor, limit: atOnce } }, options),
    rowsOf: ({ findings }): TriagedFinding[] => findings,
  })
  const rows = found.rows ?? []
  const selection = useSelection(rows.map(keyOf))
  const canEdit = usePermission()('reports.edit')
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters search={search} onSearch={onSearch} count={found.rows?.length} hasMore={found.hasNextPage} />
      <QueryView
        query={viewOf(found)}
        skeleton={<ListSkeleton row="h-32 md:h-12" />}
        failed={messages.failedList}
        forbidden={messages.forbidden}
        missing={null}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={messages.none} hint={messages.noneHint}>
              {isFiltered(search) && <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>}
            </EmptyState>
          ) : (
            <>
              <FindingsTable
                rows={list}
                selection={canEdit ? selection : null}
                isBusy={found.isPlaceholderData}
              />
              <LoadMore found={found} count={list.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
      <BulkBar
        selection={selection}
        target={{ findings: rows.filter((row) => selection.isSelected(keyOf(row))).map(refOf) }}
      />
    </div>
  )
}
