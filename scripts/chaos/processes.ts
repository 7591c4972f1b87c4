import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Sends the signal and waits for the exit; sends SIGKILL after the limit. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  limitMs: number,
): Promise<void> {
  child.kill(signal)
  const deadline = performance.now() + limitMs
  while (!hasEnded(child)) {
    if (performance.now() > deadline) child.kill('SIGKILL')
    await sleep(10)
  }
}

/** Polls until the condition holds; false if it does not within the limit. */
export async function until(holds: () => Promise<boolean> | boolean, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}
