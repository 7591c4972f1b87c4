import { setTimeout as sleep } from 'node:timers/promises'
import { isScanAwaited } from './threads.ts'

const pollMs = 5
/** Of the time that was worked: a third of the time is left to the work, however many scans there are. */
const maxWait = 2

/** Between two steps of long work that nobody waits for: lets awaited scans go first. */
export async function giveWay(workedMs: number, isAwaited: () => boolean = isScanAwaited): Promise<void> {
  const until = performance.now() + workedMs * maxWait
  while (isAwaited() && performance.now() < until) await sleep(pollMs)
}
