import { components as messages } from '../../messages/components.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { NothingFound } from '../../widgets/lists/nothing-found.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { DependenciesTable } from './dependencies-table.tsx'
import { viewOf } from '../../widgets/lists/use-pages.ts'
import { Filters } from './filters.tsx'
import { isFiltered, wantedOf } from './model.ts'
import { noFilters, type AccountProps } from './search.ts'
import { useDependencies } from './use-dependencies.ts'
import { LoadMore as LoadNext } from '../../widgets/lists/load-more.tsx'

/** Filters and results, in all states of the page. */
export function ComponentSearch(props: AccountProps) {
  const { search, account, onSearch } = props
  const found = useDependencies(account.uuid, search)
  const { rows } = found
  const { range, isRange } = wantedOf(search)
  const noMatch = (
    <EmptyState title={messages.noMatch} hint={messages.noMatchHint}>
      <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
    </EmptyState>
  )
  if (rows?.length === 0 && !isFiltered(search) && !found.isPlaceholderData)
    return <NothingFound accountUuid={account.uuid} title={messages.none} hint={messages.noneHint} />
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters {...props} found={found} />
      {isRange ? (
        <QueryView
          query={viewOf(found)}
          skeleton={<ListSkeleton row="h-12.25 md:h-8" />}
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
                  search={search}
                  onSearch={onSearch}
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

interface Props {
  found: ReturnType<typeof useDependencies>
}

/** Client-side sorting needs all rows, up to a limit. */
function LoadMore({ found }: Props) {
  const count = found.rows?.length ?? 0
  if (!found.isSortedHere) return <LoadNext found={found} count={count} label={messages.more} />
  if (!found.hasNextPage || found.isSorting) return null
  return <p className="m-0 text-center text-soft">{messages.sortedPart(count)}</p>
}
