import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Binaries, locateBinaries } from './binaries.ts'
import { createCluster, giveCluster, hasCluster, removeDrafts } from './cluster.ts'
import { makePrivateFolder } from './private-folder.ts'
import { EmbeddedDatabaseError, explainFailure } from './embedded-database-error.ts'
import { chooseIdentity } from './identity.ts'
import { launch } from './launch.ts'
import { endOrphans } from './process-state.ts'
import { takeLock } from './lock.ts'
import {
  connectionTo,
  type EmbeddedConnection,
  findRunning,
  forgetDeadServer,
  notedSocketFolder,
  type RunningServer,
  stopServer,
} from './running-server.ts'
import { supervise } from './supervise.ts'
import { databaseName } from './settings.ts'

export interface EmbeddedOptions {
  dataFolder: string
  log: EmbeddedLog
  /** Fast and forgetful: a crash of the machine loses all. */
  isForTests?: boolean
  /** Called when the server ended and could not be started again, or another process has it: then this one should end. */
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
    const isForTests = options.isForTests ?? false
    const found = await findOrLaunch(place, { isForTests })
    const version = await makeOurs(found, place)
    const { server, wasAlreadyRunning } = found
    const readyMs = Math.round(performance.now() - begin)
    options.log.info(
      { pid: server.pid, version, wasAlreadyRunning, readyMs },
      'The embedded PostgreSQL is ready',
    )
    const restart = async (socketFolder: string) =>
      (await findOrLaunch(place, { isForTests, socketFolder })).server
    const stop = supervise(server, { ...place, log: options.log, restart, onLost: options.onLost })
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
  await makePrivateFolder(path)
  const dataFolder = realpathSync(path)
  return { dataFolder, cluster: join(dataFolder, 'postgres') }
}

interface Found {
  server: RunningServer
  wasAlreadyRunning: boolean
}

/** Two processes may launch at the same moment, and processes of a killed server end with their statements. */
const launchPatienceMs = 40_000

interface LaunchOptions {
  isForTests: boolean
  /** At a restart, where clients look for it. */
  socketFolder?: string
}

async function findOrLaunch(place: Place, options: LaunchOptions): Promise<Found> {
  const { cluster } = place
  const binaries = locateBinaries()
  const deadline = performance.now() + launchPatienceMs
  for (;;) {
    const isThere = await hasCluster(cluster, binaries.major)
    const running = isThere ? await findRunning(cluster) : undefined
    if (running) return { server: running, wasAlreadyRunning: true }
    try {
      return {
        server: await launchNew({ ...place, ...options }, binaries),
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
  { dataFolder, cluster, isForTests, socketFolder }: Place & LaunchOptions,
  binaries: Binaries,
): Promise<RunningServer> {
  const isThere = await hasCluster(cluster, binaries.major)
  const identity = await chooseIdentity(binaries.postgres, {
    owned: isThere ? cluster : dataFolder,
    dataFolder,
  })
  const left = await notedSocketFolder(cluster)
  if (isThere) await giveCluster(cluster, identity)
  else await createCluster(cluster, binaries, { identity, isForTests })
  const logPath = join(dataFolder, 'postgres.log')
  const options = { postgres: binaries.postgres, cluster, logPath, identity, isForTests, socketFolder }
  const server = await launch(options)
  // Not before: only now is it certain that no other server uses it, such as one that a killed process had launched.
  if (left !== server.socketFolder) await forgetDeadServer(cluster, left)
  return server
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

const isOrphaned = (error: unknown) =>
  error instanceof EmbeddedDatabaseError && error.message.includes('pre-existing shared memory block')
const isOccupied = (error: unknown) =>
  isOrphaned(error) || (error instanceof EmbeddedDatabaseError && error.message.includes('lock file "'))
