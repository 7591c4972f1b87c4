import type { Permission } from '@assay/contract/permissions.ts'
import type { ViewedList } from '@assay/contract/saved-views.ts'
import { Fragment, type ReactNode } from 'react'
import { lists } from '../../messages/lists.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, type ForbiddenText } from '../notices/empty-state.tsx'
import { QueryView } from '../notices/query-view.tsx'
import { type Selection, useSelection } from '../triage/use-selection.ts'
import { usePermission } from '../use-permission.ts'
import {
  type AccountListProps,
  Download,
  type Filter,
  FilterBar,
  type ListProps,
  type Patch,
} from './filter-bar.tsx'
import { ListPage } from './list-page.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListTable, type SelectedRows, type Sorting, type TableDescription } from './list-table.tsx'
import { LoadMore } from './load-more.tsx'
import { NothingFound } from './nothing-found.tsx'
import { isFiltered } from './search-fields.ts'
import { viewOf } from './use-pages.ts'

/** The rows loaded so far, and how to load more: what usePages returns. */
export interface FoundRows<Row> {
  rows: Row[] | undefined
  error: Error | null
  isPlaceholderData: boolean
  isFetching: boolean
  hasNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface Messages {
  title: string
  lead: string
  failed: string
  forbidden: ForbiddenText
  none: string
  noneHint?: string
  /** If filters match nothing; otherwise as if there were nothing. */
  noMatch?: string
  noMatchHint?: string
}

/** A page with a list: columns, filters and a query, and what only this list has. */
export interface ListDescription<Row, Search, Found extends FoundRows<Row>> {
  messages: Messages
  permission: Permission
  /** The list whose filters can be saved as views. */
  viewed?: ViewedList
  /** Next to the heading. */
  actions?: ReactNode
  /** A hook that finds the rows. */
  useRows: (props: AccountListProps<Search>) => Found
  filters: readonly Filter<Search>[]
  /** The search without filters. */
  noFilters: Patch<Search>
  /** The number of rows. */
  status?: (found: Found, props: AccountListProps<Search>) => ReactNode
  /** Saves all rows as CSV. */
  download?: { fileName: string; read: (props: AccountListProps<Search>) => Promise<string> }
  /** After the filters. */
  tools?: (props: AccountListProps<Search>) => ReactNode
  table?: TableDescription<Row>
  /** Of rows that are no table's. */
  body?: (rows: Row[], props: AccountListProps<Search> & { isBusy: boolean }) => ReactNode
  /** Rows that can be selected, and what is done with them. */
  selection?: Omit<SelectedRows<Row>, 'selection'> & {
    permission: Permission
    bar: (selection: Selection, rows: readonly Row[], props: AccountListProps<Search>) => ReactNode
  }
  /** Rows expand to it; the search parameter `open` has the key of one. */
  details?: (row: Row, props: AccountListProps<Search>) => ReactNode
  sorting?: {
    of: (search: Search) => Sorting
    by: (column: string, search: Search) => Patch<Search>
  }
  /** Classes with the usual height of a row, for the skeleton. */
  rowHeight: string
  /** Between filters and rows. */
  above?: (found: Found, props: AccountListProps<Search>) => ReactNode
  /** Right above the rows. */
  before?: (rows: Row[], found: Found, props: AccountListProps<Search>) => ReactNode
  beforeSkeleton?: ReactNode
  /** Below the rows. */
  after?: (found: Found, props: AccountListProps<Search>) => ReactNode
  /** Instead of the button that loads more. */
  more?: (found: Found) => ReactNode
  /** Instead of the rows; undefined: as usual. */
  instead?: (found: Found, props: AccountListProps<Search>) => ReactNode
  /** What an empty list says, if that depends on the search. */
  empty?: (search: Search) => { title: string; hint?: string } | undefined
  /** A list that is empty without filters: the whole page says so, unless its filters stay. */
  isEmptyWithFilters?: boolean
}

/** The component of a page, from its description. */
export function listPage<Search extends object, Row, Found extends FoundRows<Row>>(
  description: ListDescription<Row, Search, Found>,
) {
  const { messages, permission, viewed, actions, useRows } = description
  function Found(props: AccountListProps<Search>) {
    return <DescribedList list={description} found={useRows(props)} {...props} />
  }
  return (props: ListProps<Search>) => (
    <ListPage {...messages} {...(viewed && { viewed })} permission={permission} actions={actions}>
      {(account) => <Found {...props} account={account} />}
    </ListPage>
  )
}

type Props<Row, Search, Found extends FoundRows<Row>> = AccountListProps<Search> & {
  list: ListDescription<Row, Search, Found>
  found: Found
}

/** Filters and results, in all states of the page. */
export function DescribedList<Row, Search extends object, Found extends FoundRows<Row>>({
  list,
  found,
  ...props
}: Props<Row, Search, Found>) {
  const { messages, noFilters } = list
  const { search, account } = props
  const { rows } = found
  const selection = useSelection(list.selection && list.table ? (rows ?? []).map(list.table.keyOf) : [])
  const hasPermission = usePermission()
  const isSet = isFiltered(search, noFilters)
  const clear = () => props.onSearch(noFilters)
  const isEmpty = rows?.length === 0
  if (isEmpty && !isSet && !found.isPlaceholderData && !list.isEmptyWithFilters)
    return (
      list.instead?.(found, props) ?? (
        <NothingFound accountUuid={account.uuid} title={messages.none} hint={messages.noneHint ?? ''} />
      )
    )
  const canSelect = list.selection && hasPermission(list.selection.permission)
  return (
    <div className="grid grid-cols-1 gap-3">
      {list.filters.length > 0 && (
        <Filters list={list} found={found} onClear={isSet ? clear : null} {...props} />
      )}
      {list.above?.(found, props)}
      {list.instead?.(found, props) ?? (
        <Results
          list={list}
          found={found}
          onClear={isSet ? clear : null}
          selected={canSelect ? { ...list.selection!, selection } : null}
          {...props}
        />
      )}
      {list.after?.(found, props)}
      {canSelect && list.selection?.bar(selection, rows ?? [], props)}
    </div>
  )
}

type PartProps<Row, Search, Found extends FoundRows<Row>> = Props<Row, Search, Found> & {
  /** null if no filter is set. */
  onClear: (() => void) | null
}

function Filters<Row, Search extends object, Found extends FoundRows<Row>>({
  list,
  found,
  onClear,
  ...props
}: PartProps<Row, Search, Found>) {
  const { download, tools, status, filters, noFilters } = list
  const { rows } = found
  return (
    <FilterBar
      {...props}
      onSearch={(patch, how) =>
        props.onSearch({ ...patch, ...(Object.hasOwn(noFilters, 'open') && closed) }, how)
      }
      filters={filters}
      onClear={onClear}
      status={rows && status?.(found, props)}
      actions={
        <>
          {tools?.(props)}
          {download && (
            <Download
              fileName={download.fileName}
              read={() => download.read(props)}
              isDisabled={!rows || rows.length === 0}
            />
          )}
        </>
      }
    />
  )
}

type ResultsProps<Row, Search, Found extends FoundRows<Row>> = PartProps<Row, Search, Found> & {
  selected: SelectedRows<Row> | null
}

function Results<Row, Search extends object, Found extends FoundRows<Row>>({
  list,
  found,
  onClear,
  selected,
  ...props
}: ResultsProps<Row, Search, Found>) {
  const { messages } = list
  const empty = (
    <EmptyState {...(list.empty?.(props.search) ?? nothingOf(messages, onClear !== null))}>
      {onClear && <Button onPress={onClear}>{lists.clear}</Button>}
    </EmptyState>
  )
  return (
    <QueryView
      query={viewOf(found)}
      skeleton={
        <>
          {list.beforeSkeleton}
          <ListSkeleton row={list.rowHeight} isTable={list.table !== undefined} />
        </>
      }
      failed={messages.failed}
      forbidden={messages.forbidden}
      missing={empty}
    >
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {list.before?.(rows, found, props)}
            <Rows {...props} list={list} rows={rows} isBusy={found.isPlaceholderData} selected={selected} />
            {list.more ? list.more(found) : <LoadMore found={found} count={rows.length} label={lists.more} />}
          </>
        )
      }
    </QueryView>
  )
}

