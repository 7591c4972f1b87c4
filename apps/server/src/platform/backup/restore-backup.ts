import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locateBinaries } from '#platform/database/embedded/binaries.ts'
import { startEmbedded } from '#platform/database/embedded/embedded.ts'
import { makePrivateFolder } from '#platform/database/embedded/private-folder.ts'
import { findRunning } from '#platform/database/embedded/running-server.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { isKnownSchema } from '#platform/database/migrate.ts'
import { unpackCluster, wholeOf } from './cluster-source.ts'
import type { Destination } from './destination.ts'
import { dumpName, restoreDump } from './dump-source.ts'
import { Manifest, manifestName } from './manifest.ts'
import { listBackups } from './remove-old.ts'
import { fingerprintOf, type Keys, openKeys } from './sealed-key.ts'
import { countRows, isEmptyDatabase, isRecovering, type RowCounts } from './store.ts'
import { recoverUntil, type WalRecovery, withoutRecovery } from './wal-recovery.ts'
import { sealedKeyName } from './write-backup.ts'

export interface RestoreOptions {
  destination: Destination
  /** undefined: the latest. */
  name: string | undefined
  dataFolder: string
  databaseUrl: string | undefined
  /** The key of the settings or of the data folder; null if there is none. */
  key: string | null
  passphrase: string | undefined
  /** The log that was archived after the backup; undefined: the state of the backup. */
  recovery: WalRecovery | undefined
  print: (line: string) => void
}

/** Restoring is not possible or not safe; the message says what to do. */
export class RestoreRefused extends Error {}

/** Restores a backup into a data folder without a database, or into an empty database. Nothing is left if it fails. */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { destination, dataFolder, print } = options
  const manifest = await readManifest(destination, options.name)
  if (!isKnownSchema(manifest.schema))
    throw new RestoreRefused(
      `${manifest.name} is of a newer version of Assay (${manifest.version}, ${manifest.schema}): restore it with that one.`,
    )
  await makePrivateFolder(dataFolder)
  const keys = await chooseKeys(options, manifest)
  if (options.databaseUrl === undefined) await refuseDatabase(dataFolder)
  print(`Restoring ${manifest.name} (${manifest.finishedAt}, Assay ${manifest.version}) …`)
  const rows = await restoreDatabase(options, manifest)
  if (keys !== null) await writeKeys(dataFolder, keys)
  if (manifest.rows !== null && rows !== null) checkRows(manifest.rows, rows)
  return manifest
}

export async function readManifest(destination: Destination, name: string | undefined): Promise<Manifest> {
  const chosen = name ?? (await listBackups(destination)).at(-1)
  if (chosen === undefined) throw new RestoreRefused(`There is no backup in ${destination.address}.`)
  const bytes = await wholeOf(await destination.read(`${chosen}/${manifestName}`))
  return Manifest.parse(JSON.parse(bytes.toString()))
}

/** null: the key is already in place. */
async function chooseKeys(options: RestoreOptions, manifest: Manifest): Promise<Keys | null> {
  const { key, passphrase, destination } = options
  if (key !== null) {
    if (fingerprintOf(key) === manifest.key.fingerprint) return null
    throw new RestoreRefused(
      'The secret key here is not the one of the backup, whose secrets could not be read with it. Set ASSAY_SECRET_KEY ' +
        'to that key, or move secret.key out of the data folder.',
    )
  }
  if (!manifest.key.isIncluded)
    throw new RestoreRefused(
      'The backup does not contain the secret key. Set ASSAY_SECRET_KEY, or put secret.key into the data folder.',
    )
  if (passphrase === undefined)
    throw new RestoreRefused('The secret key in the backup is encrypted: set ASSAY_BACKUP_PASSPHRASE.')
  const sealed = await wholeOf(await destination.read(`${manifest.name}/${sealedKeyName}`))
  const keys = openKeys(sealed.toString(), passphrase)
  if (keys === null) throw new RestoreRefused('ASSAY_BACKUP_PASSPHRASE is not the passphrase of this backup.')
  return keys
}

