import { dayMs } from '@assay/engine/time.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from './check.ts'
import type { ChaosDatabase } from './database.ts'
import type { Disk } from './disk.ts'
import type { Product } from './product.ts'
import type { Random } from '../random.ts'

export interface Target {
  product: Product
  database: ChaosDatabase
  disk: Disk
  random: Random
  /** The running product, restarted if it has ended. */
  running(): Promise<Product>
}

interface Fault {
  name: string
  can(target: Target): boolean
  /** Injects the fault, and repairs what the product cannot. */
  strike(target: Target): Promise<void>
}

const always = () => true
const hasNetwork = ({ database }: Target) => database.network !== null

const faults: readonly Fault[] = [
  { name: 'kill server', can: always, strike: ({ product }) => product.kill() },
  {
    // More often than a job has attempts, while the same builds wait.
    name: 'kill server ten times',
    can: always,
    async strike({ running, random }) {
      for (let count = 0; count < 10; count++) {
        const product = await running()
        await sleep(random.below(1_500))
        await product.kill()
      }
    },
  },
  { name: 'stop server', can: always, strike: ({ product }) => product.stop() },
  {
    name: 'kill PostgreSQL',
    can: always,
    async strike({ database, random }) {
      database.kill()
      await sleep(random.below(1_500))
      await database.revive()
    },
  },
  {
    name: 'kill both',
    can: always,
    async strike({ product, database }) {
      database.kill()
      await product.kill()
      await database.revive()
    },
  },
  {
    name: 'end all connections',
    can: always,
    async strike({ database }) {
      await run(
        database,
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
      )
    },
  },
  {
    name: 'kill a backend',
    can: always,
    async strike({ database }) {
      const rows = await run<{ pid: number }>(
        database,
        `select pid from pg_stat_activity where application_name like 'assay%' order by random() limit 1`,
      )
      for (const { pid } of rows) killIfThere(pid)
    },
  },
  { name: 'fill disk', can: ({ disk }) => disk.canFill, strike: fillDisk },
  {
    name: 'shift clock',
    can: always,
    async strike({ product, random }) {
      product.shiftClock(random.pick([-dayMs, -90_000, -1_500, 1_500, 90_000, dayMs]))
      await sleep(random.below(1_500))
      if (random.oneIn(2)) product.shiftClock(0)
    },
  },
  { name: 'cut network', can: hasNetwork, strike: (target) => breakNetwork(target, (each) => each.cut()) },
  { name: 'hang network', can: hasNetwork, strike: (target) => breakNetwork(target, (each) => each.hang()) },
  {
    name: 'slow network',
    can: hasNetwork,
    strike: (target) => breakNetwork(target, (each) => each.delay(150)),
  },
  { name: 'use up connections', can: always, strike: useUpConnections },
]

/** A random fault that is possible in this installation. */
export const drawFault = (target: Target): Fault =>
  target.random.pick(faults.filter(({ can }) => can(target)))

async function breakNetwork(
  { database, random }: Target,
  act: (network: NonNullable<ChaosDatabase['network']>) => void,
): Promise<void> {
  act(database.network!)
  await sleep(random.below(2_000))
  database.network!.restore()
}

async function fillDisk({ disk, random }: Target): Promise<void> {
  try {
    disk.fill()
    await sleep(500 + random.below(2_500))
  } finally {
    disk.free()
  }
}

/** Occupies all remaining connections for a while. */
async function useUpConnections({ database, random }: Target): Promise<void> {
  const pending: Promise<unknown>[] = []
  const holdMs = 300 + random.below(1_500)
  for (let count = 0; count < 100; count++) pending.push(run(database, `select pg_sleep(${holdMs / 1000})`))
  await Promise.all(pending)
}

/** The process may have ended meanwhile. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ignores failures: the database may be down already. */
async function run<Row extends object>(database: ChaosDatabase, statement: string): Promise<Row[]> {
  const connection = database.connection()
  if (!connection) return []
  try {
    return await withClient(connection, async (client) => (await client.query<Row>(statement)).rows)
  } catch {
    return []
  }
}
