import {
  type ComponentProps,
  createContext,
  type CSSProperties,
  type ReactNode,
  useContext,
  useState,
} from 'react'
import { settings as messages } from '../../messages/settings.ts'
import { Header, rowStyle, Table } from '../../ui/table.tsx'
import { Confirm } from '../../widgets/forms/confirm.tsx'
import { type Filter, FilterBar } from '../../widgets/lists/filter-bar.tsx'
import { found } from '../../widgets/lists/search-fields.ts'
import { ActionButton, type RenderDialog } from './action-button.tsx'
import type { SectionProps, SettingsSearch } from './search.ts'
import { SettingsQuery } from './settings-query.tsx'
import { useMutationWithToast } from './use-mutation-with-toast.ts'
import { useUser } from './use-user.ts'
import stackedRows from './stacked-rows.css?inline'

/** A column of a table; the first one names the rows. */
export interface Column<T> {
  title: string
  /** Omitted by tables that render their rows. */
  cell?: (item: T) => ReactNode
  hint?: (item: T) => string
  isNumber?: boolean
  /** Of its cells; in one line by default. */
  style?: string
  /** Of its cells and its title. */
  className?: string
}

/** The style of columns whose text may take several lines. */
export const wraps = 'min-w-40 [overflow-wrap:anywhere]'

interface Described {
  text: string
  /** Accessible name, including the row's name. */
  label: string
  denialReason?: string | null
}

/** What can be done with a row: a dialog, a confirmation, or a function. */
type Immediate = Described &
  (
    | { renderDialog: RenderDialog }
    | { confirm: Omit<ComponentProps<typeof Confirm>, 'onClose'> }
    | { run: () => void }
  )

/** A request, after which the page's data is fetched again. */
interface Call extends Described {
  call: () => Promise<unknown>
  /** The row disappears meanwhile. */
  hides?: boolean
}

export type Action = Immediate | Call

interface Props<T> {
  label: string
  query: { data: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
  columns: readonly Column<T>[]
  /** Its uuid by default. */
  keyOf?: (item: T) => string
  /** In the last column of a row. */
  actions?: (item: T) => readonly Action[]
  /** Beside the actions of a row. */
  renderBeside?: (item: T) => ReactNode
  /** Shown if there are no rows. */
  none?: string
  /** Where the filter is kept, and the text in which a row is found. Short lists need none. */
  find?: SectionProps & { textOf: (item: T) => string }
  /** A row that needs more than columns and actions. */
  children?: (item: T) => ReactNode
}

/** Set by the table, which contains the dialogs of its rows. */
const OpenDialog = createContext<(dialog: RenderDialog) => void>(() => undefined)

const few = 10
const filters: readonly Filter<SettingsSearch>[] = [
  { kind: 'text', field: 'q', label: messages.filter, placeholder: messages.filter },
]

/** A table of resources, with actions in the last column. */
export function ResourceTable<T>({ find, ...table }: Props<T>) {
  const { account } = useUser()
  const [dialog, setDialog] = useState<{ render: RenderDialog } | null>(null)
  const list = table.query.data ?? []
  const q = list.length > few ? (find?.search.q ?? '') : ''
  const shown = find && q !== '' ? found(list, q, find.textOf) : list
  return (
    <OpenDialog value={(render) => setDialog({ render })}>
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
      {dialog?.render(() => setDialog(null))}
    </OpenDialog>
  )
}

const uuidOf = (item: unknown) => (item as { uuid: string }).uuid

const Rows = <T,>({ label, query, none, keyOf = uuidOf, children, ...row }: Omit<Props<T>, 'find'>) => (
  <SettingsQuery query={query}>
    {(list) =>
      list.length === 0 && none !== undefined ? (
        <p className="m-0 p-4 text-soft">{none}</p>
      ) : (
        <div className="stacked" style={titlesOf(row.columns)}>
          {/* Not in the stylesheet, which is part of the first view. */}
          <style href="stacked-rows" precedence="medium">
            {stackedRows}
          </style>
          <Table label={label}>
            <thead>
              <tr className="border-b border-line">
                {row.columns.map(({ title, isNumber = false, className = '' }) => (
                  <Header key={title} title={title} isNumber={isNumber} className={className} />
                ))}
                {/* Title of the action column, for screen readers only. */}
                <th scope="col">
                  <span className="sr-only">{messages.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>{list.map(children ?? ((item) => <Row key={keyOf(item)} item={item} {...row} />))}</tbody>
          </Table>
        </div>
      )
    }
  </SettingsQuery>
)

/** For the stylesheet, which repeats the titles in the rows of narrow pages. */
const titlesOf = (columns: readonly { title: string }[]) =>
  Object.fromEntries(
    columns.map(({ title }, index) => [`--title-${index + 1}`, JSON.stringify(title)]),
  ) as CSSProperties

type RowProps<T> = Pick<Props<T>, 'columns' | 'actions' | 'renderBeside'> & { item: T }

function Row<T>({ item, columns, actions, renderBeside }: RowProps<T>) {
  const act = useMutationWithToast(({ call }: Call) => call())
  if (act.isPending && act.variables.hides) return null
  const [name, ...others] = columns
  return (
    <tr className={rowStyle}>
      <NameCell {...(name!.hint && { title: name!.hint(item) })}>{name!.cell?.(item)}</NameCell>
      {others.map(({ title, cell, hint, isNumber, style = 'whitespace-nowrap', className = '' }) => (
        <td
          key={title}
          title={hint?.(item)}
          className={`px-3 py-1.5 ${isNumber ? 'tabular text-right' : ''} ${style} ${className}`}
        >
          {cell?.(item)}
        </td>
      ))}
      <ActionsCell
        actions={(actions?.(item) ?? []).map((action) =>
          'call' in action ? { ...action, run: () => act.mutate(action) } : action,
        )}
      >
        {renderBeside?.(item)}
      </ActionsCell>
    </tr>
  )
}

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

/** Action buttons of a row. */
export function ActionsCell({
  actions = [],
  children,
}: {
  actions?: readonly Immediate[]
  children?: ReactNode
}) {
  const open = useContext(OpenDialog)
  const start = (action: Immediate) => {
    if ('run' in action) action.run()
    else
      open(
        'renderDialog' in action
          ? action.renderDialog
          : (onClose) => <Confirm {...action.confirm} onClose={onClose} />,
      )
  }
  return (
    <td className="px-3 py-1.5">
      <div className="flex min-h-8 flex-wrap items-center justify-end gap-1 whitespace-nowrap max-sm:justify-start">
        {actions.map((action) => (
          <ActionButton
            key={action.label}
            variant="quiet"
            label={action.label}
            denialReason={action.denialReason ?? null}
            onPress={() => start(action)}
          >
            {action.text}
          </ActionButton>
        ))}
        {children}
      </div>
    </td>
  )
}
