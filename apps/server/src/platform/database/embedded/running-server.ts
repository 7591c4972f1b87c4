import { readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { EmbeddedDatabaseError, explainFailure } from './embedded-database-error.ts'
import { isAlive, isServerOf, signalIfThere, waitForEnd } from './process-state.ts'
import { databaseName, port, userName } from './settings.ts'
import { isPrivateFolder, removeSocketFolder } from './socket-folder.ts'

/** How a pg Pool reaches the server. All is said here, so that no PG… variable of the environment counts. */
export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
  options: string
}

/** A living server with the connection that found it, to the maintenance database. */
export interface RunningServer {
  pid: number
  socketFolder: string
  client: Client
}

/** Recovery after a crash replays at most max_wal_size; slow disks need minutes for it. */
const recoveryLimitMs = 600_000
const unreachableLimitMs = 10_000

export const connectionTo = (socketFolder: string): EmbeddedConnection => ({
  host: socketFolder,
  port,
  user: userName,
  database: databaseName,
  ssl: false,
  // Not empty, or pg takes PGOPTIONS instead; this is what it sends anyway.
  options: '-c client_encoding=UTF8',
})

/**
 * The living server of this cluster, or undefined when none lives; waits for one that starts or stops.
 * Throws EmbeddedDatabaseError when one lives that cannot be reached.
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

/** The socket folder in postmaster.pid; undefined without one. */
export async function notedSocketFolder(cluster: string): Promise<string | undefined> {
  return (await readPidFile(cluster))?.socketFolder
}

/** Removes the socket folder of a server that is known to have ended; harmless when there is none. */
export async function forgetDeadServer(cluster: string, socketFolder: string | undefined): Promise<void> {
  if (socketFolder !== undefined) await removeSocketFolder(socketFolder, (await stat(cluster)).uid)
}

/** Stops the server: waits for what is written, then without, then by force. A start recovers from each. */
export async function stopServer(
  cluster: string,
  { pid, socketFolder }: Omit<RunningServer, 'client'>,
): Promise<void> {
  // https://www.postgresql.org/docs/18/server-shutdown.html
  const steps = [
    { signal: 'SIGINT', patienceMs: 60_000 },
    { signal: 'SIGQUIT', patienceMs: 10_000 },
    { signal: 'SIGKILL', patienceMs: 5_000 },
  ] as const
  for (const { signal, patienceMs } of steps) {
    if (!(await isAlive(pid)) || !(await isServerOf(pid, cluster))) break
    signalIfThere(pid, signal)
    if (await waitForEnd(pid, patienceMs)) break
  }
  // Someone may have deleted the data folder meanwhile.
  const stats = await stat(cluster).catch(() => undefined)
  if (stats) await removeSocketFolder(socketFolder, stats.uid)
}

interface PidFile {
  pid: number
  /** Empty while the server is just starting. */
  socketFolder: string
  text: string
}

/** https://www.postgresql.org/docs/18/storage-file-layout.html: the number, …, the socket's folder in line 5. */
async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Math.abs(Number.parseInt(lines[0]!, 10))
  return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '', text } : undefined
}

// PostgreSQL itself would refuse to start, as another program has the number now. Should a server have started
// since the first look, its shared memory still keeps a second one out.
async function discardStale(cluster: string, noted: PidFile): Promise<void> {
  if ((await readPidFile(cluster))?.text !== noted.text) return
  await removeSocketFolder(noted.socketFolder, (await stat(cluster)).uid)
  await unlink(join(cluster, 'postmaster.pid'))
}

// cannot_connect_now, and what a stopping server says: https://www.postgresql.org/docs/18/errcodes-appendix.html
const busyCodes = new Set<string | undefined>(['57P03', '57P01', '57P02'])

/** busy: it lives, but recovers or stops. Throws EmbeddedDatabaseError when the server answers with a refusal. */
export async function tryConnect(
  cluster: string,
  socketFolder: string,
): Promise<Client | 'busy' | 'unreachable'> {
  if (!(await isPrivateFolder(socketFolder, (await stat(cluster)).uid))) return 'unreachable'
  const client = new Client({
    ...connectionTo(socketFolder),
    database: 'postgres',
    application_name: `assay ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // A server that stops ends the connection; without a listener that would end the process.
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
