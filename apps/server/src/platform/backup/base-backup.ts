import type { Writable } from 'node:stream'
import pg from 'pg'

// A physical copy over the replication protocol, as the embedded PostgreSQL comes without pg_basebackup:
// https://www.postgresql.org/docs/18/protocol-replication.html#PROTOCOL-REPLICATION-BASE-BACKUP

export interface BaseBackup {
  /** Positions in the log between which the copy is consistent. */
  startLsn: string
  endLsn: string
  /** The server's list of all files with their checksums. */
  fileList: Buffer
}

const statement = `BASE_BACKUP (LABEL 'assay', CHECKPOINT 'fast', WAL, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', TARGET 'client')`

/** Writes the tar archive of the whole cluster to the stream, while the server goes on. Does not end the stream. */
export async function takeBaseBackup(connection: pg.ClientConfig, tar: Writable): Promise<BaseBackup> {
  const client = new pg.Client({ ...connection, replication: 'database' } as pg.ClientConfig)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await new Promise<BaseBackup>((resolve, reject) => {
      tar.once('error', reject)
      client.once('end', () => reject(new Error('The database ended the connection of the backup')))
      const received = new Receiver(tar)
      let failure: Error | null = null
      client.query({
        submit: (to: pg.Connection) => to.query(statement),
        handleRowDescription: () => undefined,
        handleDataRow: ({ fields }: { fields: (string | null)[] }) => received.rows.push(fields),
        handleCopyData: ({ chunk }: { chunk: Buffer }, from: { stream: Pausable }) =>
          attempt(
            () => received.take(chunk, from.stream),
            (error) => {
              failure ??= error
            },
          ),
        handleCommandComplete: () => undefined,
        handleError(error: Error) {
          failure ??= error
          if (!('code' in error)) reject(error)
        },
        handleReadyForQuery: () => (failure === null ? resolve(received.finish()) : reject(failure)),
      } as unknown as pg.Submittable)
    })
  } catch (error) {
    // A server that is still sending would not notice a polite end.
    ;(client as unknown as { connection: { stream: Destroyable } }).connection.stream.destroy()
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Destroyable {
  destroy(): unknown
}

interface Pausable {
  pause(): unknown
  resume(): unknown
}

function attempt(act: () => void, onError: (error: Error) => void): void {
  try {
    act()
  } catch (error) {
    onError(error as Error)
  }
}

/** Each piece begins with its kind: n(ew archive), d(ata), p(rogress), m(anifest begins). */
class Receiver {
  readonly rows: (string | null)[][] = []
  readonly #tar: Writable
  readonly #list: Buffer[] = []
  #archives = 0
  #isList = false
  #isFull = false

  constructor(tar: Writable) {
    this.#tar = tar
  }

  take(chunk: Buffer, from: Pausable): void {
    const kind = String.fromCharCode(chunk[0]!)
    if (kind === 'n' && ++this.#archives > 1)
      throw new Error('The database has tablespaces, which the embedded one never has')
    if (kind === 'm') this.#isList = true
    if (kind !== 'd') return
    // The driver uses its buffer again.
    const bytes = Buffer.from(chunk.subarray(1))
    if (this.#isList) return void this.#list.push(bytes)
    if (this.#tar.write(bytes) || this.#isFull) return
    // What was received already still comes.
    this.#isFull = true
    from.pause()
    this.#tar.once('drain', () => {
      this.#isFull = false
      from.resume()
    })
  }

  finish(): BaseBackup {
    const [startLsn, endLsn] = [this.rows[0]?.[0], this.rows.at(-1)?.[0]]
    if (!startLsn || !endLsn || this.#list.length === 0)
      throw new Error('The database sent no complete backup')
    return { startLsn, endLsn, fileList: Buffer.concat(this.#list) }
  }
}
