/** The middle of the sorted samples. */
export function median(samples: number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Duration of one run in ms. */
export async function time(run: () => unknown): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Median ms of each, run alternately after a warm-up, so that a slowdown of the machine affects all equally. */
export async function inTurns<K extends string>(
  { turns, warm }: { turns: number; warm: number },
  runs: Record<K, (turn: number) => unknown>,
): Promise<Record<K, number>> {
  const names = Object.keys(runs) as K[]
  const samples = new Map<K, number[]>(names.map((name) => [name, []]))
  for (let turn = -warm; turn < turns; turn++) {
    for (const name of names) {
      const ms = await time(() => runs[name](turn + warm))
      if (turn >= 0) samples.get(name)!.push(ms)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name)!)])) as Record<K, number>
}

/** What is measured of a product that runs only for that. */
export async function onProduct<Product extends { stop(): Promise<unknown> }, Result>(
  starting: Promise<Product>,
  measure: (product: Product) => Promise<Result>,
): Promise<Result> {
  const product = await starting
  try {
    return await measure(product)
  } finally {
    await product.stop()
  }
}
