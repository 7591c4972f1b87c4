import type { Dependency } from '@assay/contract/insights.ts'
import { components as messages } from '../../messages/components.ts'
import { Header } from '../../ui/table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { LongBody } from '../../widgets/lists/long-body.tsx'
import { DependencyRow } from './dependency-row.tsx'
import { filledColumns, keyOf, nextSort } from './model.ts'
import { type SortColumn, sortColumns, type AccountProps, type Column } from './search.ts'
import { sortingOf } from './use-dependencies.ts'

const widths: Record<Column, string> = {
  name: '',
  ecosystem: 'w-26',
  projects: 'w-24',
  required: 'w-26',
  vulnerabilities: 'w-36',
  fix: 'w-30',
  license: 'w-44 min-[100rem]:w-64',
  age: 'w-32',
  libyears: 'w-24',
}
const numbers: readonly Column[] = ['projects', 'libyears']

const all = Object.keys(messages.columns) as Column[]
const medium: readonly Column[] = ['name', 'projects', 'required', 'vulnerabilities', 'fix', 'age']
const narrow: readonly Column[] = ['name', 'projects', 'vulnerabilities']

const isSortable = (column: Column): column is Column & SortColumn =>
  (sortColumns as readonly string[]).includes(column)

interface Props extends AccountProps {
  rows: Dependency[]
  isBusy: boolean
}

export function DependenciesTable({ rows, isBusy, search, account, onSearch }: Props) {
  const isNarrow = useMedia('(width < 48rem)')
  const isMedium = useMedia('(width < 75rem)')
  const shown = filledColumns(isNarrow ? narrow : isMedium ? medium : all, rows)
  const sorting = sortingOf(search)
  return (
    <div className="@container overflow-clip rounded-card border border-line bg-surface">
      <table
        aria-label={messages.list}
        aria-busy={isBusy}
        aria-rowcount={rows.length + 1}
        className={`w-full table-fixed border-collapse text-sm transition-opacity ${isBusy ? 'opacity-60' : ''}`}
      >
        <colgroup>
          {shown.map((column) => (
            <col key={column} className={isNarrow && column !== 'name' ? 'w-21' : widths[column]} />
          ))}
        </colgroup>
        <thead className="bg-surface lg:sticky lg:top-(--navbar) lg:z-[2] lg:shadow-[inset_0_-1px_var(--line)]">
          <tr className="border-b border-line" aria-rowindex={1}>
            {shown.map((column) => (
              <Header
                key={column}
                title={
                  isNarrow && column === 'vulnerabilities'
                    ? messages.narrow.vulnerabilities
                    : messages.columns[column]
                }
                isNumber={numbers.includes(column)}
                {...(isSortable(column) && {
                  sorted: sorting.sort === column ? sorting.direction : null,
                  onSort: () => onSearch(nextSort(column, sorting)),
                })}
              />
            ))}
          </tr>
        </thead>
        <LongBody rows={rows} columns={shown.length} keyOf={keyOf}>
          {(row, attributes) => (
            <DependencyRow
              row={row}
              attributes={attributes}
              shown={shown}
              search={search}
              account={account}
              isNarrow={isNarrow}
              isOpen={keyOf(row) === search.open}
              onToggle={() =>
                onSearch({ open: keyOf(row) === search.open ? undefined : keyOf(row) }, { replace: true })
              }
            />
          )}
        </LongBody>
      </table>
    </div>
  )
}
