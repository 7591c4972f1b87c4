/** Negative if the first one comes first. */
export type Compare<R> = (first: R, second: R) => number

/** The first rows of an order, without sorting the rest. */
export function firstOf<R>(rows: Iterable<R>, count: number, compare: Compare<R>): R[] {
  const first: R[] = []
  for (const row of rows) {
    if (first.length === count && compare(row, first.at(-1)!) >= 0) continue
    first.splice(positionOf(first, row, compare), 0, row)
    if (first.length > count) first.pop()
  }
  return first
}

function positionOf<R>(rows: readonly R[], row: R, compare: Compare<R>): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(rows[middle]!, row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
