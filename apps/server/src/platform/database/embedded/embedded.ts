import { realpathSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, locateBinaries } from './binaries.ts'
import { createCluster, assignClusterOwner, hasCluster, removeDrafts } from './cluster.ts'
import { createDatabase } from './database-role.ts'
import { makePrivateFolder } from './private-folder.ts'
import { EmbeddedDatabaseError, explainFailure } from './embedded-database-error.ts'
import { watchDisk } from './full-disk.ts'
import { chooseIdentity, type Identity } from './identity.ts'
import { launch } from './launch.ts'
import { endOrphans } from './process-state.ts'
import { acquireLock } from './lock.ts'
import {
  connectionTo,
  type EmbeddedConnection,
  findRunning,
  forgetDeadServer,
  recordedSocketFolder,
  type RunningServer,
  stopServer,
} from './running-server.ts'
import type { ServerSettings } from './settings.ts'
import { supervise } from './supervise.ts'

export interface EmbeddedOptions {
  dataFolder: string
  log: EmbeddedLog
  /** Trades durability for speed: a machine crash loses data. */
  isForTests?: boolean
  /** Where the server keeps its log, by the settings that make it do so. */
  archive?: { folder: string; settings: ServerSettings } | undefined
  /** Called if the server ended and could not be restarted, or another process took it over: the caller should exit. */
  onLost?: (error: EmbeddedDatabaseError) => void
}

/** The subset of a pino logger used here. */
export interface EmbeddedLog {
  info(context: object, message: string): void
  warn(context: object, message: string): void
}

export interface EmbeddedServer {
  connection: EmbeddedConnection
  /** PostgreSQL version, such as '18.4'. */
  version: string
  /** Whether a server left running by a killed process was found. */
  wasAlreadyRunning: boolean
  /** Stops the server. Close pools first. Idempotent. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL of the data folder, or finds the running one, exclusively for this process.
 * Throws EmbeddedDatabaseError with a message for users.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  try {
    const begin = performance.now()
    const location = await prepareFolder(options.dataFolder)
    const { isForTests = false, archive } = options
    const found = await findOrLaunch(location, { isForTests, archive })
    const version = await takeOver(found, { ...location, isForTests })
    const { server, wasAlreadyRunning } = found
    const readyMs = Math.round(performance.now() - begin)
    options.log.info(
      { pid: server.pid, version, wasAlreadyRunning, readyMs },
      'The embedded PostgreSQL is ready',
    )
    const restart = async (socketFolder: string) =>
      (await findOrLaunch(location, { isForTests, archive, socketFolder })).server
    watchDisk(location.dataFolder)
    const stop = supervise(server, { ...location, log: options.log, restart, onLost: options.onLost })
    return { connection: connectionTo(server.socketFolder), version, wasAlreadyRunning, stop }
  } catch (error) {
    if (error instanceof EmbeddedDatabaseError) throw error
    throw explainFailure('The embedded PostgreSQL cannot be started', (error as Error).message)
  }
}

interface FolderPaths {
  dataFolder: string
  cluster: string
}

async function prepareFolder(path: string): Promise<FolderPaths> {
  await makePrivateFolder(path)
  const dataFolder = realpathSync(path)
  return { dataFolder, cluster: join(dataFolder, 'postgres') }
}

interface Found {
  server: RunningServer
  wasAlreadyRunning: boolean
}

/** Allows for concurrent launches and for processes of a killed server that are still finishing their statements. */
const launchPatienceMs = 40_000

interface LaunchOptions extends Pick<EmbeddedOptions, 'archive'> {
  isForTests: boolean
  /** On a restart: where clients expect the server. */
  socketFolder?: string
}

async function findOrLaunch(paths: FolderPaths, options: LaunchOptions): Promise<Found> {
  const { cluster } = paths
  const binaries = locateBinaries()
  const deadline = performance.now() + launchPatienceMs
  for (;;) {
    const isThere = await hasCluster(cluster, binaries.major)
    const running = isThere ? await findRunning(cluster) : undefined
    if (running) return { server: running, wasAlreadyRunning: true }
    try {
      return {
        server: await launchNew({ ...paths, ...options }, binaries),
        wasAlreadyRunning: false,
      }
    } catch (error) {
      if (!isOccupied(error) || performance.now() > deadline) throw error
      if (isOrphaned(error)) await endOrphans(cluster)
      await sleep(100)
    }
  }
}

async function launchNew(
  { dataFolder, cluster, isForTests, socketFolder, archive }: FolderPaths & LaunchOptions,
  binaries: Binaries,
): Promise<RunningServer> {
  const isThere = await hasCluster(cluster, binaries.major)
  const identity = await chooseIdentity(binaries.postgres, {
    owned: isThere ? cluster : dataFolder,
    dataFolder,
  })
  const leftover = await recordedSocketFolder(cluster)
  if (isThere) await assignClusterOwner(cluster, identity)
  else await createCluster(cluster, binaries, { identity, isForTests })
  const logPath = join(dataFolder, 'postgres.log')
  if (archive) await prepareArchive(archive.folder, identity)
  const options = { postgres: binaries.postgres, cluster, logPath, identity, isForTests, socketFolder }
  const server = await launch(Object.assign(options, { further: archive?.settings }))
  // Only now is it certain that no other server, such as one launched by a killed process, uses the folder.
  if (leftover !== server.socketFolder) await forgetDeadServer(cluster, leftover)
  return server
}

/** The server itself writes there. */
async function prepareArchive(folder: string, { owner }: Identity): Promise<void> {
  await makePrivateFolder(folder)
  if (owner) await chown(folder, owner.uid, owner.gid)
}

/** Acquires the lock and does first-start work. Returns the server's version. */
async function takeOver(
  { server, wasAlreadyRunning }: Found,
  { cluster, dataFolder, isForTests }: FolderPaths & { isForTests: boolean },
): Promise<string> {
  const { client } = server
  try {
    await acquireLock(client, dataFolder)
  } catch (error) {
    await client.end()
    throw error
  }
  try {
    await removeDrafts(cluster)
    await createDatabase(server, isForTests)
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]!.server_version
  } catch (error) {
    if (wasAlreadyRunning) await client.end()
    else await stopServer(cluster, server)
    throw error
  }
}

const isOrphaned = (error: unknown) =>
  error instanceof EmbeddedDatabaseError && error.message.includes('pre-existing shared memory block')
const isOccupied = (error: unknown) =>
  isOrphaned(error) || (error instanceof EmbeddedDatabaseError && error.message.includes('lock file "'))
