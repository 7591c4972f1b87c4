import type { Fixes, FixUpgrade } from '@assay/contract/fixes.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { exploitLists, ListNotice } from '../../widgets/lists/list-notice.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { NothingFound } from '../../widgets/lists/nothing-found.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { viewOf, usePages } from '../../widgets/lists/use-pages.ts'
import { Filters } from './filters.tsx'
import { FixItem } from './fix-item.tsx'
import { isFiltered, keyOf, queryOf } from './model.ts'
import { type ListProps, noFilters, type FixesSearch } from './search.ts'
import { api } from '../../api/client.ts'

/** Filters and matching upgrades. */
export function FixList(props: ListProps) {
  const found = useFixes(props.search)
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters {...props} />
      <ListNotice of={exploitLists} />
      <QueryView
        query={viewOf(found)}
        skeleton={
          <>
            <Skeleton className="h-5 w-80 max-w-full" />
            <ListSkeleton row="h-21.25 sm:h-17.25" isTable={false} />
          </>
        }
        failed={messages.failed}
        forbidden={messages.forbidden}
        missing={<Nothing {...props} />}
      >
        {(upgrades) =>
          upgrades.length === 0 ? (
            <Nothing {...props} />
          ) : (
            <>
              <Overview
                overview={props.search.snoozed ? undefined : found.data?.pages[0]?.overview}
                isConfirmed={hasConfirmed(upgrades)}
              />
              <Upgrades {...props} upgrades={upgrades} isBusy={found.isPlaceholderData} />
              <LoadMore found={found} count={upgrades.length} label={messages.more} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

interface OverviewProps {
  overview: Fixes['overview'] | undefined
  isConfirmed: boolean
}

/** In one paragraph, so that the list stays where its skeleton was. */
function Overview({ overview, isConfirmed }: OverviewProps) {
  if (!overview && isConfirmed) return null
  return (
    <p role="status" className="tabular m-0 text-soft">
      {overview && messages.overview(overview.closes, overview.upgrades)}
      {overview && overview.unfixable > 0 && ` · ${messages.unfixable(overview.unfixable)}`}
      {overview && !isConfirmed && ' · '}
      {!isConfirmed && messages.noneConfirmed}
    </p>
  )
}

/** Whether the release of an upgrade is known to exist. */
const hasConfirmed = (upgrades: readonly FixUpgrade[]) =>
  upgrades.some(({ to, isKnownRelease }) => to !== null && isKnownRelease)

interface UpgradesProps extends ListProps {
  upgrades: FixUpgrade[]
  isBusy: boolean
}

function Upgrades({ upgrades, isBusy, search, onSearch }: UpgradesProps) {
  const isConfirmed = hasConfirmed(upgrades)
  return (
    <ol
      aria-label={messages.list}
      aria-busy={isBusy}
      className={`m-0 list-none divide-y divide-line rounded-card border border-line bg-surface p-0 transition-opacity ${isBusy ? 'opacity-60' : ''}`}
    >
      {upgrades.map((upgrade) => (
        <FixItem
          key={keyOf(upgrade)}
          upgrade={upgrade}
          search={search}
          isMarked={isConfirmed && upgrade.to !== null && !upgrade.isKnownRelease}
          isOpen={search.open === keyOf(upgrade)}
          onToggle={() =>
            onSearch({ open: search.open === keyOf(upgrade) ? undefined : keyOf(upgrade) }, { replace: true })
          }
        />
      ))}
    </ol>
  )
}

function Nothing({ search, onSearch, account }: ListProps) {
  if (isFiltered(search))
    return (
      <EmptyState title={messages.noMatch}>
        <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
      </EmptyState>
    )
  if (search.snoozed) return <EmptyState title={messages.noneSnoozed} />
  return <NothingFound accountUuid={account.uuid} title={messages.none} hint={messages.noneHint} />
}

/** Matching upgrades, page by page. */
function useFixes(search: FixesSearch) {
  const query = queryOf(search)
  return usePages({
    key: ['fixes', query],
    read: (cursor, options) => api.fixes.list({ query: { ...query, ...cursor } }, options),
    rowsOf: ({ upgrades }) => upgrades,
  })
}
