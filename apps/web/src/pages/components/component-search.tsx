import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { components as messages } from '../../messages/components.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { QueryView } from '../../widgets/query-view.tsx'
import { DependenciesTable } from './dependencies-table.tsx'
import { Filters } from './filters.tsx'
import { LoadMore } from './load-more.tsx'
import { isFiltered, wantedOf } from './model.ts'
import { type ComponentsProps, noFilters } from './search.ts'
import { useDependencies } from './use-dependencies.ts'

export interface AccountProps extends ComponentsProps {
  account: { uuid: string; features: readonly string[] }
}

/** Filters, and what they leave; the page's every state. */
export function ComponentSearch(props: AccountProps) {
  const { search, account, onSearch } = props
  const found = useDependencies(account.uuid, search)
  const { rows, error, isFetchNextPageError, fetchNextPage, refetch } = found
  const { range, isRange } = wantedOf(search)
  const noMatch = (
    <EmptyState title={messages.noMatch} hint={messages.noMatchHint}>
      <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
    </EmptyState>
  )
  if (rows?.length === 0 && !isFiltered(search) && !found.isPlaceholderData) return <NoComponents />
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters {...props} found={found} />
      {isRange ? (
        <QueryView
          query={{ data: rows, error, refetch: isFetchNextPageError ? fetchNextPage : refetch }}
          skeleton={<ListSkeleton />}
          failed={messages.failed}
          forbidden={messages.forbidden}
          missing={noMatch}
        >
          {(list) =>
            list.length === 0 ? (
              noMatch
            ) : (
              <>
                <DependenciesTable
                  {...{ search, onSearch }}
                  rows={list}
                  account={account}
                  isBusy={found.isPlaceholderData}
                />
                <LoadMore found={found} />
              </>
            )
          }
        </QueryView>
      ) : (
        <EmptyState title={messages.badRange(range)} hint={messages.rangeHint} />
      )}
    </div>
  )
}

const NoComponents = () => (
  <EmptyState title={messages.none} hint={messages.noneHint}>
    <Link to={paths.dashboard} className="font-medium text-accent">
      {messages.toFirstScan}
    </Link>
  </EmptyState>
)

const ListSkeleton = () => (
  <div className="grid grid-cols-1 gap-2" aria-busy>
    {[1, 2, 3, 4, 5, 6, 7, 8].map((key) => (
      <Skeleton key={key} className="h-9 w-full" />
    ))}
  </div>
)
