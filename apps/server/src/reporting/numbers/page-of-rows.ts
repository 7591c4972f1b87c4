import type { AccountNumbers } from './account-numbers.ts'
import { isText, type Order, type Position } from './cursor.ts'
import { compareBytes } from './directory.ts'
import { firstOf } from './first-rows.ts'
import type { MetricsRow, Page } from './metrics-response.ts'
import { rowAt } from './row-of-span.ts'
import { eachSpan, type SpanFigures, type Spans } from './spans.ts'

/** A page of the rows, with one more than the limit if there is a next one. */
export function pageOf(numbers: AccountNumbers, spans: Spans, { order, after, limit }: Page): MetricsRow[] {
  const { uuids } = numbers.directory
  const sign = signOf(order.direction)
  const keys = keysOf(numbers, spans, order)
  const uuidOf = (at: number) => uuids[spans.branches[at]!]!
  const isBehind = after && behind(after, keyOf(numbers, order, after))
  function behind({ uuid }: Position, key: number) {
    return (at: number) => sign * (keys[at]! - key || compareBytes(uuidOf(at), uuid)) > 0
  }
  const rows = firstOf(
    candidates(spans.size, isBehind),
    limit + 1,
    (one, other) => sign * (keys[one]! - keys[other]! || compareBytes(uuidOf(one), uuidOf(other))),
  )
  return rows.map((at) => rowAt(numbers, spans, at))
}

function* candidates(size: number, isBehind: ((at: number) => boolean) | null): Generator<number> {
  for (let at = 0; at < size; at++) if (isBehind === null || isBehind(at)) yield at
}

const signOf = (direction: Order['direction']) => (direction === 'asc' ? 1 : -1)

/** Scores that were not measured come last in both directions. */
const unmeasured = 1_000_000

/** By which the row is sorted, for a cursor. */
export const sortValueOf = (row: MetricsRow, { sort, direction }: Order): string | number =>
  sort === 'securityScore' && !row.measured.security ? signOf(direction) * unmeasured : row[sort]

const figureOf = {
  vulnerabilityCount: ({ count }: SpanFigures) => count,
  totalScans: ({ scans }: SpanFigures) => scans,
  securityScore: ({ score, isMeasured }: SpanFigures, sign: 1 | -1) =>
    isMeasured ? score : sign * unmeasured,
  lastScanned: ({ lastScanned }: SpanFigures) => lastScanned,
}

/** Numbers by which the spans sort; texts have a rank. */
function keysOf(numbers: AccountNumbers, spans: Spans, { sort, direction }: Order): Float64Array {
  const sign = signOf(direction)
  const keys = new Float64Array(spans.size)
  if (sort === 'projectUrl' || sort === 'projectBranch') {
    const { projectOf } = numbers.directory
    const { urls, names } = numbers.directory.orders()
    for (let at = 0; at < spans.size; at++) {
      const branch = spans.branches[at]!
      keys[at] = sort === 'projectUrl' ? urls.ranks[projectOf[branch]!]! : names.ranks[branch]!
    }
    return keys
  }
  const valueOf = figureOf[sort]
  eachSpan(numbers, spans, (figures, at) => (keys[at] = valueOf(figures, sign)))
  return keys
}

function keyOf(numbers: AccountNumbers, { sort }: Order, { value }: Position): number {
  if (!isText(sort)) return Number(value)
  const { urls, names } = numbers.directory.orders()
  return (sort === 'projectUrl' ? urls : names).rankOf(String(value))
}
