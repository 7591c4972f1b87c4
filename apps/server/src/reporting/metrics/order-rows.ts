import { isText, type Order } from './cursor.ts'
import type { MetricsRow, Page } from './store.ts'

/** Negative if the first one comes first. */
export type Compare<R> = (first: R, second: R) => number

/** One more than the limit if there is a next page. */
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

/** The first rows of an order, without sorting the rest. */
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

/** Like PostgreSQL's collation "C": by UTF-8 bytes, which sort like code points. */
export function compareBytes(first: string, second: string): number {
  const length = Math.min(first.length, second.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [first.charCodeAt(at), second.charCodeAt(at)]
    if (one !== other) return place(one) - place(other)
  }
  return first.length - second.length
}

/** UTF-16 encodes code points above U+FFFF as surrogates, which are below U+E000 to U+FFFF. */
const place = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
