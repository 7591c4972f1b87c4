import { maxBytesInMemory } from '#platform/uploads/spool.ts'
import { inDocumentMemory } from '#platform/worker-threads/memory.ts'
import { runInWorker } from '#platform/worker-threads/threads.ts'
import { leavesRoom } from './read-large.ts'

interface WorkOnDocuments {
  module: URL
  /** The exported function. */
  name: string
  /** Total size of the documents in bytes. */
  size: number
  /** Loads what the function takes, once there is memory for it. */
  load: () => Promise<unknown>
  isBackground?: boolean
}

/** Runs in a thread if the documents are small; the memory of larger ones is limited in a process only. */
export async function runBySize<Result>(work: WorkOnDocuments): Promise<Result> {
  const { module, name, size, load, isBackground = false } = work
  if (size > maxBytesInMemory)
    return inDocumentMemory(size, async () =>
      runInWorker<Result>({ kind: 'read', ...leavesRoom(size), module, name }, await load()),
    )
  return runInWorker<Result>({ kind: 'scan', isBackground, module, name }, await load())
}
