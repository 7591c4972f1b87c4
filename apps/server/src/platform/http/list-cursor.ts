import { findInputIssue } from '@assay/contract/input-rules.ts'
import { z } from 'zod'
import { Problem } from './problem.ts'

/** The last row of the page before, by the texts that its list is ordered by. */
export const writeCursor = (position: readonly string[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** So many texts; null without a cursor. Throws Problem 400 when it is of no such list. */
export function readCursor(text: string | undefined, length: number): string[] | null {
  if (text === undefined) return null
  const { data } = z.array(z.string()).length(length).safeParse(parseJson(text))
  // Encoded, it was not looked at with the rest of the query.
  if (!data || findInputIssue(data)) throw new Problem(400, 'invalidInput', 'The cursor is of no such list')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    // Checked by the schema, like everything else that is no cursor.
    return undefined
  }
}
