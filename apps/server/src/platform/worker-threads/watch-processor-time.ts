import type { Isolate } from './isolate.ts'

const lookEveryMs = 100
/** On a busy machine each gets a part of a processor, hardly ever less than this one. */
const minPart = 1 / 30

/**
 * Calls back once when a thread or process has used so much processor time from now on, or when so much time has gone
 * by (left out: more than it can take for want of a processor). Returns what ends the watch.
 */
export function watchProcessorTime(
  worker: Isolate,
  { cpuMs, wallMs = cpuMs / minPart }: { cpuMs: number; wallMs?: number | undefined },
  onExceeded: () => void,
): () => void {
  const startedAt = performance.now()
  let before: number | undefined
  let isDone = false
  let isLooking = false
  const finish = () => {
    isDone = true
    clearInterval(timer)
  }
  const look = async () => {
    if (!isDone && performance.now() - startedAt > wallMs) exceed()
    // A thread inside of one long native call answers after it: questions would pile up.
    if (isDone || isLooking) return
    isLooking = true
    const used = await worker.cpuMs()
    isLooking = false
    if (used === null || isDone) return
    before ??= used
    if (used - before > cpuMs) exceed()
  }
  const exceed = () => {
    finish()
    onExceeded()
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  void look()
  return finish
}
