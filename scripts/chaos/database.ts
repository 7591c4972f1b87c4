import { startDatabaseProxy } from '@assay/server/testing/database-proxy.ts'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, withClient } from './check.ts'
import { freePort } from './free-port.ts'
import { endProcess, hasEnded, until } from './processes.ts'

/** The product's database, and ways to break it. */
export interface ChaosDatabase {
  kind: 'embedded' | 'external'
  /** DATABASE_URL of the product; '': it starts the embedded one. */
  url: string
  /** A connection that bypasses network faults; undefined until the database was started. */
  connection(): Connection | undefined
  /** kill -9 of PostgreSQL's main process. */
  kill(): void
  /** Restarts it, unless the product does. */
  revive(): Promise<void>
  /** The network between the product and its database; null for the embedded one. */
  network: { cut(): void; hang(): void; delay(ms: number): void; restore(): void } | null
  /** PostgreSQL's log file. */
  logPath: string
  stop(): Promise<void>
}

/** The embedded database; its process and socket are found in the product's files. */
export function embeddedDatabase(dataFolder: string): ChaosDatabase {
  const cluster = join(dataFolder, 'postgres')
  const noted = () => {
    const path = join(cluster, 'postmaster.pid')
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    return { pid: Number.parseInt(lines[0] ?? '', 10), host: lines[4]?.trim() }
  }
  return {
    kind: 'embedded',
    url: '',
    connection() {
      const { host } = noted()
      return host ? { host, port: 5432, user: 'assay', database: 'assay' } : undefined
    },
    kill() {
      const { pid } = noted()
      if (pid > 0) signal(pid)
    },
    revive: () => Promise.resolve(),
    network: null,
    logPath: join(dataFolder, 'postgres.log'),
    async stop() {
      const { pid } = noted()
      if (pid > 0) signal(pid)
      await sleep(100)
    },
  }
}

function signal(pid: number): void {
  // The process id may have been reused.
  const isPostgres = (() => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    } catch {
      return false
    }
  })()
  if (isPostgres) process.kill(pid, 'SIGKILL')
}

/** The binaries of the newest installed PostgreSQL; null if there is none. */
export function findPostgres(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const folders = versions.map((version) => join(root, version, 'bin'))
  return (
    folders
      .filter((folder) => existsSync(join(folder, 'initdb')))
      .toSorted()
      .at(-1) ?? null
  )
}

/** A database started by this tool, which the product reaches through a proxy. */
export async function externalDatabase(bin: string, folder: string): Promise<ChaosDatabase> {
  const port = await freePort()
  const data = join(folder, 'external')
  const user = ordinaryUser()
  mkdirSync(data, { mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  const options = { ...user, cwd: '/' }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'assay', '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    ...options,
    stdio: 'ignore',
  })
  // Outside of the disk that is filled.
  const logPath = join(folder, '..', 'postgres.log')
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const direct = { host: '127.0.0.1', port, user: 'assay', database: 'postgres' }
  let child: ChildProcess
  const start = async () => {
    const log = openSync(logPath, 'a')
    child = spawn(join(bin, 'postgres'), ['-D', data, ...words], { ...options, stdio: ['ignore', log, log] })
    closeSync(log)
    child.on('error', () => undefined)
    await until(() => hasEnded(child) || isReachable(direct), 60_000)
  }
  await start()
  const proxy = await startDatabaseProxy(direct)
  return {
    kind: 'external',
    url: `postgres://assay@127.0.0.1:${proxy.connection.port}/postgres`,
    connection: () => direct,
    kill: () => void child.kill('SIGKILL'),
    async revive() {
      proxy.restore()
      const deadline = performance.now() + 60_000
      while (!(await isReachable(direct))) {
        if (performance.now() > deadline) throw new Error('The external PostgreSQL does not start again')
        if (hasEnded(child)) await start()
        await sleep(100)
      }
    },
    network: proxy,
    logPath,
    async stop() {
      await proxy.stop()
      await endProcess(child, 'SIGQUIT', 10_000)
    },
  }
}

const isReachable = (connection: Connection): Promise<boolean> =>
  withClient(connection, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )

/** PostgreSQL does not run as root. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}
