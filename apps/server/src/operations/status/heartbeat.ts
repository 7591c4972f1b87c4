import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '#config.ts'
import type { Database } from '#platform/database/database.ts'
import { version } from '#platform/system/version.ts'
import { noteProcess, removeLostProcesses, removeProcess } from './process-store.ts'
import { recordSize } from './size-store.ts'

const intervalMs = 20_000
/** Three signs of life may be late. */
export const aliveMs = 3 * intervalMs + 10_000
/** Beats between measurements of the database: an hour. */
const beatsOfHour = 180

/** Shows the other processes, and so the operator, that this one runs. */
export async function startHeartbeat(
  db: Database,
  { roles }: Pick<Config, 'roles'>,
): Promise<{ stop(): Promise<void> }> {
  const own = { uuid: randomUUID(), host: hostname(), version, roles: [...roles] }
  let beats = 0
  const beat = async () => {
    await noteProcess(db, own)
    if (beats++ % beatsOfHour !== 0) return
    await removeLostProcesses(db)
    await recordSize(db)
  }
  await beat()
  // An outage of the database is reported by everything else.
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = beat().catch(() => undefined)
  }, intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      await removeProcess(db, own.uuid).catch(() => undefined)
    },
  }
}
