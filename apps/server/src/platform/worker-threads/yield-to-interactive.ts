import { setTimeout as sleep } from 'node:timers/promises'
import { isScanAwaited } from './threads.ts'

const pollMs = 5
/** Waits at most twice the time worked, so background work keeps a third of the time. */
const maxWait = 2

/** Called between steps of background work: lets interactive scans run first. */
export async function yieldToInteractive(
  workedMs: number,
  isAwaited: () => boolean = isScanAwaited,
): Promise<void> {
  const until = performance.now() + workedMs * maxWait
  while (isAwaited() && performance.now() < until) await sleep(pollMs)
}
