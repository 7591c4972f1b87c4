import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { FolderInUseError, acquireLock } from './lock.ts'
import { findRunning, type RunningServer, stopServer } from './running-server.ts'

interface Supervised {
  dataFolder: string
  cluster: string
  log: { warn(context: object, message: string): void }
  /** Restarts the server at the same socket, or reconnects if only its connections ended. */
  restart(socketFolder: string): Promise<RunningServer>
  /** Called if it cannot be restarted. */
  onLost?: ((error: EmbeddedDatabaseError) => void) | undefined
}

/** Delays before restart attempts: a minute in total, in which recovery may finish or disk space be freed. */
const pausesMs = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]
/** Uptime after which the attempts are reset. */
const stableAfterMs = 60_000

/** Restarts the server whenever it ends unexpectedly while this process runs. Returns a function to stop that. */
export function supervise(first: RunningServer, supervised: Supervised): () => Promise<void> {
  const { cluster, log } = supervised
  const stopping = new AbortController()
  let server = first
  let attempt = 0
  let isLost = false
  let reviving = Promise.resolve()
  let stopped: Promise<void> | undefined

  const watch = () => {
    const begin = performance.now()
    const onEnd = () => {
      if (stopping.signal.aborted) return
      if (performance.now() - begin > stableAfterMs) attempt = 0
      log.warn({ pid: server.pid }, `The embedded PostgreSQL in ${cluster} ended or restarted by itself.`)
      reviving = revive().catch(giveUp)
    }
    server.client.once('end', onEnd)
  }

  const revive = async () => {
    for (;;) {
      const pauseMs = pausesMs[attempt++]
      await sleep(pauseMs ?? 0, undefined, { signal: stopping.signal })
      try {
        server = await startAgain(supervised, server.socketFolder)
        break
      } catch (error) {
        log.warn({ err: error, attempt }, 'The embedded PostgreSQL could not be started again')
        const isFinal = error instanceof FolderInUseError || error instanceof FolderGoneError
        if (isFinal || attempt >= pausesMs.length) throw error
      }
    }
    log.warn({ pid: server.pid, attempt }, 'The embedded PostgreSQL runs again')
    watch()
  }

  const giveUp = (error: unknown) => {
    if (stopping.signal.aborted) return
    isLost = true
    const reason = error instanceof Error ? error.message : String(error)
    supervised.onLost?.(
      new EmbeddedDatabaseError(`The embedded PostgreSQL in ${cluster} ended by itself. ${reason}`),
    )
  }

  const stop = async () => {
    stopping.abort()
    await reviving
    // The lock's connection stays open until the server closes it, so no other process can take over.
    if (isLost) await stopUnlessTaken(supervised)
    else await stopServer(cluster, server)
  }
  watch()
  return () => (stopped ??= stop())
}

/** The data folder is gone: further attempts are useless. */
class FolderGoneError extends EmbeddedDatabaseError {}

async function startAgain(supervised: Supervised, socketFolder: string): Promise<RunningServer> {
  const { cluster, dataFolder, restart } = supervised
  // Never create an empty database in place of a deleted or moved one.
  const isThere = await stat(cluster).catch(() => undefined)
  if (!isThere) throw new FolderGoneError(`${cluster} is gone.`)
  const server = await restart(socketFolder)
  try {
    await acquireLock(server.client, dataFolder)
    // A different socket means that another Assay process restarted it and has ended since: our connections are
    // invalid.
    if (server.socketFolder !== socketFolder)
      throw new FolderInUseError('Another Assay process has restarted it.')
    return server
  } catch (error) {
    await server.client.end()
    throw error
  }
}

/** After losing the lock, another process may own the server: it is not stopped. */
async function stopUnlessTaken({ cluster, dataFolder }: Supervised): Promise<void> {
  const running = await findRunning(cluster)
  if (!running) return
  const isTaken = await acquireLock(running.client, dataFolder).then(
    () => false,
    () => true,
  )
  if (isTaken) await running.client.end()
  else await stopServer(cluster, running)
}
