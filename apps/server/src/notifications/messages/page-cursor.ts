import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { Problem } from '#platform/http/problem.ts'

/** Cursor for lists sorted newest first: the last row of the previous page. */
export interface Position {
  /** Epoch ms. */
  at: number
  uuid: string
}

/** Throws Problem 400 for an invalid cursor. */
export function readPosition(cursor: string | undefined): Position | null {
  const read = readCursor(cursor, 2)
  if (!read) return null
  const [at, uuid] = [Number(read[0]), read[1]!]
  if (
    !Number.isSafeInteger(at) ||
    at < 0 ||
    at > 8e15 ||
    !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(uuid)
  )
    throw new Problem(400, 'invalidInput', 'The cursor does not belong to this list')
  return { at, uuid }
}

/** Cursor of the next page, if there is one more row than requested. */
export function nextCursorOf(
  rows: readonly { createdAt: Date; uuid: string }[],
  limit: number,
): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last ? writeCursor([String(last.createdAt.getTime()), last.uuid]) : null
}
