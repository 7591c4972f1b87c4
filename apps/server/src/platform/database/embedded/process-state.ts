import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Whether the process is running. Zombies do not count. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The process name before the state may contain parentheses:
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
}

/** Whether the process is a server of this cluster: the pid may have been reused by another program. */
export async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const words = process.platform === 'linux' ? await commandLine(pid) : await commandLineByPs(pid)
  return words.includes('postgres') && words.includes(cluster)
}

/** Waits until the process has ended. Returns false on timeout. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (await isAlive(pid)) {
    if (performance.now() > deadline) return false
    await sleep(10)
  }
  return true
}

/** A process that has just ended is not an error. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Ends the child processes that a killed server of this cluster left behind: they only check for their server between
 * waits, and a new one cannot start until they end. Linux only; elsewhere they end with their statements.
 */
export async function endOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const folders = await Promise.all(entries.map(workingFolder))
  const ofCluster = new Set(entries.filter((_, at) => folders[at] === cluster))
  for (const pid of ofCluster) {
    const hasServer = ofCluster.has(await parentOf(pid)) || (await isServerOf(pid, cluster))
    if (!hasServer) signalIfThere(pid, 'SIGKILL')
  }
}

const workingFolder = (pid: number) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
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
