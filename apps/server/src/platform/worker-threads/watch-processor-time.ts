import type { Isolate } from './isolate.ts'

const checkEveryMs = 100
/** Assumed minimum share of a processor on a busy machine. */
const minShare = 1 / 30

/**
 * Calls back once when a thread or process has used this much processor time, or after this much wall time (by default,
 * long enough to allow for processor contention). Returns a function to stop watching.
 */
export function watchProcessorTime(
  worker: Isolate,
  { cpuMs, wallMs = cpuMs / minShare }: { cpuMs: number; wallMs?: number | undefined },
  onExceeded: () => void,
): () => void {
  const startedAt = performance.now()
  let before: number | undefined
  let isDone = false
  let isChecking = false
  const finish = () => {
    isDone = true
    clearInterval(timer)
  }
  const check = async () => {
    if (!isDone && performance.now() - startedAt > wallMs) exceed()
    // A thread in a long native call only responds afterwards, so requests would pile up.
    if (isDone || isChecking) return
    isChecking = true
    const used = await worker.cpuMs()
    isChecking = false
    if (used === null || isDone) return
    before ??= used
    if (used - before > cpuMs) exceed()
  }
  const exceed = () => {
    finish()
    onExceeded()
  }
  const timer = setInterval(() => void check(), checkEveryMs)
  void check()
  return finish
}
