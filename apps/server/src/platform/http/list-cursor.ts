import { findInputIssue } from '@assay/contract/input-rules.ts'
import { decodeCursor, encodeCursor } from '@assay/text/cursor.ts'
import { z } from 'zod'
import { Problem } from './problem.ts'

/** The previous page's last row, by its sort columns. */
export const writeCursor = (position: readonly string[]): string => encodeCursor(position)

/** Decodes this many values; null without a cursor. Throws Problem 400 if it belongs to another list. */
export function readCursor(text: string | undefined, length: number): string[] | null {
  if (text === undefined) return null
  const { data } = z.array(z.string()).length(length).safeParse(decodeCursor(text))
  // The encoded value was not covered by the validation of the query.
  if (!data || findInputIssue(data))
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return data
}
