import type { CSSProperties, ReactNode } from 'react'
import { settings as messages } from '../../messages/settings.ts'
import { Header, Table } from '../../ui/table.tsx'
import { type Filter, FilterBar } from '../../widgets/lists/filter-bar.tsx'
import { found } from '../../widgets/lists/search-fields.ts'
import { ActionButton } from './action-button.tsx'
import type { SectionProps, SettingsSearch } from './search.ts'
import { SettingsQuery } from './settings-query.tsx'
import { useUser } from './use-user.ts'
import stackedRows from './stacked-rows.css?inline'

interface Props<T> {
  label: string
  query: { data: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
  columns: readonly { title: string; isNumber?: boolean; className?: string }[]
  /** Shown if there are no rows. */
  none?: string
  /** Where the filter is kept, and the text in which a row is found. Short lists need none. */
  find?: SectionProps & { textOf: (item: T) => string }
  /** A row. */
  children: (item: T) => ReactNode
}

const few = 10
const filters: readonly Filter<SettingsSearch>[] = [
  { kind: 'text', field: 'q', label: messages.filter, placeholder: messages.filter },
]

/** A table of resources, with actions in the last column. */
export function ResourceTable<T>({ find, ...table }: Props<T>) {
  const { account } = useUser()
  const list = table.query.data ?? []
  const q = list.length > few ? (find?.search.q ?? '') : ''
  const shown = find && q !== '' ? found(list, q, find.textOf) : list
  return (
    <>
      {find && list.length > few && (
        <div className="p-3">
          <FilterBar
            account={account}
            search={find.search}
            onSearch={find.onSearch}
            filters={filters}
            onClear={q === '' ? null : () => find.onSearch({ q: undefined })}
            status={`${shown.length} / ${list.length}`}
          />
        </div>
      )}
      <Rows
        {...table}
        {...(q !== '' && { none: messages.nothingMatches })}
        query={{ ...table.query, data: table.query.data && shown }}
      />
    </>
  )
}

const Rows = <T,>({ label, query, columns, none, children }: Omit<Props<T>, 'find'>) => (
  <SettingsQuery query={query}>
    {(list) =>
      list.length === 0 && none !== undefined ? (
        <p className="m-0 p-4 text-soft">{none}</p>
      ) : (
        <div className="stacked" style={titlesOf(columns)}>
          {/* Not in the stylesheet, which is part of the first view. */}
          <style href="stacked-rows" precedence="medium">
            {stackedRows}
          </style>
          <Table label={label}>
            <thead>
              <tr className="border-b border-line">
                {columns.map((column) => (
                  <Header key={column.title} {...column} />
                ))}
                {/* Title of the action column, for screen readers only. */}
                <th scope="col">
                  <span className="sr-only">{messages.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>{list.map(children)}</tbody>
          </Table>
        </div>
      )
    }
  </SettingsQuery>
)

/** For the stylesheet, which repeats the titles in the rows of narrow pages. */
const titlesOf = (columns: Props<unknown>['columns']) =>
  Object.fromEntries(
    columns.map(({ title }, index) => [`--title-${index + 1}`, JSON.stringify(title)]),
  ) as CSSProperties

/** Name of a row. */
export const NameCell = ({ title, children }: { title?: string; children: ReactNode }) => (
  <th
    scope="row"
    {...(title !== undefined && { title })}
    className="min-w-40 px-3 py-1.5 text-left font-medium [overflow-wrap:anywhere]"
  >
    {children}
  </th>
)

interface Action {
  text: string
  /** Accessible name, including the row's name. */
  label: string
  denialReason?: string | null
  run: () => void
}

/** Action buttons of a row. */
export const ActionsCell = ({
  actions = [],
  children,
}: {
  actions?: readonly Action[]
  children?: ReactNode
}) => (
  <td className="px-3 py-1.5">
    <div className="flex min-h-8 flex-wrap items-center justify-end gap-1 whitespace-nowrap max-sm:justify-start">
      {actions.map(({ text, label, denialReason = null, run }) => (
        <ActionButton key={label} variant="quiet" label={label} denialReason={denialReason} onPress={run}>
          {text}
        </ActionButton>
      ))}
      {children}
    </div>
  </td>
)
