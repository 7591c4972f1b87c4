import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { watchDisk } from '#platform/database/embedded/full-disk.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { adminConnectionTo, connectionTo, findRunning } from '#platform/database/embedded/running-server.ts'
import { openDatabase } from '#platform/database/database.ts'
import { takeBaseBackup } from './base-backup.ts'
import type { BackupSource, CopyReader } from './backup-source.ts'
import { checkFiles } from './file-list.ts'
import { untar } from './untar.ts'

export const archiveName = 'base.tar.gz'
export const fileListName = 'backup_manifest'

/** The running embedded database of the data folder. Throws if it does not run. */
export async function openClusterSource(dataFolder: string): Promise<BackupSource> {
  const running = await findRunning(join(dataFolder, 'postgres'))
  if (running === undefined)
    throw new Error(`The embedded database of ${dataFolder} does not run: start Assay, then back it up.`)
  await running.client.end()
  const { socketFolder } = running
  const opened = openDatabase({
    connection: connectionTo(socketFolder),
    maxConnections: 3,
    limitsStatements: false,
    log: silent,
  })
  return {
    kind: 'cluster',
    db: opened.db,
    close: opened.close,
    async copy(write) {
      const tar = new PassThrough({ highWaterMark: 4 * 1024 * 1024 })
      const packed = createGzip({ level: 3 })
      const piped = pipeline(tar, packed)
      piped.catch(() => undefined)
      const written = write(archiveName, packed)
      written.catch(() => undefined)
      const taken = await takeBaseBackup(adminConnectionTo(socketFolder), tar).catch((error: unknown) => {
        tar.destroy(error as Error)
        throw error
      })
      tar.end()
      await piped
      await written
      await write(fileListName, onePiece(taken.fileList))
      return taken
    },
    inspect: (read, look) => inspectCluster(dataFolder, read, look),
  }
}

/** Unpacks the backup beside the data, starts it there on a socket of its own, and removes it again. */
async function inspectCluster(
  dataFolder: string,
  read: (name: string) => Promise<Readable>,
  look: CopyReader,
): Promise<void> {
  const scratch = await mkdtemp(join(dataFolder, scratchPrefix))
  try {
    await unpackCluster(read, join(scratch, 'postgres'))
    const server = await startEmbedded({ dataFolder: scratch, log: silent, isForTests: true })
    const { db, close } = openDatabase({
      connection: server.connection,
      maxConnections: 2,
      limitsStatements: false,
      log: silent,
    })
    try {
      await look(db)
    } finally {
      await close()
      await server.stop()
      watchDisk(dataFolder)
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Writes the cluster to the folder, which must not exist, and compares every file with the server's list. */
export async function unpackCluster(
  read: (name: string) => Promise<Readable>,
  folder: string,
): Promise<void> {
  const unpacked = createGunzip()
  const piped = pipeline(await read(archiveName), unpacked)
  piped.catch(() => undefined)
  const written = await untar(unpacked, folder)
  await piped
  checkFiles(await wholeOf(await read(fileListName)), written)
}

export async function wholeOf(content: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of content as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces)
}

export const onePiece = (bytes: Uint8Array): Readable => {
  const content = new PassThrough()
  content.end(bytes)
  return content
}

/** Of folders in which backups are checked. A killed check leaves one, which the next backup removes. */
export const scratchPrefix = 'backup-check-'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
