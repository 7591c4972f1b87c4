/** A random generator with a seed, so that runs can be repeated. */
export interface Random {
  /** 0 ≤ n < limit. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  /** True with probability 1/count. */
  oneIn(count: number): boolean
  /** True with this probability. */
  happens(probability: number): boolean
}

/** mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    oneIn: (count) => below(count) === 0,
    happens: (probability) => next() < probability,
  }
}
