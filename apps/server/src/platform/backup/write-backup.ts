import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { version } from '#platform/system/version.ts'
import { type BackupSource, Unverifiable } from './backup-source.ts'
import { onePiece, scratchPrefix } from './cluster-source.ts'
import type { Destination, Written } from './destination.ts'
import { type Manifest, manifestName } from './manifest.ts'
import { removeIncomplete, removeOld } from './remove-old.ts'
import { fingerprintOf, type Keys, sealKeys } from './sealed-key.ts'
import { beginRun, countRows, endRun, hasRun, holdLock, readSystem } from './store.ts'

export interface BackupOptions {
  source: BackupSource
  destination: Destination
  dataFolder: string
  keys: Keys
  /** undefined: the key is not in the backup. */
  passphrase: string | undefined
  /** How many backups to keep; undefined for all. */
  keep: number | undefined
  isVerified: boolean
  print: (line: string) => void
}

export const sealedKeyName = 'secret.key.sealed'

/**
 * Backs up the running database, checks the result by restoring it to a temporary place, and removes old backups. Only
 * then is the manifest written: what was interrupted is no backup. One at a time for each database.
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
  const { source, destination, dataFolder } = options
  return holdLock(source.db, async () => {
    await removeScratch(dataFolder)
    const run = await beginRun(source.db, destination.address)
    try {
      const manifest = await write(options, run)
      const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0)
      await endRun(source.db, run, { name: manifest.name, bytes })
      return manifest
    } catch (error) {
      await endRun(source.db, run, { reason: (error as Error).message.slice(0, 500) }).catch(() => undefined)
      throw error
    }
  })
}

async function write(options: BackupOptions, run: string): Promise<Manifest> {
  const { source, destination, keys, passphrase, keep } = options
  const about = await readSystem(source.db)
  const startedAt = new Date()
  const name = `assay-${about.system}-${startedAt.toISOString().replaceAll(/[:.]/g, '-')}`
  await removeIncomplete(destination, about.system)
  const files = new Map<string, Written>()
  const add = async (file: string, content: Readable) => {
    const written = await destination.write(`${name}/${file}`, content)
    files.set(file, written)
    return written
  }
  const { startLsn, endLsn } = await source.copy(add)
  if (passphrase !== undefined) await add(sealedKeyName, onePiece(Buffer.from(sealKeys(keys, passphrase))))
  const manifest: Manifest = {
    format: 'assay-backup-1',
    name,
    version,
    ...about,
    architecture: process.arch,
    kind: source.kind,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    startLsn,
    endLsn,
    files: Object.fromEntries(files),
    key: { fingerprint: fingerprintOf(keys.current), isIncluded: passphrase !== undefined },
    rows: options.isVerified ? await verify(options, { name, run }) : null,
  }
  await destination.write(`${name}/${manifestName}`, onePiece(Buffer.from(JSON.stringify(manifest, null, 2))))
  if (keep !== undefined) await removeOld(destination, about.system, keep)
  return manifest
}

/** The rows of a restored copy, which must contain what was written before the backup began. */
async function verify(
  { source, destination, print }: BackupOptions,
  { name, run }: { name: string; run: string },
): Promise<Record<string, number> | null> {
  let rows: Record<string, number> | null = null
  try {
    await source.inspect(
      (file) => destination.read(`${name}/${file}`),
      async (db) => {
        if (!(await hasRun(db, run))) throw new Error('The backup lacks what was written before it began')
        rows = Object.fromEntries(await countRows(db))
      },
    )
    return rows
  } catch (error) {
    if (!(error instanceof Unverifiable)) throw error
    print(`Not verified: ${error.message}`)
    return null
  }
}

async function removeScratch(dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder).catch(() => [])
  for (const name of names)
    if (name.startsWith(scratchPrefix)) await rm(join(dataFolder, name), { recursive: true, force: true })
}
