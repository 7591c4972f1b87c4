import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, openDestination } from '#platform/backup/backup.ts'
import { addErasures, erasuresBeside, localErasures, readErasures } from '#platform/backup/erasure-list.ts'
import { listBackups } from '#platform/backup/remove-old.ts'
import { readManifest, restoreBackup } from '#platform/backup/restore-backup.ts'
import { version } from '#platform/system/version.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { readKeys } from '#platform/secrets/vault.ts'

const help = `assay-server                      starts the server
assay-server backup               backs up the running server
assay-server backups              lists the backups
assay-server restore              restores the latest backup, or --name NAME, while the server is stopped

  --to FOLDER, --from FOLDER      a folder, or s3://bucket/folder, instead of ASSAY_BACKUP_TO
  --keep N                        how many backups to keep, instead of ASSAY_BACKUP_KEEP
  --no-verify                     backup: does not restore it to a temporary folder to check it
  --until 2026-05-31T14:00:00Z    restore: the state at that time, from the log archived in ASSAY_WAL_ARCHIVE

Settings are environment variables.
`

const commands: Record<string, (call: Call) => Promise<void>> = {
  backup: runBackup,
  backups: runList,
  restore: runRestore,
  async help({ print }) {
    print(help.trimEnd())
    return Promise.resolve()
  },
  async version({ print }) {
    print(version)
    return Promise.resolve()
  },
}

interface Call {
  config: Config
  options: Options
  print: (line: string) => void
}

type Options = ReturnType<typeof readOptions>['values']

/** Runs the command of `assay-server <command>`. Throws ConfigError for an unknown one. */
export async function runCommand(
  words: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<void> {
  const { name, options } = readCall(words)
  const command = new Map(Object.entries(commands)).get(name)
  if (command === undefined) throw new ConfigError(`Unknown command ${name}.\n\n${help}`)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  await command({ config: readConfig(environment), options, print })
}

function readCall(words: readonly string[]): { name: string; options: Options } {
  try {
    const { values, positionals } = readOptions(words)
    return { name: positionals[0] ?? 'help', options: values }
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n\n${help}`)
  }
}

const readOptions = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    allowNegative: true,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      name: { type: 'string' },
      keep: { type: 'string' },
      until: { type: 'string' },
      verify: { type: 'boolean', default: true },
    },
  })

async function runBackup({ config, options, print }: Call): Promise<void> {
  const to = placeOf(config, options.to)
  const keep = options.keep === undefined ? config.backup.keep : Number(options.keep)
  if (!Number.isInteger(keep) || keep < 1) throw new ConfigError('--keep must be a number from 1.')
  const { name, files, rows, key } = await backUp(config, { to, keep, isVerified: options.verify, print })
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  print(`${name} (${Math.ceil(bytes / 1024 / 1024)} MB) in ${to}`)
  if (rows)
    print(
      `Verified: restored to a temporary place, ${sumOf(rows)} rows in ${Object.keys(rows).length} tables`,
    )
  if (!key.isIncluded)
    print(
      'WARNING: the secret key is not in the backup. Without it, stored credentials are lost. Keep it elsewhere, or ' +
        'set ASSAY_BACKUP_PASSPHRASE.',
    )
}

async function runList({ config, options, print }: Call): Promise<void> {
  const destination = openDestination(config, placeOf(config, options.from ?? options.to))
  for (const name of await listBackups(destination)) {
    const { finishedAt, version: of, rows } = await readManifest(destination, name)
    print(`${name}  ${finishedAt}  Assay ${of}  ${rows ? 'verified' : 'not verified'}`)
  }
}

async function runRestore({ config, options, print }: Call): Promise<void> {
  const { dataFolder, backup } = config
  const databaseUrl = config.directDatabaseUrl ?? config.databaseUrl
  const recovery = recoveryOf(config, options.until)
  const key = (await readKeys(config))?.current ?? null
  const place = placeOf(config, options.from)
  const destination = openDestination(config, place)
  const erased = await readErasures(erasuresBeside(config, place))
  const { name } = options
  const { passphrase } = backup
  const manifest = await restoreBackup({
    destination,
    name,
    dataFolder,
    databaseUrl,
    key,
    passphrase,
    recovery,
    print,
  })
  print(
    manifest.rows && !recovery
      ? `Restored and checked: ${sumOf(manifest.rows)} rows in ${Object.keys(manifest.rows).length} tables, as in the backup.`
      : 'Restored.',
  )
  await addErasures(localErasures(config), erased)
  print(
    'Start Assay. Members who were erased since then are erased again. Tokens and sessions that were revoked since then are valid again; queued messages are sent again.',
  )
}

function recoveryOf({ backup }: Config, until: string | undefined) {
  if (until === undefined) return undefined
  if (backup.walArchive === undefined) throw new ConfigError('--until needs the setting ASSAY_WAL_ARCHIVE.')
  const time = new Date(until)
  if (until !== 'latest' && Number.isNaN(time.getTime()))
    throw new ConfigError('--until must be a time, such as 2026-05-31T14:00:00Z, or latest.')
  return { archive: backup.walArchive, until: until === 'latest' ? undefined : time }
}

function placeOf({ backup }: Config, option: string | undefined): string {
  const place = option ?? backup.to
  if (place === undefined) throw new ConfigError('Where? Set ASSAY_BACKUP_TO, or give --to or --from.')
  return place.includes('://') ? place : resolve(place)
}

const sumOf = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0)
