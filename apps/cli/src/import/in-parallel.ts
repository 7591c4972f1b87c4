/** Runs tasks at most so many at once, started in the order in which they came. */
type Limit = <Result>(task: () => Promise<Result>) => Promise<Result>

export function limitTo(atOnce: number): Limit {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free--
    else await new Promise<void>((start) => void waiting.push(start))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Projects that an import works on: while some wait for the other server, this one is busy with the rest. */
const projectsAtOnce = 8

/** The results, in the order of the items. After a failure, those that have not started do not start. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
  onDone?: (done: number) => void,
): Promise<Result[]> {
  const limit = limitTo(projectsAtOnce)
  let done = 0
  let failure: { error: unknown } | null = null
  const runOne = async (item: Item): Promise<Result> => {
    if (failure) throw failure.error
    try {
      const result = await run(item)
      onDone?.(++done)
      return result
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  return Promise.all(items.map((item) => limit(() => runOne(item))))
}
