import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { type Fixes, fixOrders } from '@assay/contract/fixes.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { NothingFound } from '../../widgets/nothing-found.tsx'
import { QueryView } from '../../widgets/query-view.tsx'
import { FixItem } from './fix-item.tsx'
import { isFiltered, keyOf } from './model.ts'
import { type FixesProps, noFilters } from './search.ts'
import { useFixes } from './use-fixes.ts'

interface Props extends FixesProps {
  accountUuid: string
}

/** Filters and matching upgrades. */
export function FixList(props: Props) {
  const found = useFixes(props.search)
  return (
    <div className="grid grid-cols-1 gap-3">
      <Filters {...props} />
      <QueryView
        query={{ data: found.data?.pages, error: found.error, refetch: found.refetch }}
        skeleton={<ListSkeleton />}
        failed={messages.failed}
        forbidden={messages.forbidden}
        missing={<Nothing {...props} />}
      >
        {(pages) => (
          <>
            <Upgrades {...props} pages={pages} isBusy={found.isPlaceholderData} />
            {found.hasNextPage && (
              <div className="text-center">
                <Button isDisabled={found.isFetching} onPress={() => void found.fetchNextPage()}>
                  {messages.more}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

function Filters({ search, onSearch }: FixesProps) {
  const severities = [
    { value: '', label: messages.anySeverity },
    ...ratedSeverities.map((value) => ({ value, label: messages.counts[value] })),
  ]
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <TextField
        label={messages.project}
        value={search.project ?? ''}
        onChange={(project) => onSearch({ project: project === '' ? undefined : project }, { replace: true })}
      />
      <SelectField
        label={messages.severity}
        value={search.severity ?? ''}
        options={severities}
        onChange={(value) => onSearch({ severity: ratedSeverities.find((each) => each === value) })}
      />
      <SelectField
        label={messages.show}
        value={search.snoozed ? 'snoozed' : 'open'}
        options={(['open', 'snoozed'] as const).map((value) => ({ value, label: messages.views[value] }))}
        onChange={(value) => onSearch({ snoozed: value === 'snoozed' || undefined, open: undefined })}
      />
      <SelectField
        label={messages.sort}
        value={search.sort ?? 'urgent'}
        options={fixOrders.map((value) => ({ value, label: messages.orders[value] }))}
        onChange={(value) => onSearch({ sort: value === 'closes' ? value : undefined })}
      />
      {isFiltered(search) && (
        <Button variant="quiet" onPress={() => onSearch(noFilters)}>
          {messages.clear}
        </Button>
      )}
    </div>
  )
}

function Upgrades({
  pages,
  isBusy,
  accountUuid,
  search,
  onSearch,
}: Props & { pages: Fixes[]; isBusy: boolean }) {
  const upgrades = pages.flatMap((page) => page.upgrades)
  const { overview } = pages[0]!
  if (upgrades.length === 0) return <Nothing search={search} onSearch={onSearch} accountUuid={accountUuid} />
  const isConfirmed = upgrades.some(({ to, isKnownRelease }) => to !== null && isKnownRelease)
  return (
    <>
      {!search.snoozed && (
        <p role="status" className="tabular m-0 text-soft">
          {messages.overview(overview.closes, overview.upgrades)}
          {overview.unfixable > 0 && ` · ${messages.unfixable(overview.unfixable)}`}
        </p>
      )}
      {!isConfirmed && <p className="m-0 text-xs text-soft">{messages.noneConfirmed}</p>}
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
              onSearch(
                { open: search.open === keyOf(upgrade) ? undefined : keyOf(upgrade) },
                { replace: true },
              )
            }
          />
        ))}
      </ol>
    </>
  )
}

function Nothing({ search, onSearch, accountUuid }: Props) {
  if (isFiltered(search))
    return (
      <EmptyState title={messages.noMatch}>
        <Button onPress={() => onSearch(noFilters)}>{messages.clear}</Button>
      </EmptyState>
    )
  if (search.snoozed) return <EmptyState title={messages.noneSnoozed} />
  return <NothingFound accountUuid={accountUuid} title={messages.none} hint={messages.noneHint} />
}

const ListSkeleton = () => (
  <div className="grid grid-cols-1 gap-2" aria-busy>
    {[1, 2, 3, 4, 5, 6].map((key) => (
      <Skeleton key={key} className="h-14 w-full" />
    ))}
  </div>
)
