import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { api } from '../../api/client.ts'
import { components as messages } from '../../messages/components.ts'
import { lists } from '../../messages/lists.ts'
import { paths } from '../../paths.ts'
import { FilterField } from '../../ui/filter-field.tsx'
import { listPage } from '../../widgets/lists/described-list.tsx'
import type { AccountListProps } from '../../widgets/lists/filter-bar.tsx'
import { LoadMore } from '../../widgets/lists/load-more.tsx'
import { EcosystemSelect } from '../../widgets/lists/project-selects.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { columns } from './columns.tsx'
import { DependencyDetails } from './dependency-details.tsx'
import { keyOf, nextSort, noFilters, queryOf, wantedOf } from './model.ts'
import { type ComponentsSearch, flags, sortColumns } from './search.ts'
import { sortingOf, useDependencies } from './use-dependencies.ts'

const ToLicenses = () => (
  <Link data-target to={paths.licenses} className="inline-flex min-h-8 items-center font-medium text-accent">
    {messages.toLicenses}
  </Link>
)

type Props = AccountListProps<ComponentsSearch>

/** "Where is log4j-core before 2.17.1?" */
export const ComponentsPage = listPage({
  messages,
  permission: 'insights.read',
  viewed: 'components',
  actions: <ToLicenses />,
  useRows: ({ account, search }: Props) => useDependencies(account.uuid, search),
  filters: [
    { kind: 'text', field: 'q', label: messages.search, placeholder: messages.searchHint },
    { kind: 'other', render: (props) => <FoundFilters {...props} /> },
    {
      kind: 'select',
      field: 'relation',
      label: messages.relation,
      options: [
        { value: '', label: messages.relations.any },
        { value: 'direct', label: messages.relations.direct },
        { value: 'transitive', label: messages.relations.transitive },
      ],
    },
    {
      kind: 'toggles',
      label: messages.show,
      options: flags.map((value) => ({ value, label: messages.flags[value] })),
      selected: ({ show = '' }) => show.split(',').filter(Boolean),
      patch: (selected) => ({ show: selected.join(',') || undefined }),
    },
    { kind: 'projects', team: 'team', tag: 'tag' },
  ],
  noFilters,
  status: ({ rows = [], hasNextPage, isSorting }, { search }) =>
    wantedOf(search).isRange &&
    (isSorting ? messages.sorting(rows.length) : messages.count(rows.length, hasNextPage)),
  download: {
    fileName: 'components.csv',
    read: ({ account, search }) =>
      api.insights.csv({ params: { accountUuid: account.uuid }, query: queryOf(search) }),
  },
  table: { label: messages.list, columns, keyOf },
  details: (row, props) => <DependencyDetails {...props} row={row} />,
  sorting: {
    of: sortingOf,
    by: (column, search) =>
      nextSort(
        sortColumns.find((each) => each === column)!,
        sortingOf(search),
      ),
  },
  rowHeight: 'h-12.25 md:h-8',
  instead(_found, { search }) {
    const { range, isRange } = wantedOf(search)
    return isRange ? undefined : <EmptyState title={messages.badRange(range)} hint={messages.rangeHint} />
  },
  // Client-side sorting needs all rows, up to a limit.
  more(found) {
    const count = found.rows?.length ?? 0
    if (!found.isSortedHere) return <LoadMore found={found} count={count} label={lists.more} />
    if (!found.hasNextPage || found.isSorting) return null
    return <p className="m-0 text-center text-soft">{messages.sortedPart(count)}</p>
  },
})

/** The API's value for components without a license. */
const noLicense = 'none'
const maxSuggestions = 100

/** Version range, license and ecosystem, the latter with what the shown rows have. */
function FoundFilters({ search, account, onSearch }: Props) {
  const { name, range, isRange } = wantedOf(search)
  const { rows = [] } = useDependencies(account.uuid, search)
  const licenses = new Set(rows.flatMap((row) => row.licenses))
  return (
    <>
      <Labeled
        label={messages.version}
        placeholder={messages.versionHint}
        value={range}
        isInvalid={!isRange}
        // From now on, the version comes from this field instead of the search text.
        onChange={(version) => onSearch({ q: name || undefined, version: version || undefined })}
      />
      <Labeled
        label={messages.license}
        placeholder={messages.licenseHint}
        value={search.license === noLicense ? lists.noLicense : (search.license ?? '')}
        suggestions={[lists.noLicense, ...licenses].slice(0, maxSuggestions)}
        onChange={(typed) =>
          onSearch({ license: (typed === lists.noLicense ? noLicense : typed) || undefined })
        }
      />
      <EcosystemSelect
        value={search.ecosystem}
        loaded={rows.map(({ ecosystem }) => ecosystem)}
        hasOther
        onChange={(ecosystem) => onSearch({ ecosystem: ecosystem || undefined })}
      />
    </>
  )
}

/** With a visible label, like the selects. */
const Labeled = (props: ComponentProps<typeof FilterField>) => (
  <label className="flex items-center gap-2 text-xs whitespace-nowrap text-soft max-sm:w-full">
    {props.label}
    <FilterField {...props} width="narrow" />
  </label>
)
