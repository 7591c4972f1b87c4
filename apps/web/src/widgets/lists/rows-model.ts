/** Offset of each row in px from the first; the last entry is the total height. */
export function topsOf(
  keys: readonly string[],
  { count, rowPx, heights }: { count: number; rowPx: number; heights: ReadonlyMap<string, number> },
): Float64Array {
  const tops = new Float64Array(count + 1)
  for (let index = 0; index < count; index++) {
    const key = keys[index]
    tops[index + 1] = tops[index]! + ((key === undefined ? undefined : heights.get(key)) ?? rowPx)
  }
  return tops
}

/** From a row (inclusive) to another (exclusive). */
export interface Span {
  start: number
  end: number
}

/** The rows between two offsets, with overscan. */
export function spanOf(tops: Float64Array, view: { from: number; to: number }, around: number): Span {
  const count = tops.length - 1
  const start = Math.min(rowAt(tops, view.from), count)
  const end = Math.min(rowAt(tops, view.to) + 1, count)
  return { start: Math.max(0, start - around), end: Math.min(count, end + around) }
}

/** The last row that starts at or above an offset. */
function rowAt(tops: Float64Array, px: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (tops[middle]! <= px) low = middle
    else high = middle - 1
  }
  return low
}
