import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Whether the process runs; one that has ended and waits for its parent to notice does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name before the state may itself hold parentheses: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
}

/** Whether the process was started as a server of this cluster: its number may have been given to another program. */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const words = process.platform === 'linux' ? await commandLine(pid) : await commandLineByPs(pid)
  return words.includes('postgres') && words.includes(cluster)
}

/** Waits until the process has ended; false when it still runs after that time. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}

// Slim containers have no ps; macOS has no /proc.
const commandLine = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')

async function commandLineByPs(pid: number): Promise<string> {
  const ended = { stdout: '' }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', `${pid}`]).catch(
    () => ended,
  )
  return stdout
}
