import { type MouseEvent, type ReactNode, useId } from 'react'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { SelectAllBox, SelectBox } from '../triage/select-box.tsx'
import type { Selection } from '../triage/use-selection.ts'
import { LongBody, type RowAttributes } from './long-body.tsx'

/** A column of a list; the first one names the rows. */
export interface Column<Row> {
  title: string
  cell: (row: Row, isNarrow: boolean) => ReactNode
  /** The narrowest pages that have it; wide ones by default. */
  from?: 'narrow' | 'medium'
  /** What narrow pages show of it below the name; true: the cell. */
  below?: true | ((row: Row) => ReactNode)
  /** Class with its width; without one, it takes what is left. */
  width?: string
  narrow?: { title?: string; width?: string }
  isNumber?: boolean
  style?: string
  hint?: (row: Row) => string
  /** If false for all rows, the column is left out. */
  isFilled?: (row: Row) => boolean
  /** The header sorts by it. */
  isSortable?: boolean
}

/** Columns in the order of their titles. */
export const columnsOf = <Row, Id extends string>(
  titles: Readonly<Record<Id, string>>,
  columns: Record<Id, Omit<Column<Row>, 'title'>>,
): Record<string, Column<Row>> =>
  Object.fromEntries(
    Object.entries<string>(titles).map(([id, title]) => [id, { title, ...columns[id as Id] }]),
  )

export interface Sorting {
  sort: string
  direction: 'asc' | 'desc'
}

/** How a list looks, whatever its rows are at the moment. */
export interface TableDescription<Row> {
  label: string
  /** By id, in order. */
  columns: Record<string, Column<Row>>
  keyOf: (row: Row) => string
  /** Below the name, on pages of every width. */
  subtitleOf?: (row: Row) => ReactNode
  /** Rows are one line high, and centered in it. */
  isCentered?: boolean
  /** Media queries of narrow and medium pages. */
  widths?: { narrow: string; medium: string }
}

export interface SelectedRows<Row> {
  selection: Selection
  labelOf: (row: Row) => string
  /** Label of the box that selects all loaded rows. */
  all?: string
  isSelectable?: (row: Row) => boolean
}

interface Details<Row> {
  /** Key of the expanded row. */
  open: string | undefined
  onToggle: (key: string) => void
  render: (row: Row) => ReactNode
}

interface Props<Row> {
  table: TableDescription<Row>
  rows: readonly Row[]
  isBusy: boolean
  selected: SelectedRows<Row> | null
  details?: Details<Row> | undefined
  sorting?: Sorting | undefined
  onSort?: (column: string) => void
}

type Shown<Row> = [id: string, column: Column<Row>][]

/** The columns that a page of a width has, without those that are empty in every row. */
export const shownColumns = <Row,>(
  columns: Record<string, Column<Row>>,
  rows: readonly Row[],
  { isNarrow, isMedium }: { isNarrow: boolean; isMedium: boolean },
): Shown<Row> =>
  Object.entries(columns)
    .filter(([, { from }], at) => at === 0 || !isMedium || from === 'narrow' || (!isNarrow && from))
    .filter(([, { isFilled }]) => isFilled === undefined || rows.some(isFilled))

const usual = { narrow: '(width < 48rem)', medium: '(width < 75rem)' }

/** The table of a list page; long ones only render visible rows. */
export function ListTable<Row>({ table, rows, isBusy, selected, details, sorting, onSort }: Props<Row>) {
  const { label, keyOf, widths = usual } = table
  const isNarrow = useMedia(widths.narrow)
  const isMedium = useMedia(widths.medium)
  const shown = shownColumns(table.columns, rows, { isNarrow, isMedium })
  return (
    <div className="grid gap-1">
      {selected?.all !== undefined && (
        <SelectAllBox label={selected.all} selection={selected.selection} count={rows.length} />
      )}
      <div className="@container overflow-clip rounded-card border border-line bg-surface">
        <table
          aria-label={label}
          aria-busy={isBusy}
          aria-rowcount={rows.length + 1}
          className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
        >
          <colgroup>
            {shown.map(([id, { width, narrow }]) => (
              <col key={id} className={isNarrow ? narrow?.width : width} />
            ))}
          </colgroup>
          <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
            <tr className="border-b border-line" aria-rowindex={1}>
              {shown.map(([id, { title, narrow, isNumber = false, isSortable }]) => (
                <Header
                  key={id}
                  title={(isNarrow && narrow?.title) || title}
                  isNumber={isNumber}
                  sorted={sorting?.sort === id ? sorting.direction : null}
                  {...(isSortable && onSort && { onSort: () => onSort(id) })}
                />
              ))}
            </tr>
          </thead>
          <LongBody rows={rows} columns={shown.length} keyOf={keyOf}>
            {(row, attributes) => (
              <ListRow
                table={table}
                row={row}
                attributes={attributes}
                shown={shown}
                isNarrow={isNarrow}
                selected={selected}
                details={details}
              />
            )}
          </LongBody>
        </table>
      </div>
    </div>
  )
}

