import { findInputIssue } from '@assay/contract/input-rules.ts'
import type { SortDirection, sortColumns } from '@assay/contract/metrics.ts'
import { Uuid } from '@assay/contract/vocabulary.ts'
import { decodeCursor, encodeCursor } from '@assay/text/cursor.ts'
import { z } from 'zod'
import { Problem } from '#platform/http/problem.ts'

export type SortColumn = (typeof sortColumns)[number]

export interface Order {
  sort: SortColumn
  direction: SortDirection
}

/** The previous page's last row: its sort value, and its branch to break ties. */
export interface Position {
  value: string | number
  uuid: string
}

const textColumns: ReadonlySet<SortColumn> = new Set(['projectUrl', 'projectBranch'])

export const isText = (sort: SortColumn) => textColumns.has(sort)

const Cursor = z.object({
  sort: z.string(),
  direction: z.string(),
  value: z.union([z.string(), z.int()]),
  uuid: Uuid,
})

export const writeCursor = ({ sort, direction }: Order, { value, uuid }: Position): string =>
  encodeCursor({ sort, direction, value, uuid })

/** Throws Problem 400 for an invalid cursor or one of another sort order. */
export function readCursor(order: Order, text: string | undefined): Position | null {
  if (text === undefined) return null
  const { data } = Cursor.safeParse(decodeCursor(text))
  const fits = data && data.sort === order.sort && data.direction === order.direction
  // The encoded value was not covered by the validation of the query.
  const isUsable =
    fits && (typeof data.value === 'string') === isText(order.sort) && !findInputIssue(data.value)
  if (!isUsable) throw new Problem(400, 'invalidInput', 'The cursor belongs to a different sort order')
  return { value: data.value, uuid: data.uuid }
}
