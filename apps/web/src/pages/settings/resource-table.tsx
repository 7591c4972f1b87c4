import type { CSSProperties, ReactNode } from 'react'
import { settings as messages } from '../../messages/settings.ts'
import { Header, Table } from '../../ui/table.tsx'
import { ActionButton } from './action-button.tsx'
import { SettingsQuery } from './settings-query.tsx'
import stackedRows from './stacked-rows.css?inline'

interface Props<T> {
  label: string
  query: { data: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
  columns: readonly { title: string; isNumber?: boolean; className?: string }[]
  /** Shown if there are no rows. */
  none?: string
  /** A row. */
  children: (item: T) => ReactNode
}

/** A table of resources, with actions in the last column. */
export const ResourceTable = <T,>({ label, query, columns, none, children }: Props<T>) => (
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