interface RowProps<Row> extends Pick<Props<Row>, 'table' | 'selected'> {
  details: Details<Row> | undefined
  row: Row
  attributes: RowAttributes
  shown: Shown<Row>
  isNarrow: boolean
}

function ListRow<Row>({ table, row, attributes, shown, isNarrow, selected, details }: RowProps<Row>) {
  const id = useId()
  const key = table.keyOf(row)
  const isOpen = details?.open === key
  // Text stands beside that of a button, which is higher. In an expandable row, the chevron has no baseline.
  const vertical = table.isCentered ? '' : details ? 'align-top' : 'align-baseline'
  // The name may be a link, which is higher than text.
  const align = table.isCentered ? 'py-1.5' : `pt-2 pb-1.5 ${vertical}`
  const [name] = shown
  const content = (
    <>
      <Name content={name![1].cell(row, isNarrow)} expands={details && { isOpen, id }} isNarrow={isNarrow} />
      <Below
        content={table.subtitleOf?.(row)}
        row={row}
        columns={isNarrow ? table.columns : {}}
        isIndented={details !== undefined}
      />
    </>
  )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the row's button does the same; x on one of its links selects it */}
      <tr
        {...attributes}
        {...(selected && { onKeyDown: selected.selection.onKeyDown(key) })}
        {...(details && { onClick: (event) => isClick(event) && details.onToggle(key) })}
        className={`border-b border-line-soft hover:bg-hover ${details ? 'cursor-pointer' : ''} ${isOpen ? 'bg-hover' : 'group-last/row:border-0'}`}
      >
        <th
          scope="row"
          title={name![1].hint?.(row)}
          className={`px-3 py-1.5 text-left font-normal [overflow-wrap:anywhere] ${vertical}`}
        >
          {selected ? (
            <span className="flex items-start gap-2">
              {(selected.isSelectable?.(row) ?? true) && (
                <SelectBox label={selected.labelOf(row)} selection={selected.selection} rowKey={key} />
              )}
              <span className="min-w-0 grow self-baseline">{content}</span>
            </span>
          ) : (
            content
          )}
        </th>
        {shown.slice(1).map(([column, { cell, isNumber, style = '', hint }]) => (
          <td
            key={column}
            className={`px-3 ${align} ${isNumber ? 'tabular text-right' : ''} ${style}`}
            title={hint?.(row)}
          >
            {cell(row, isNarrow)}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td id={id} colSpan={shown.length} className="bg-page p-0">
            {/* As wide as the visible part of the table. */}
            <div className="w-[100cqw] px-4 py-4">{details.render(row)}</div>
          </td>
        </tr>
      )}
    </>
  )
}

/** A click that selects text does not open the row; a button or link in it does what it says. */
const isClick = ({ target }: MouseEvent<HTMLElement>) =>
  (target as Element).closest('[data-row]') !== null ||
  ((target as Element).closest('a, button, input, label') === null && getSelection()?.isCollapsed !== false)

interface NameProps {
  content: ReactNode
  expands: { isOpen: boolean; id: string } | undefined
  isNarrow: boolean
}

/** The whole row is clickable; the button makes that accessible by keyboard. */
function Name({ content, expands, isNarrow }: NameProps) {
  if (!expands) return content
  const { isOpen, id } = expands
  return (
    <button
      type="button"
      data-row
      {...(isNarrow && { 'data-over': true })}
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': id })}
      className="flex min-h-6 w-full cursor-pointer items-start gap-1.5 text-left outline-offset-0 [overflow-wrap:anywhere]"
    >
      <ChevronIcon
        className={`mt-0.5 size-3.5 text-soft transition-transform ${isOpen ? 'rotate-90' : ''}`}
      />
      <span className="min-w-0">{content}</span>
    </button>
  )
}

interface BelowProps<Row> {
  content: ReactNode
  row: Row
  columns: Record<string, Column<Row>>
  isIndented: boolean
}

/** What belongs to the name, and what narrow pages have no column for. */
function Below<Row>({ content, row, columns, isIndented }: BelowProps<Row>) {
  const others = Object.entries(columns).filter(([, { below }]) => below !== undefined)
  if (!content && others.length === 0) return null
  return (
    <span className={`grid justify-items-start gap-y-1 text-xs text-soft ${isIndented ? 'pl-5' : ''}`}>
      {content}
      {others.map(([id, { below, cell }]) => (
        <span key={id}>{typeof below === 'function' ? below(row) : cell(row, true)}</span>
      ))}
    </span>
  )
}
