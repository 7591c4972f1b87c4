import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'
import { FolderInUseError, takeLock } from './lock.ts'
import { findRunning, type RunningServer, stopServer } from './running-server.ts'

interface Supervised {
  dataFolder: string
  cluster: string
  log: { warn(context: object, message: string): void }
  /** Starts the server again at the same socket; finds it where only its connections ended. */
  restart(socketFolder: string): Promise<RunningServer>
  /** Called when it cannot be started again. */
  onLost?: ((error: EmbeddedDatabaseError) => void) | undefined
}

/** Before each attempt to start it again: a minute in all, in which a crash ends or somebody makes room on a disk. */
const pausesMs = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]
/** A server that lived this long has earned all its attempts again. */
const soundAfterMs = 60_000

/** Keeps the server running while this process lives: one that ends by itself is started again. Returns how to stop. */
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
      if (performance.now() - begin > soundAfterMs) attempt = 0
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
    // The lock's connection stays open until the server closes it: nobody gets in between.
    if (isLost) await stopUnlessTaken(supervised)
    else await stopServer(cluster, server)
  }
  watch()
  return () => (stopped ??= stop())
}

/** The data folder is gone: no further attempt would help. */
class FolderGoneError extends EmbeddedDatabaseError {}

async function startAgain(supervised: Supervised, socketFolder: string): Promise<RunningServer> {
  const { cluster, dataFolder, restart } = supervised
  // Never a new, empty database in the place of one that was deleted or moved.
  const isThere = await stat(cluster).catch(() => undefined)
  if (!isThere) throw new FolderGoneError(`${cluster} is gone.`)
  const server = await restart(socketFolder)
  try {
    await takeLock(server.client, dataFolder)
    // Found at another socket, it was started by an Assay that has ended since: our connections lead nowhere.
    if (server.socketFolder !== socketFolder) throw new FolderInUseError('Another Assay has restarted it.')
    return server
  } catch (error) {
    await server.client.end()
    throw error
  }
}

/** After a loss another process may have started or taken over the server: that one stays. */
async function stopUnlessTaken({ cluster, dataFolder }: Supervised): Promise<void> {
  const running = await findRunning(cluster)
  if (!running) return
  const isTaken = await takeLock(running.client, dataFolder).then(
    () => false,
    () => true,
  )
  if (isTaken) await running.client.end()
  else await stopServer(cluster, running)
}
