import type { Destination } from './destination.ts'
import { manifestName } from './manifest.ts'

/** Complete backups, the newest last; of one installation or of all. */
export async function listBackups(destination: Destination, system = ''): Promise<string[]> {
  const names = await destination.list(`assay-${system}`)
  const ending = `/${manifestName}`
  const complete = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
  return complete.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
}

/** What interrupted backups of this installation left. Only while no other is being written. */
export async function removeIncomplete(destination: Destination, system: string): Promise<void> {
  const complete = new Set(await listBackups(destination, system))
  for (const name of await destination.list(`assay-${system}-`))
    if (!complete.has(name.split('/')[0]!)) await destination.remove(name)
}

export async function removeOld(destination: Destination, system: string, keep: number): Promise<void> {
  const all = await listBackups(destination, `${system}-`)
  for (const name of all.slice(0, Math.max(0, all.length - keep))) {
    // Without its manifest it is incomplete, should this be interrupted.
    await destination.remove(`${name}/${manifestName}`)
    for (const file of await destination.list(`${name}/`)) await destination.remove(file)
  }
}

const timeOf = (name: string) => name.split('-').slice(2).join('-')
