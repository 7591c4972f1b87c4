import { once } from 'node:events'
import { constants, renameSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedDatabaseError, explainFailure } from './embedded-database-error.ts'
import type { Identity } from './identity.ts'
import { start } from './run-program.ts'
import { type RunningServer, stopServer, tryConnect } from './running-server.ts'
import { type ServerSettings, serverOptions } from './settings.ts'
import { makeSocketFolder, restoreSocketFolder } from './socket-folder.ts'

export interface Launch {
  postgres: string
  cluster: string
  logPath: string
  identity: Identity
  isForTests: boolean
  further?: ServerSettings | undefined
  /** undefined for a new one. */
  socketFolder?: string | undefined
}

/** Above this size, the log is rotated to postgres.log.1 on start. Without failed statements, it grows slowly. */
const maxLogBytes = 1024 * 1024
const startLimitMs = 600_000

/** Starts the server and waits until it accepts connections. Throws EmbeddedDatabaseError with the last lines of the log. */
export async function launch(options: Launch): Promise<RunningServer> {
  const { cluster, identity } = options
  const log = await openLog(options.logPath)
  let begun: { pid: number; socketFolder: string } | undefined
  try {
    const socketFolder =
      options.socketFolder === undefined
        ? await makeSocketFolder(identity)
        : await restoreSocketFolder(options.socketFolder, identity)
    const logStart = (await log.stat()).size
    const program = identity.program(options.postgres, serverOptions(cluster, socketFolder, options))
    const child = start(program, ['ignore', log.fd, log.fd])
    await once(child, 'spawn')
    child.unref()
    begun = { pid: child.pid!, socketFolder }
    const client = await waitUntilReady(child, { cluster, socketFolder })
    if (client) return { ...begun, client }
    throw explainFailure(
      `The embedded PostgreSQL did not start (${options.logPath})`,
      await readFrom(log, logStart),
    )
  } catch (error) {
    if (begun) await stopServer(cluster, begun)
    throw error
  } finally {
    await log.close()
  }
}

/** The first successful connection; undefined if the server ended instead. */
async function waitUntilReady(
  child: ChildProcess,
  { cluster, socketFolder }: { cluster: string; socketFolder: string },
): Promise<RunningServer['client'] | undefined> {
  const deadline = performance.now() + startLimitMs
  while (child.exitCode === null && child.signalCode === null) {
    const attempt = await tryConnect(cluster, socketFolder)
    if (typeof attempt !== 'string') return attempt
    if (performance.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `The embedded PostgreSQL in ${cluster} was not ready after ${startLimitMs / 60_000} minutes.`,
      )
    }
    await sleep(10)
  }
  return undefined
}

async function openLog(path: string): Promise<FileHandle> {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.1`)
  try {
    return await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw explainFailure(`The log ${path} cannot be written`, (error as Error).message)
  }
}

/** Log output since the start; at most the last 8 KiB, since the reason is at the end. */
async function readFrom(log: FileHandle, position: number): Promise<string> {
  const { size } = await log.stat()
  const from = Math.max(position, size - 8192)
  const { buffer, bytesRead } = await log.read(Buffer.alloc(size - from), 0, size - from, from)
  return buffer.toString('utf8', 0, bytesRead)
}
