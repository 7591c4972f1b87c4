import type { ReactNode } from 'react'
import { settings as words } from '../../texts/settings.ts'
import { Header, Table } from '../../ui/table.tsx'
import { ActButton } from './act-button.tsx'
import { Known } from './known.tsx'

interface Props<T> {
  label: string
  query: { data: readonly T[] | undefined; error: Error | null; refetch: () => unknown }
  columns: readonly { title: string; isNumber?: boolean; className?: string }[]
  /** Said where there is nothing. */
  none?: string
  /** A row. */
  children: (item: T) => ReactNode
}

/** Things of the account as a table, each with its acts in a last column. */
export const Listing = <T,>({ label, query, columns, none, children }: Props<T>) => (
  <Known query={query}>
    {(list) =>
      list.length === 0 && none !== undefined ? (
        <p className="m-0 p-4 text-soft">{none}</p>
      ) : (
        <Table label={label}>
          <thead>
            <tr className="border-b border-line">
              {columns.map((column) => (
                <Header key={column.title} {...column} />
              ))}
              {/* Over the buttons; it needs no words for those who see it. */}
              <th scope="col">
                <span className="sr-only">{words.acts}</span>
              </th>
            </tr>
          </thead>
          <tbody>{list.map(children)}</tbody>
        </Table>
      )
    }
  </Known>
)

/** What a row is called. */
export const NameCell = ({ title, children }: { title?: string; children: ReactNode }) => (
  <th
    scope="row"
    {...(title !== undefined && { title })}
    className="min-w-36 px-3 py-1.5 text-left font-medium [overflow-wrap:anywhere]"
  >
    {children}
  </th>
)

interface Act {
  text: string
  /** With the name of what it is done to. */
  label: string
  refusal?: string | null
  run: () => void
}

/** The buttons of a row. */
export const ActsCell = ({ acts = [], children }: { acts?: readonly Act[]; children?: ReactNode }) => (
  <td className="px-3 py-1.5">
    <div className="flex justify-end gap-1 whitespace-nowrap">
      {acts.map(({ text, label, refusal = null, run }) => (
        <ActButton key={label} look="quiet" label={label} refusal={refusal} onPress={run}>
          {text}
        </ActButton>
      ))}
      {children}
    </div>
  </td>
)
