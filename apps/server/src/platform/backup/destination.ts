import { syncFolder } from '#platform/system/sync-folder.ts'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type Dirent } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where backups are kept: a folder, or a bucket of object storage. Names are relative paths with slashes. */
export interface Destination {
  /** For messages. */
  readonly address: string
  /** Complete and durable when it returns; nothing is left of a failed one. */
  write(name: string, content: Readable): Promise<Written>
  /** Throws MissingFileError. */
  read(name: string): Promise<Readable>
  /** An empty folder ends with a slash. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
}

export interface Written {
  bytes: number
  sha256: string
}

export class MissingFileError extends Error {}

/** Passes bytes on, and counts and hashes them. */
export function measure(): { through: Transform; result: () => Written } {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}

export function folderDestination(folder: string): Destination {
  const at = (name: string) => join(folder, name)
  return {
    address: folder,
    async write(name, content) {
      const draft = `${at(name)}.part`
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      const measured = measure()
      try {
        await pipeline(content, measured.through, createWriteStream(draft, { mode: 0o600, flush: true }))
        await rename(draft, at(name))
        await syncFolder(dirname(at(name)))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      return measured.result()
    },
    async read(name) {
      const path = at(name)
      if (!(await stat(path).catch(() => null))) throw new MissingFileError(`${path} does not exist`)
      // A file that cannot be read any more fails the pipeline that reads it.
      return createReadStream(path).on('error', () => undefined)
    },
    async list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)
      const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name).slice(folder.length + 1)
      const files = entries.filter((entry) => entry.isFile()).map(pathOf)
      const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `${pathOf(entry)}/`)
      // What was killed may have left an empty one.
      const empty = folders.filter((name) => !files.some((file) => file.startsWith(name)))
      return [...files, ...empty].filter((name) => name.startsWith(prefix)).toSorted()
    },
    async remove(name) {
      await rm(at(name), { recursive: true, force: true })
      // The last file of a backup takes its folder with it.
      const isEmpty = (await readdir(dirname(at(name))).catch(unlessMissing)).length === 0
      if (isEmpty && dirname(at(name)) !== folder)
        await rm(dirname(at(name)), { recursive: true, force: true })
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
