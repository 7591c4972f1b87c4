import { realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Binaries, locateBinaries } from './binaries.ts'
import { createCluster, giveCluster, hasCluster, removeDrafts } from './cluster.ts'
import { EmbeddedDatabaseError, explainFailure } from './embedded-database-error.ts'
import { chooseIdentity } from './identity.ts'
import { launch } from './launch.ts'
import { takeLock } from './lock.ts'
import {
  connectionTo,
  type EmbeddedConnection,
  findRunning,
  forgetDeadServer,
  type RunningServer,
  stopServer,
} from './running-server.ts'
import { databaseName } from './settings.ts'

export interface EmbeddedOptions {
  dataFolder: string
  log: EmbeddedLog
  /** Fast and forgetful: a crash of the machine loses all. */
  isForTests?: boolean
  /** Called when the server dies or the lock is lost while this process lives: then it should end. */
  onLost?: (error: EmbeddedDatabaseError) => void
}

/** What a pino logger offers. */
export interface EmbeddedLog {
  info(context: object, message: string): void
  warn(context: object, message: string): void
}

export interface EmbeddedServer {
  connection: EmbeddedConnection
  /** As PostgreSQL says it: '18.4'. */
  version: string
  /** Whether a server was found that a killed process had left. */
  wasAlreadyRunning: boolean
  /** Stops the server; close pools first. Can be called again. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of the data folder, or finds the living one, for this process alone.
 * Throws EmbeddedDatabaseError with a sentence for people.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    const begin = performance.now()
    const place = await preparePlace(options.dataFolder)
    const found = await findOrLaunch(place, options.isForTests ?? false)
    const version = await makeOurs(found, place)
    const { server, wasAlreadyRunning } = found
    const readyMs = Math.round(performance.now() - begin)
    options.log.info(
      { pid: server.pid, version, wasAlreadyRunning, readyMs },
      'The embedded PostgreSQL is ready',
    )
    const stop = watch(server, { place, options })
    return { connection: connectionTo(server.socketFolder), version, wasAlreadyRunning, stop }
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error
    throw explainFailure('The embedded PostgreSQL cannot be started', (error as Error).message)
  }
}

interface Place {
  dataFolder: string
  cluster: string
}

async function preparePlace(path: string): Promise<Place> {
  // Others may enter, as PostgreSQL under another user must, but not look.
  await mkdir(path, { recursive: true, mode: 0o711 })
  const dataFolder = realpathSync(path)
  return { dataFolder, cluster: join(dataFolder, 'postgres') }
}

/** Notices when the server or the lock is lost; returns how to stop. */
function watch(
  server: RunningServer,
  { place, options }: { place: Place; options: EmbeddedOptions },
): EmbeddedServer['stop'] {
  let stopping: Promise<void> | undefined
  let isLost = false
  server.client.on('end', () => {
    if (stopping) return
    isLost = true
    const error = new EmbeddedDatabaseError(
      `The embedded PostgreSQL in ${place.cluster} ended or restarted by itself.`,
    )
    options.log.warn({ pid: server.pid }, error.message)
    options.onLost?.(error)
  })
  // The lock's connection stays open until the server closes it: nobody gets in between.
  return () => (stopping ??= isLost ? stopUnlessTaken(place) : stopServer(place.cluster, server))
}

/** After a loss another process may have started or taken over the server: that one stays. */
async function stopUnlessTaken({ cluster, dataFolder }: Place): Promise<void> {
  const running = await findRunning(cluster)
  if (!running) return
  const isTaken = await takeLock(running.client, dataFolder).then(
    () => false,
    () => true,
  )
  if (isTaken) await running.client.end()
  else await stopServer(cluster, running)
}

interface Found {
  server: RunningServer
  wasAlreadyRunning: boolean
}

/** Two processes may launch at the same moment, and helpers of a killed server take a moment to end. */
const launchPatienceMs = 10_000

async function findOrLaunch(place: Place, isForTests: boolean): Promise<Found> {
  const { cluster } = place
  const binaries = locateBinaries()
  const deadline = Date.now() + launchPatienceMs
  for (;;) {
    const isThere = await hasCluster(cluster, binaries.major)
    const running = isThere ? await findRunning(cluster) : undefined
    if (running) return { server: running, wasAlreadyRunning: true }
    try {
      return {
        server: await launchNew({ ...place, isForTests }, binaries),
        wasAlreadyRunning: false,
      }
    } catch (error) {
      if (!isOccupied(error) || Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

async function launchNew(
  { dataFolder, cluster, isForTests }: Place & { isForTests: boolean },
  binaries: Binaries,
): Promise<RunningServer> {
  const isThere = await hasCluster(cluster, binaries.major)
  const identity = await chooseIdentity(binaries.postgres, {
    owned: isThere ? cluster : dataFolder,
    dataFolder,
  })
  if (isThere) {
    await forgetDeadServer(cluster)
    await giveCluster(cluster, identity)
  } else {
    await createCluster(cluster, binaries, { identity, isForTests })
  }
  const logPath = join(dataFolder, 'postgres.log')
  return launch({ postgres: binaries.postgres, cluster, logPath, identity, isForTests })
}

/** Takes the lock, then makes what a first start has to; returns the server's version. */
async function makeOurs(
  { server, wasAlreadyRunning }: Found,
  { cluster, dataFolder }: Place,
): Promise<string> {
  const { client } = server
  try {
    await takeLock(client, dataFolder)
  } catch (error) {
    await client.end()
    throw error
  }
  try {
    await removeDrafts(cluster)
    await createDatabase(client)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]!.server_version
  } catch (error) {
    if (wasAlreadyRunning) await client.end()
    else await stopServer(cluster, server)
    throw error
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`create database ${databaseName}`)
}

const isOccupied = (error: unknown) =>
  error instanceof EmbeddedDatabaseError && /lock file "|pre-existing shared memory block/.test(error.message)
