import { fixOrders, type Fixes, type FixUpgrade } from '@assay/contract/fixes.ts'
import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { api } from '../../api/client.ts'
import { fixes as messages } from '../../messages/fixes.ts'
import { CompactSelect } from '../../ui/compact-select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { exploitLists, ListNotice } from '../../widgets/lists/list-notice.tsx'
import { NothingFound } from '../../widgets/lists/nothing-found.tsx'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { FixItem } from './fix-item.tsx'
import { isFiltered, keyOf, noFilters, queryOf } from './model.ts'
import type { FixesSearch } from './search.ts'

type Props = AccountListProps<FixesSearch>

/** "Which upgrade closes the most findings?" */
export const FixesPage = listPage<FixesSearch, FixUpgrade, ReturnType<typeof useFixes>>({
  messages,
  permission: 'insights.read',
  viewed: 'fixes',
  useRows: useFixes,
  filters: [
    {
      kind: 'text',
      field: 'project',
      label: messages.project,
      placeholder: messages.projectHint,
      width: 'wide',
    },
    {
      kind: 'select',
      field: 'severity',
      label: messages.severity,
      options: [
        { value: '', label: messages.anySeverity },
        ...ratedSeverities.map((value) => ({ value, label: messages.counts[value] })),
      ],
    },
    { kind: 'projects', team: 'teamUUID', tag: 'tags' },
    {
      kind: 'other',
      render: ({ search, onSearch }) => (
        <CompactSelect
          label={messages.show}
          value={search.snoozed ? 'snoozed' : 'open'}
          options={(['open', 'snoozed'] as const).map((value) => ({ value, label: messages.views[value] }))}
          onChange={(value) => onSearch({ snoozed: value === 'snoozed' || undefined })}
        />
      ),
    },
    {
      kind: 'select',
      field: 'sort',
      label: messages.sort,
      options: fixOrders.map((value) => ({ value, label: messages.orders[value] })),
    },
  ],
  noFilters,
  download: {
    fileName: 'fixes.csv',
    read: ({ search }) => api.fixes.csv({ query: queryOf(search) }),
  },
  body: (rows, props) => <Upgrades {...props} upgrades={rows} />,
  rowHeight: 'h-21.25 sm:h-17.25',
  above: () => <ListNotice of={exploitLists} />,
  before: (rows, { overview }, { search }) => (
    <Overview overview={search.snoozed ? undefined : overview} isConfirmed={hasConfirmed(rows)} />
  ),
  beforeSkeleton: <Skeleton className="h-5 w-80 max-w-full" />,
  instead: ({ rows, isPlaceholderData }, { search, account }) =>
    rows?.length === 0 && !isFiltered(search) && !isPlaceholderData ? (
      search.snoozed ? (
        <EmptyState title={messages.noneSnoozed} />
      ) : (
        <NothingFound accountUuid={account.uuid} title={messages.none} hint={messages.noneHint} />
      )
    ) : undefined,
  isEmptyWithFilters: true,
})

/** Matching upgrades, page by page. */
function useFixes({ search }: Props) {
  const query = queryOf(search)
  const found = usePages({
    key: ['fixes', query],
    read: (cursor, options) => api.fixes.list({ query: { ...query, ...cursor } }, options),
    rowsOf: ({ upgrades }): FixUpgrade[] => upgrades,
  })
  return { ...found, overview: found.data?.pages[0]?.overview }
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

interface UpgradesProps extends Props {
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
