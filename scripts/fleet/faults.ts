import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../chaos/processes.ts'
import type { Fleet } from './fleet.ts'
import type { ProductProcess } from './product.ts'

export interface Target {
  fleet: Fleet
  /** Folder of the version that processes run, and of the one they are rolled to. */
  versions: { from: string; to: string }
  print(line: string): void
}

export interface Fault {
  name: string
  /** Breaks something, and repairs it after a while. */
  strike(target: Target): Promise<void>
  /** Longest time without a successful read and write, in seconds. */
  limits: { read: number; write: number }
  /** No attempt may fail at all. */
  isSeamless?: true
}

const failover = { read: 5, write: 30 }

/** In this order: the first one changes the version, so that the others break the new one. */
export const faults: readonly Fault[] = [
  {
    name: 'new version, one process after another',
    limits: { read: 5, write: 5 },
    isSeamless: true,
    strike: roll,
  },
  { name: 'crash of the leader', limits: failover, strike: crashLeader },
  { name: 'partition of the leader', limits: failover, strike: partitionLeader },
  { name: 'full disk of the leader', limits: failover, strike: fillDisk },
  { name: 'switch of the leader', limits: failover, strike: switchLeader },
  { name: 'crash of a pooler', limits: { read: 5, write: 10 }, strike: crashPooler },
  {
    name: 'crash of a web process',
    limits: { read: 5, write: 10 },
    strike: (target) => crashProcess(target, 'web'),
  },
  {
    name: 'crash of a worker',
    limits: { read: 5, write: 5 },
    strike: (target) => crashProcess(target, 'worker'),
  },
]

/** Power off and on again. */
async function crashLeader({ fleet: { cluster } }: Target): Promise<void> {
  const leader = await cluster.leader()
  leader.crash()
  await sleep(40_000)
  cluster.start(leader)
}

async function partitionLeader({ fleet: { cluster } }: Target): Promise<void> {
  const leader = await cluster.leader()
  leader.disconnect()
  await sleep(50_000)
  leader.connect()
}

/** PostgreSQL cannot write its log any more and ends. */
async function fillDisk({ fleet: { cluster } }: Target): Promise<void> {
  const leader = await cluster.leader()
  const ballast = join(leader.folder, 'ballast')
  const file = openSync(ballast, 'a')
  try {
    const end = performance.now() + 20_000
    while (performance.now() < end) {
      fill(file)
      await sleep(50)
    }
  } finally {
    closeSync(file)
    rmSync(ballast)
  }
}

function fill(file: number): void {
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** As for maintenance: the leader hands over to its standby. */
async function switchLeader({ fleet: { cluster } }: Target): Promise<void> {
  const leader = await cluster.leader()
  const response = await fetch(`http://${leader.address}:8008/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: leader.name }),
  })
  if (!response.ok) throw new Error(`No switchover: ${response.status} ${await response.text()}`)
}

async function crashPooler({ fleet }: Target): Promise<void> {
  const machine = fleet.poolers[0]!
  machine.crash()
  await sleep(10_000)
  fleet.startPooler(machine)
}

async function crashProcess({ fleet, versions }: Target, role: ProductProcess['role']): Promise<void> {
  const victim = fleet.processes.find((each) => each.role === role)!
  victim.machine.crash()
  await sleep(8_000)
  fleet.startProxy(victim.machine)
  await victim.start(versions.to)
}

/** The workers first, as docs/operate/upgrade.md says. */
async function roll({ fleet, versions, print }: Target): Promise<void> {
  const inOrder = fleet.processes.toSorted((a, b) => b.role.localeCompare(a.role))
  for (const each of inOrder) {
    await each.stop()
    await each.start(versions.to)
    print(`  ${each.machine.name} runs the new version`)
  }
}

/** Waits until reads and writes have succeeded for a while, and the cluster is complete. */
export async function settle(isSteady: () => boolean, fleet: Fleet): Promise<void> {
  await fleet.cluster.untilComplete()
  if (!(await until(isSteady, 120_000))) throw new Error('Reads or writes do not succeed again')
}
