import type { LicenseUse } from '@assay/contract/license-use.ts'
import { api } from '../../api/client.ts'
import { licenses as messages } from '../../messages/licenses.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { NothingFound } from '../../widgets/lists/nothing-found.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { usePages, viewOf } from '../../widgets/lists/use-pages.ts'
import { Filters } from './filters.tsx'
import { LicenseBars } from './license-bars.tsx'
import { LicensesTable } from './licenses-table.tsx'
import { isFiltered, queryOf } from './model.ts'
import { noFilters, type ListProps } from './search.ts'

/** Filters and matching licenses as chart and table, in all states of the page. */
export function LicenseList(props: ListProps) {
  const { account, search, onSearch } = props
  const params = { accountUuid: account.uuid }
  const query = queryOf(search)
  const found = usePages({
    key: ['licenseUse', account.uuid, query],
    read: (cursor, options) =>
      api.licenseUse.list({ params, query: { ...query, ...cursor, limit: '200' } }, options),
    rowsOf: ({ licenses }): LicenseUse[] => licenses,
  })
  const { rows } = found
  if (rows?.length === 0 && !isFiltered(search) && !found.isPlaceholderData)
    return <NothingFound accountUuid={account.uuid} title={messages.none} hint={messages.noneHint} />
  const noMatch = (
    <EmptyState title={messages.noMatch} hint={messages.noMatchHint}>
      <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
    </EmptyState>
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters {...props} overview={found.data?.pages[0]?.overview} isEmpty={rows?.length === 0} />
      <QueryView
        query={viewOf(found)}
        skeleton={
          <>
            <Skeleton className="h-120 sm:h-73" />
            <ListSkeleton row="h-16.25 md:h-13.25" />
          </>
        }
        failed={messages.failed}
        forbidden={messages.forbidden}
        missing={noMatch}
      >
        {(list) =>
          list.length === 0 ? (
            noMatch
          ) : (
            <>
              <LicenseBars uses={list} onSelect={(open) => onSearch({ open }, { replace: true })} />
              <LicensesTable {...props} rows={list} isBusy={found.isPlaceholderData} />
              <LoadMore found={found} count={list.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}
