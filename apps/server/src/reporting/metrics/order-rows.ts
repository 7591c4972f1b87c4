import { isText, type Order } from './cursor.ts'
import type { BranchGroup } from './branch-groups.ts'
import type { BranchFacts } from './branch-facts.ts'
import { isFoundBy, canMatch } from './choose-branches.ts'
import type { MetricsRow, Page } from './store.ts'

/** Negative if the first one comes first. */
export type Compare<R> = (first: R, second: R) => number

/** Matching branches, with one more than the limit if there is a next page. */
export function pageOf<R extends MetricsRow & BranchFacts>(
  groups: readonly BranchGroup<R>[],
  { order, after, limit }: Page,
  search: string,
): R[] {
  const compare = comparing(order)
  const last = after && ({ [order.sort]: after.value, branchUuid: after.uuid } as unknown as R)
  const isFound = isFoundBy(search)
  const page = new FirstRows<R>(limit + 1, compare)
  for (const group of groups) {
    if (!canMatch(group, search)) continue
    for (const row of inOrder(group, order)) {
      if (last !== null && compare(row, last) <= 0) continue
      // All others of the group come after it.
      if (!page.admits(row)) break
      if (isFound(row)) page.add(row)
    }
  }
  return page.rows
}

function inOrder<R extends MetricsRow & BranchFacts>(group: BranchGroup<R>, order: Order): readonly R[] {
  const { sort, direction } = order
  return group.derive({ kind: `order by ${sort} ${direction}` }, (rows) =>
    [...rows].toSorted(comparing(order)),
  )
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
export function firstOf<R>(rows: Iterable<R>, count: number, compare: Compare<R>): R[] {
  const first = new FirstRows(count, compare)
  for (const row of rows) if (first.admits(row)) first.add(row)
  return first.rows
}

class FirstRows<R> {
  readonly rows: R[] = []
  readonly #count: number
  readonly #compare: Compare<R>

  constructor(count: number, compare: Compare<R>) {
    this.#count = count
    this.#compare = compare
  }

  admits(row: R): boolean {
    return this.rows.length < this.#count || this.#compare(row, this.rows.at(-1)!) < 0
  }

  add(row: R): void {
    this.rows.splice(this.#positionOf(row), 0, row)
    if (this.rows.length > this.#count) this.rows.pop()
  }

  #positionOf(row: R): number {
    let [low, high] = [0, this.rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#compare(this.rows[middle]!, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Like PostgreSQL's collation "C": by UTF-8 bytes, which sort like code points. */
export function compareBytes(first: string, second: string): number {
  const length = Math.min(first.length, second.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [first.charCodeAt(at), second.charCodeAt(at)]
    if (one !== other) return codePointOrder(one) - codePointOrder(other)
  }
  return first.length - second.length
}

/** UTF-16 encodes code points above U+FFFF as surrogates, which are below U+E000 to U+FFFF. */
const codePointOrder = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)
