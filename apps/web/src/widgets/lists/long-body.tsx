import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { useRows } from './use-rows.ts'

interface Props<T> {
  rows: readonly T[]
  columns: number
  keyOf: (row: T) => string
  /** Whether the table has a header row above. */
  hasHeader?: boolean
  /** Renders a row, whose outermost element must have the given attributes. */
  children: (row: T, attributes: RowAttributes) => ReactNode
}

const rowPx = 44

export interface RowAttributes {
  'aria-rowindex': number
}

/** A virtualized table body: long lists only render visible rows. Each row is a tbody including details. */
export function LongBody<T>({ rows, columns, keyOf, hasHeader = true, children }: Props<T>) {
  const start = useRef<HTMLTableSectionElement>(null)
  // oxlint-disable-next-line react/exhaustive-deps -- the keys do not depend on the function's identity
  const keys = useMemo(() => rows.map(keyOf), [rows])
  const { indexes, before, after, measure } = useRows({ list: start, keys, rowPx })
  return (
    <>
      <Space height={before} columns={columns} body={start} />
      {indexes.map((index) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <tbody key={keyOf(row)} ref={measure} data-index={index} className="group/row">
            {children(row, { 'aria-rowindex': index + (hasHeader ? 2 : 1) })}
          </tbody>
        )
      })}
      <Space height={after} columns={columns} />
    </>
  )
}

interface SpaceProps {
  height: number
  columns: number
  body?: RefObject<HTMLTableSectionElement | null>
}

/** Spacer for rows that are not rendered. */
const Space = ({ height, columns, body }: SpaceProps) => (
  <tbody ref={body} aria-hidden>
    {height > 0 && (
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty and hidden */}
        <td colSpan={columns} style={{ height, padding: 0 }} />
      </tr>
    )}
  </tbody>
)
