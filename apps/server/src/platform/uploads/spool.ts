import { maxDocumentBytes } from '@assay/engine/documents/parsers/limits.ts'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Problem } from '#platform/http/problem.ts'

/** A large document or response in a temporary file. */
export interface SpooledFile {
  path: string
  size: number
  /** SHA-256. */
  digest: Uint8Array
}

/** Uploads up to this size stay in memory. */
export const maxBytesInMemory = 1024 * 1024

/** Limit for all files together: 4 GB. */
const usualMaxBytes = 16 * maxDocumentBytes

/** Removes leftovers of killed processes. */
const abandonedAfterMs = 24 * 3_600_000

let parent = tmpdir()
let maxSpoolBytes = usualMaxBytes
let folder: Promise<string> | undefined
let number = 0
const sizes = new Map<string, number>()

/** Sets the folder for temporary files: next to the database, since the system's temporary folder may be in memory. */
export async function openSpool(dataFolder: string, maxBytes = usualMaxBytes): Promise<void> {
  parent = join(dataFolder, 'spool')
  maxSpoolBytes = maxBytes
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    const { mtimeMs } = await stat(join(parent, name))
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(join(parent, name), { recursive: true })
  }
}

export async function closeSpool(): Promise<void> {
  const opened = await folder
  folder = undefined
  parent = tmpdir()
  maxSpoolBytes = usualMaxBytes
  sizes.clear()
  if (opened !== undefined) await rm(opened, { recursive: true, force: true })
}

/** Path of a new file; deleted with removeSpooled. */
export async function newSpoolPath(): Promise<string> {
  folder ??= makeFolder()
  return join(await folder, String(number++))
}

/** Retried with the next file if it cannot be created. */
async function makeFolder(): Promise<string> {
  try {
    return await mkdtemp(join(parent, 'assay-spool-'))
  } catch (error) {
    folder = undefined
    throw error
  }
}

/** Writes a stream to a file. Throws 413 if it is larger than maxBytes, 503 if the total limit is reached. */
export async function spool(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes = Infinity }: { maxBytes?: number } = {},
): Promise<SpooledFile> {
  const path = await newSpoolPath()
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      if (totalSize() + chunk.length > maxSpoolBytes)
        throw new Problem(
          503,
          'busy',
          'Too many large documents and responses are being processed at once. Try again later',
        )
      sizes.set(path, size)
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } catch (error) {
    await removeSpooled(path)
    throw error
  } finally {
    await file.close()
  }
  return { path, size, digest: hash.digest() }
}

const chunkBytes = 64 * 1024

export async function* readSpooled(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

export const tooLarge = (maxBytes: number) =>
  new Problem(413, 'tooLarge', `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`)

export async function removeSpooled(path: string): Promise<void> {
  sizes.delete(path)
  await rm(path, { force: true })
}

const totalSize = () => sizes.values().reduce((sum, size) => sum + size, 0)
