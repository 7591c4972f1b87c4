import { readdir, readFile } from 'node:fs/promises'

const ticksPerSecond = 100

interface Usage {
  parent: number
  ms: number
}

/** Processor time in ms of a process and all its descendants, including ended ones. Linux only. */
export async function processorMs(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const usages = new Map<number, Usage>()
  for (const each of pids) {
    const usage = await usageOf(each)
    if (usage) usages.set(each, usage)
  }
  const isBelow = (each: number): boolean =>
    each === pid || (usages.has(each) && isBelow(usages.get(each)!.parent))
  return [...usages].reduce((sum, [each, { ms }]) => (isBelow(each) ? sum + ms : sum), 0)
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
async function usageOf(pid: number): Promise<Usage | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), ms: (ticks / ticksPerSecond) * 1000 }
}
