import { mkdtempSync, chmodSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres } from '../chaos/database.ts'
import { until } from '../chaos/processes.ts'
import { type Cluster, databaseUser, startCluster } from './cluster.ts'
import { addMachine, type Machine, openNetwork } from './machines.ts'
import { type Access, makeToken, productOn, type ProductProcess } from './product.ts'

export interface Fleet {
  baseUrl: string
  access: Access
  cluster: Cluster
  databases: readonly Machine[]
  poolers: readonly Machine[]
  processes: readonly ProductProcess[]
  startPooler(machine: Machine): void
  /** Starts what runs on a machine of a process besides it. */
  startProxy(machine: Machine): void
}

/** Enough for the log of a few minutes, and small enough to be filled in a second. */
const databaseDiskMb = 1_024

/** Three databases, two poolers, two web processes behind a balancer, three workers. */
export async function startFleet(root: string, print: (line: string) => void): Promise<Fleet> {
  openNetwork()
  const folder = mkdtempSync(join(tmpdir(), 'assay-fleet-'))
  chmodSync(folder, 0o777)
  print(`files and logs: ${folder}`)
  const add = (name: string, host: number, diskMb?: number) =>
    addMachine(name, host, { root: folder, ...(diskMb && { diskMb }) })
  const databases = [11, 12, 13].map((host, index) => add(`db${index + 1}`, host, databaseDiskMb))
  const poolers = [21, 22].map((host, index) => add(`pool${index + 1}`, host))
  const webs = [31, 32].map((host, index) => add(`web${index + 1}`, host))
  const workers = [41, 42, 43].map((host, index) => add(`worker${index + 1}`, host))
  const balancer = add('balancer', 51)

  const bin = findPostgres()
  if (bin === null) throw new Error('No PostgreSQL in /usr/lib/postgresql')
  const cluster = await startCluster(databases, bin)
  print('three databases under Patroni are complete')

  const addresses = Object.fromEntries(
    [...databases, ...poolers, ...webs].map(({ name, address }) => [name.toUpperCase(), address]),
  )
  const startProxy = (machine: Machine) => {
    const path = machine.configure('haproxy.cfg', addresses)
    machine.start({ name: 'haproxy', command: ['haproxy', '-W', '-db', '-f', path] })
  }
  const startPooler = (machine: Machine) => {
    startProxy(machine)
    const path = machine.configure('pgbouncer.ini', {})
    writeFileSync(join(machine.folder, 'userlist.txt'), `"${databaseUser.user}" "${databaseUser.password}"\n`)
    machine.start({ name: 'pgbouncer', command: ['pgbouncer', path], isUnprivileged: true })
  }
  for (const machine of poolers) startPooler(machine)
  for (const machine of [...webs, ...workers]) startProxy(machine)
  balancer.start({
    name: 'haproxy',
    command: ['haproxy', '-W', '-db', '-f', balancer.configure('balancer.cfg', addresses)],
  })

  const processes = [
    ...webs.map((machine) => productOn(machine, 'web')),
    ...workers.map((machine) => productOn(machine, 'worker')),
  ]
  for (const each of processes) {
    await each.start(root)
    print(`${each.machine.name} is ready`)
  }
  const baseUrl = `http://${balancer.address}:8800`
  await until(
    () =>
      fetch(`${baseUrl}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    30_000,
  )
  return {
    baseUrl,
    access: await makeToken(baseUrl),
    cluster,
    databases,
    poolers,
    processes,
    startPooler,
    startProxy,
  }
}
