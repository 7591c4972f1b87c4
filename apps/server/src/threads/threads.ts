import { Piscina } from 'piscina'

let threads: Piscina | undefined

/** What needs more memory ends its thread, not the process. */
const threadMemoryMb = 4096

/** Thrown for work that needs more memory than a thread gets. */
export class ThreadMemoryError extends Error {
  override readonly name = 'ThreadMemoryError'
}

/** Runs a module's exported function in a worker thread; its argument and its result are plain values. */
export async function runInThread<Result>(
  work: { module: URL; name: string },
  argument: unknown,
): Promise<Result> {
  threads ??= new Piscina({
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb },
  })
  try {
    return (await threads.run(argument, { filename: work.module.href, name: work.name })) as Result
  } catch (error) {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isMemory ? new ThreadMemoryError(error.message) : error
  }
}

export async function stopThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