/** The rows of the restored database; null after a recovery, which has more than the backup. */
async function restoreDatabase(options: RestoreOptions, manifest: Manifest): Promise<RowCounts | null> {
  if ((manifest.kind === 'dump') !== (options.databaseUrl !== undefined))
    throw new RestoreRefused(
      manifest.kind === 'dump'
        ? 'The backup is of an external database: set DATABASE_URL to an empty one.'
        : 'The backup is of an embedded database: unset DATABASE_URL.',
    )
  return options.databaseUrl === undefined
    ? restoreCluster(options, manifest)
    : restoreExternal(options.databaseUrl, options, manifest)
}

async function restoreExternal(
  databaseUrl: string,
  { destination }: RestoreOptions,
  { name }: Manifest,
): Promise<RowCounts> {
  const { db, close } = open({ connectionString: databaseUrl })
  try {
    if (!(await isEmptyDatabase(db)))
      throw new RestoreRefused(
        'The database of DATABASE_URL is not empty: stop Assay, and create an empty one.',
      )
    await restoreDump(databaseUrl, await destination.read(`${name}/${dumpName}`))
    return await countRows(db)
  } finally {
    await close()
  }
}

async function restoreCluster(
  { destination, dataFolder, recovery }: RestoreOptions,
  { name, postgres, architecture }: Manifest,
): Promise<RowCounts | null> {
  const { major } = locateBinaries()
  if (postgres.split('.')[0] !== major || architecture !== process.arch)
    throw new RestoreRefused(
      `The backup is of PostgreSQL ${postgres} on ${architecture}, this Assay has ${major} on ${process.arch}.`,
    )
  const draft = join(dataFolder, 'restoring')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  try {
    const copy = join(draft, 'postgres')
    await unpackCluster((file) => destination.read(`${name}/${file}`), copy)
    if (recovery) await recoverUntil(copy, recovery)
    const rows = await startOnce(draft)
    if (recovery) await withoutRecovery(copy)
    await rename(copy, join(dataFolder, 'postgres'))
    return recovery ? null : rows
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function refuseDatabase(dataFolder: string): Promise<void> {
  const cluster = join(dataFolder, 'postgres')
  const entries = await readdir(cluster).catch(() => null)
  if (entries === null) return
  const running = await findRunning(cluster)
  await running?.client.end()
  throw new RestoreRefused(
    running
      ? `The database of ${dataFolder} is running: stop Assay first, and move ${cluster} away.`
      : `There is a database in ${dataFolder}: move ${cluster} away, or restore into another folder.`,
  )
}

/** Lets PostgreSQL make the copy consistent, and counts what is in it. */
async function startOnce(dataFolder: string): Promise<RowCounts> {
  const server = await startEmbedded({ dataFolder, log: silent })
  const { db, close } = open(server.connection)
  try {
    // At once, unless there is a log to read.
    while (await isRecovering(db)) await sleep(200)
    return await countRows(db)
  } finally {
    await close()
    await server.stop()
  }
}

const open = (
  connection: Parameters<typeof openDatabase>[0]['connection'],
): { db: Database; close(): Promise<void> } =>
  openDatabase({ connection, maxConnections: 2, limitsStatements: false, log: silent })

async function writeKeys(dataFolder: string, { current, earlier }: Keys): Promise<void> {
  const options = { mode: 0o600, flush: true }
  await writeFile(join(dataFolder, 'secret.key'), current, options)
  if (earlier !== undefined) await writeFile(join(dataFolder, 'secret.key.old'), earlier, options)
}

/** Throws unless each table has exactly the rows that the backup was checked with. */
function checkRows(expected: Record<string, number>, actual: RowCounts): void {
  for (const [table, count] of Object.entries(expected))
    if (actual.get(table) !== count)
      throw new Error(
        `The restored table ${table} has ${actual.get(table) ?? 'no'} rows, the backup had ${count}.`,
      )
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
