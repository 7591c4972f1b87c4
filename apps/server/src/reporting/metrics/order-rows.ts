import { isText, type Order } from './cursor.ts'
import type { MetricsRow, Page } from './store.ts'

/** Under 0 when the first one comes first. */
export type Compare<R> = (first: R, second: R) => number

/** One more than the limit when there is a next page. */
export function pageOf<R extends MetricsRow>(rows: readonly R[], { order, after, limit }: Page): R[] {
  const compare = comparing(order)
  const last = after && { [order.sort]: after.value, branchUuid: after.uuid }
  const beyond = last === null ? rows : rows.filter((row) => compare(row, last as unknown as R) > 0)
  return firstOf(beyond, limit + 1, compare)
}

function comparing({ sort, direction }: Order): Compare<MetricsRow> {
  const sign = direction === 'asc' ? 1 : -1
  const byValue: Compare<MetricsRow> = isText(sort)
    ? (first, second) => compareBytes(String(first[sort]), String(second[sort]))
    : (first, second) => Number(first[sort]) - Number(second[sort])
  return (first, second) =>
    sign * (byValue(first, second) || compareBytes(first.branchUuid, second.branchUuid))
}

/** The first ones of an order, without ordering the rest. */
export function firstOf<R>(rows: readonly R[], count: number, compare: Compare<R>): R[] {
  const first: R[] = []
  for (const row of rows) {
    if (first.length === count && compare(row, first[count - 1]!) >= 0) continue
    first.splice(placeOf(row, first, compare), 0, row)
    if (first.length > count) first.pop()
  }
  return first
}

function placeOf<R>(row: R, ordered: readonly R[], compare: Compare<R>): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(ordered[middle]!, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** As PostgreSQL's collation "C" has it: by the bytes of UTF-8, which order as code points do. */
export function compareBytes(first: string, second: string): number {
  const length = Math.min(first.length, second.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [first.charCodeAt(at), second.charCodeAt(at)]
    if (one !== other) return place(one) - place(other)
  }
  return first.length - second.length
}

/** UTF-16 has surrogates, the halves of what comes last, in between. */
const place = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
