import type { ComponentItem } from '@assay/contract/scans.ts'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { QueryView } from '../../../widgets/notices/query-view.tsx'
import { LongBody } from '../../../widgets/lists/long-body.tsx'
import { EmptyState } from '../../../widgets/notices/empty-state.tsx'
import { report as messages } from '../../../messages/report.ts'
import { Header, numberCell, Table } from '../../../ui/table.tsx'
import {
  type ComponentColumn,
  filterComponents,
  isComponentColumn,
  sortComponents,
} from './components-model.ts'
import { ComponentName } from './component-name.tsx'
import { componentsCsv } from './components-csv.ts'
import { FilterBar, FilteredListSkeleton } from '../report/filter-bar.tsx'
import { ListExport } from '../report/list-export.tsx'
import { forbidden, type ReportProps, type TabProps } from '../report/props.ts'
import { useComponents } from './use-components.ts'

export interface Column {
  title: string
  /** Sort key, if sortable. */
  sort?: ComponentColumn
  /** 'hidden md:table-cell' hides it on narrow pages. */
  className?: string
  isNumber?: boolean
  cell: (row: ComponentItem) => ReactNode
}

interface Props extends TabProps {
  texts: { heading: string; none: string; noneHint: string; name: string }
  isListed: (each: ComponentItem) => boolean
  /** Search filters in effect. */
  isShown?: (each: ComponentItem) => boolean
  firstSort: ComponentColumn
  /** Content after the component's name. */
  columns: readonly Column[]
  notesOf?: (each: ComponentItem) => string[]
  /** Additional filters. */
  Filters?: ComponentType<ReportProps & { listed: ComponentItem[] }>
}

/** The components of a scan in one assessment. */
export function ComponentList(props: Props) {
  return (
    <QueryView
      query={useComponents(props.overview)}
      skeleton={<FilteredListSkeleton />}
      failed={messages.failed}
      forbidden={forbidden}
    >
      {(known) => <Listed {...props} components={known} />}
    </QueryView>
  )
}

function Listed(props: Props & { components: ComponentItem[] }) {
  const { texts, components, isListed, isShown, firstSort, Filters, overview, search, onSearch } = props
  const listed = useMemo(() => components.filter(isListed), [components, isListed])
  const sort = isComponentColumn(search.sort) ? search.sort : firstSort
  const rows = useMemo(() => {
    const found = filterComponents(listed, search)
    return sortComponents(isShown ? found.filter(isShown) : found, { sort, direction: search.direction })
  }, [listed, isShown, search, sort])
  if (listed.length === 0) return <EmptyState title={texts.none} hint={texts.noneHint} />
  return (
    <section aria-label={texts.heading} className="grid grid-cols-1 gap-3">
      <FilterBar
        search={search}
        onSearch={onSearch}
        noun="component"
        shown={rows.length}
        all={listed.length}
        actions={
          <ListExport
            overview={overview}
            onSearch={onSearch}
            name={search.tab ?? 'list'}
            toCsv={() => componentsCsv(rows)}
          />
        }
      >
        {Filters && <Filters listed={listed} search={search} onSearch={onSearch} />}
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyState title={messages.nothingMatches} />
      ) : (
        <Rows {...props} rows={rows} sort={sort} />
      )}
    </section>
  )
}

type RowsProps = Props & { rows: ComponentItem[]; sort: ComponentColumn }

function Rows({ texts, columns, notesOf, rows, sort, search, onSearch }: RowsProps) {
  const { direction = 'asc' } = search
  const all = [{ title: texts.name, sort: 'name' as const, className: '' }, ...columns]
  return (
    <div className="rounded-card border border-line bg-surface">
      <Table label={texts.heading} rowCount={rows.length + 1}>
        <thead>
          <tr className="border-b border-line">
            {all.map(({ title, sort: own, className = '', isNumber = false }: Omit<Column, 'cell'>) => (
              <Header
                key={title}
                title={title}
                className={className}
                isNumber={isNumber}
                {...(own && {
                  sorted: own === sort ? direction : null,
                  onSort: () =>
                    onSearch({ sort: own, direction: own === sort && direction === 'asc' ? 'desc' : 'asc' }),
                })}
              />
            ))}
          </tr>
        </thead>
        <LongBody
          rows={rows}
          columns={all.length}
          keyOf={({ name, version, purl }) => purl ?? `${name}@${version}`}
        >
          {(row, attributes) => (
            <tr {...attributes} className="border-b border-line-soft group-last/row:border-0 hover:bg-hover">
              <ComponentName {...row} notes={notesOf?.(row)} />
              {columns.map(({ title, className = '', isNumber = false, cell }) => (
                <td key={title} className={isNumber ? numberCell : `px-3 py-1.5 ${className}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )}
        </LongBody>
      </Table>
    </div>
  )
}
