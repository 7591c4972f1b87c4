import { findInputIssue } from '@assay/contract/input-rules.ts'
import { z } from 'zod'
import { Problem } from './problem.ts'

/** The previous page's last row, by its sort columns. */
export const writeCursor = (position: readonly string[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** Decodes this many values; null without a cursor. Throws Problem 400 if it belongs to another list. */
export function readCursor(text: string | undefined, length: number): string[] | null {
  if (text === undefined) return null
  const { data } = z.array(z.string()).length(length).safeParse(parseJson(text))
  // The encoded value was not covered by the validation of the query.
  if (!data || findInputIssue(data))
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    // Validated by the schema.
    return undefined
  }
}
