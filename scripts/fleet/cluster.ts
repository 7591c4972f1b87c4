import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, withClient } from '../chaos/check.ts'
import type { Machine } from './machines.ts'

/** PostgreSQL on three machines under Patroni, with etcd beside it. */
export interface Cluster {
  start(machine: Machine): void
  /** The machine of the leader, as the majority sees it. */
  leader(): Promise<Machine>
  /** Waits until there are a leader and a synchronous standby, and all members stream. */
  untilComplete(limitMs?: number): Promise<void>
  /** Of the database itself, on the leader. */
  connection(): Promise<Connection>
}

const passwords = {
  postgres: 'superuser-of-the-fleet',
  replicator: 'replication-of-the-fleet',
  assay: 'assay-of-the-fleet',
}

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
}

export const databaseUser = { user: 'assay', password: passwords.assay, database: 'assay' }

export async function startCluster(machines: readonly Machine[], bin: string): Promise<Cluster> {
  refuseOldPatroni()
  const [DB1, DB2, DB3] = machines.map(({ address }) => address) as [string, string, string]
  const values = {
    DB1,
    DB2,
    DB3,
    POSTGRESQL: bin,
    SUPERUSER_PASSWORD: passwords.postgres,
    REPLICATION_PASSWORD: passwords.replicator,
  }
  const start = (machine: Machine) => {
    const etcd = machine.configure('etcd.yaml', values)
    const patroni = machine.configure('patroni.yaml', values)
    machine.start({ name: 'etcd', command: ['etcd', '--config-file', etcd], isUnprivileged: true })
    machine.start({ name: 'patroni', command: ['patroni', patroni], isUnprivileged: true })
  }
  const members = () => membersSeenBy(machines)
  const leader = async () => {
    const name = (await members()).find(isLeader)?.name
    const found = machines.find((machine) => machine.name === name)
    if (!found) throw new Error('The cluster has no leader')
    return found
  }
  const cluster: Cluster = {
    start,
    leader,
    async untilComplete(limitMs = 120_000) {
      const deadline = performance.now() + limitMs
      for (;;) {
        const found = await members().catch(() => [])
        if (isComplete(found, machines.length)) return
        if (performance.now() > deadline)
          throw new Error(`The cluster is not complete: ${JSON.stringify(found)}`)
        await sleep(500)
      }
    },
    connection: async () => ({ host: (await leader()).address, port: 5432, ...databaseUser }),
  }
  for (const machine of machines) start(machine)
  await cluster.untilComplete()
  await makeDatabase(await leader())
  return cluster
}

/**
 * Before 3.0.3, a leader that returns from a partition takes the lock from its successor, whose acknowledged writes are
 * lost (Patroni's change 2689). Since 4.0.6, members ignore an etcd that is behind (3318).
 */
function refuseOldPatroni(): void {
  const version = execFileSync('patroni', ['--version'], { encoding: 'utf8' }).trim().replace(/^\D+/, '')
  if (version.localeCompare('4.0.6', 'en', { numeric: true }) < 0)
    throw new Error(`Patroni ${version} loses acknowledged writes: 4.0.6 or newer is needed, first in PATH`)
}

const isLeader = ({ role, state }: Member) => (role === 'leader' || role === 'primary') && state === 'running'

function isComplete(members: readonly Member[], count: number): boolean {
  const standbys = members.filter(
    ({ role, state }) => /replica|standby/.test(role) && /running|streaming/.test(state),
  )
  const hasOneTimeline = new Set(members.map(({ timeline }) => timeline)).size === 1
  const isSynchronous = members.some(({ role }) => role === 'sync_standby')
  return members.some(isLeader) && standbys.length === count - 1 && hasOneTimeline && isSynchronous
}

/** The newest view: a partitioned member has an old one, or none. */
async function membersSeenBy(machines: readonly Machine[]): Promise<Member[]> {
  const views = await Promise.all(
    machines
      .map(async ({ address }) => {
        const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) })
        return ((await response.json()) as { members: Member[] }).members
      })
      .map((view) => view.catch(() => [] as Member[])),
  )
  const newest = (members: readonly Member[]) => Math.max(0, ...members.map(({ timeline = 0 }) => timeline))
  return views.toSorted((a, b) => newest(b) - newest(a) || b.length - a.length)[0] ?? []
}

async function makeDatabase({ address: host }: Machine): Promise<void> {
  const connection = {
    host,
    port: 5432,
    user: 'postgres',
    password: passwords.postgres,
    database: 'postgres',
  }
  await withClient(connection, async (client) => {
    await client.query(`create role assay login password '${passwords.assay}'`)
    await client.query('create database assay owner assay')
  })
}