function nothingOf({ none, noneHint, noMatch, noMatchHint }: Messages, isSet: boolean) {
  const [title, hint] = isSet && noMatch !== undefined ? [noMatch, noMatchHint] : [none, noneHint]
  return { title, ...(hint !== undefined && { hint }) }
}

/** A filter closes the expanded row. */
const closed = { open: undefined }

interface RowsProps<Row, Search, Found extends FoundRows<Row>> {
  list: ListDescription<Row, Search, Found>
  rows: Row[]
  isBusy: boolean
  selected: SelectedRows<Row> | null
}

function Rows<Row, Search extends object, Found extends FoundRows<Row>>({
  list,
  rows,
  isBusy,
  selected,
  ...props
}: AccountListProps<Search> & RowsProps<Row, Search, Found>) {
  const { search, onSearch } = props
  if (list.body) return <Fragment>{list.body(rows, { ...props, isBusy })}</Fragment>
  if (!list.table) return null
  const { open } = search as { open?: string }
  return (
    <ListTable
      table={list.table}
      rows={rows}
      isBusy={isBusy}
      selected={selected}
      details={
        list.details && {
          open,
          onToggle: (key) => onSearch({ open: key === open ? undefined : key } as object, { replace: true }),
          render: (row) => list.details!(row, props),
        }
      }
      sorting={list.sorting?.of(search)}
      onSort={(column) => list.sorting && onSearch(list.sorting.by(column, search), { replace: true })}
    />
  )
}
