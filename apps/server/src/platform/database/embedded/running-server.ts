import { readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { EmbeddedDatabaseError, explainFailure } from './embedded-database-error.ts'
import { isAlive, isServerOf, signalIfThere, waitForEnd } from './process-state.ts'
import { adminName, databaseName, port, userName } from './settings.ts'
import { isPrivateFolder, removeSocketFolder } from './socket-folder.ts'

/** Connection options for a pg Pool. Explicit, so that no PG environment variable applies. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
  options: string
}

/** A running server, with a connection to its maintenance database. */
export interface RunningServer {
  pid: number
  socketFolder: string
  client: Client
}

/** Crash recovery replays at most max_wal_size, which can take minutes on slow disks. */
const recoveryLimitMs = 600_000
const unreachableLimitMs = 10_000

export const connectionTo = (socketFolder: string): EmbeddedConnection => ({
  host: socketFolder,
  port,
  user: userName,
  database: databaseName,
  ssl: false,
  // Must not be empty, otherwise pg uses PGOPTIONS; this is its default value.
  options: '-c client_encoding=UTF8',
})

/** For the tasks of the start: in the maintenance database, as the superuser. */
export const adminConnectionTo = (socketFolder: string): EmbeddedConnection => ({
  ...connectionTo(socketFolder),
  user: adminName,
  database: 'postgres',
})

/**
 * The running server of this cluster, or undefined. Waits while it starts or stops.
 * Throws EmbeddedDatabaseError if it is running but unreachable.
 */
export async function findRunning(cluster: string): Promise<RunningServer | undefined> {
  const begin = performance.now()
  for (;;) {
    const noted = await readPidFile(cluster)
    if (noted === undefined || !(await isAlive(noted.pid))) return undefined
    if (!(await isServerOf(noted.pid, cluster))) {
      await discardStale(cluster, noted)
      return undefined
    }
    const attempt = await tryConnect(cluster, noted.socketFolder)
    if (typeof attempt !== 'string') return { ...noted, client: attempt }
    if (performance.now() - begin > (attempt === 'busy' ? recoveryLimitMs : unreachableLimitMs)) {
      throw unreachable(cluster, noted.pid)
    }
    await sleep(20)
  }
}

/** The socket folder in postmaster.pid; undefined if there is none. */
export async function recordedSocketFolder(cluster: string): Promise<string | undefined> {
  return (await readPidFile(cluster))?.socketFolder
}

/** Removes the socket folder of a server known to have ended. Does nothing if there is none. */
export async function forgetDeadServer(cluster: string, socketFolder: string | undefined): Promise<void> {
  if (socketFolder !== undefined) await removeSocketFolder(socketFolder, (await stat(cluster)).uid)
}

/** Stops the server, escalating from smart to fast to immediate shutdown. Startup recovers from each. */
export async function stopServer(
  cluster: string,
  { pid, socketFolder }: Omit<RunningServer, 'client'>,
): Promise<void> {
  // https://www.postgresql.org/docs/18/server-shutdown.html
  const steps = [
    { signal: 'SIGINT', timeoutMs: 60_000 },
    { signal: 'SIGQUIT', timeoutMs: 10_000 },
    { signal: 'SIGKILL', timeoutMs: 5_000 },
  ] as const
  for (const { signal, timeoutMs } of steps) {
    if (!(await isAlive(pid)) || !(await isServerOf(pid, cluster))) break
    signalIfThere(pid, signal)
    if (await waitForEnd(pid, timeoutMs)) break
  }
  // The data folder may have been deleted.
  const stats = await stat(cluster).catch(() => undefined)
  if (stats) await removeSocketFolder(socketFolder, stats.uid)
}

interface PidFile {
  pid: number
  /** Empty while the server is starting. */
  socketFolder: string
  text: string
}

/** Format: the pid, …, the socket folder in line 5. https://www.postgresql.org/docs/18/storage-file-layout.html */
async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0]!, 10))
  return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '', text } : undefined
}

// PostgreSQL itself would refuse to start, because another program has the pid. If a server has started since the
// check, its shared memory still prevents a second one.
async function discardStale(cluster: string, noted: PidFile): Promise<void> {
  if ((await readPidFile(cluster))?.text !== noted.text) return
  await removeSocketFolder(noted.socketFolder, (await stat(cluster)).uid)
  await unlink(join(cluster, 'postmaster.pid'))
}

// cannot_connect_now, and the errors of a server that is shutting down:
// https://www.postgresql.org/docs/18/errcodes-appendix.html
const busyCodes = new Set<string | undefined>(['57P03', '57P01', '57P02'])

/** busy: the server is running but starting up, recovering or shutting down. Throws EmbeddedDatabaseError if it refuses the connection. */
export async function tryConnect(
  cluster: string,
  socketFolder: string,
): Promise<Client | 'busy' | 'unreachable'> {
  if (!(await isPrivateFolder(socketFolder, (await stat(cluster)).uid))) return 'unreachable'
  const client = new Client({
    ...adminConnectionTo(socketFolder),
    application_name: `assay ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // A stopping server closes the connection; without a listener, the error would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    if (!(error instanceof DatabaseError)) return 'unreachable'
    if (busyCodes.has(error.code)) return 'busy'
    throw explainFailure(`The PostgreSQL of ${cluster} refuses the connection`, error.message)
  }
}

const unreachable = (cluster: string, pid: number) =>
  new EmbeddedDatabaseError(
    `A PostgreSQL (process ${pid}) still runs on ${cluster}, but its socket cannot be reached. ` +
      `End it with kill -INT ${pid} and start again.`,
  )
