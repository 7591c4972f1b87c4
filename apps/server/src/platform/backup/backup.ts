import type { Config } from '#config.ts'
import { type EgressConfig, egressOf } from '#platform/egress/egress.ts'
import { readKeys } from '#platform/secrets/vault.ts'
import { openClusterSource } from './cluster-source.ts'
import { type Destination, folderDestination } from './destination.ts'
import { openDumpSource } from './dump-source.ts'
import type { Manifest } from './manifest.ts'
import { listBackups } from './remove-old.ts'
import { readS3Address } from './s3-address.ts'
import { s3Destination } from './s3-destination.ts'
import { removeOldSegments } from './wal-archive.ts'
import { writeBackup } from './write-backup.ts'

export type BackupConfig = EgressConfig &
  Pick<
    Config,
    'backup' | 'dataFolder' | 'databaseUrl' | 'directDatabaseUrl' | 'earlierSecretKey' | 'secretKey'
  >

interface Wishes {
  to: string
  /** undefined for all. */
  keep: number | undefined
  isVerified: boolean
  print: (line: string) => void
}

/** Backs up the database of the settings. */
export async function backUp(config: BackupConfig, wishes: Wishes): Promise<Manifest> {
  const { dataFolder, backup } = config
  const databaseUrl = config.directDatabaseUrl ?? config.databaseUrl
  const keys = await readKeys(config)
  if (keys === null)
    throw new Error(`There is no secret key in ${dataFolder}: has Assay been started with it?`)
  const destination = openDestination(config, wishes.to)
  const source = await (databaseUrl === undefined
    ? openClusterSource(dataFolder)
    : openDumpSource(databaseUrl))
  try {
    const { keep, isVerified, print } = wishes
    const { passphrase } = backup
    const manifest = await writeBackup({
      source,
      destination,
      dataFolder,
      keys,
      passphrase,
      keep,
      isVerified,
      print,
    })
    if (backup.walArchive !== undefined) await removeSegments(destination, manifest, backup.walArchive)
    return manifest
  } finally {
    await source.close()
  }
}

/** What is older than the oldest backup serves no recovery. */
async function removeSegments(destination: Destination, { system }: Manifest, folder: string): Promise<void> {
  const [oldest = ''] = await listBackups(destination, `${system}-`)
  const time = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)/.exec(oldest)
  if (time) await removeOldSegments(folder, new Date(`${time[1]}T${time[2]}:${time[3]}:00Z`))
}

export function openDestination(config: BackupConfig, to: string): Destination {
  const address = readS3Address(to)
  if (address === null) return folderDestination(to)
  const { accessKeyId, secretAccessKey, sessionToken, region, endpoint } = config.backup.s3
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(`${to} needs the settings AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`)
  const credentials = { accessKeyId, secretAccessKey, sessionToken, region }
  const { bucket, prefix } = address
  return s3Destination({ endpoint, bucket, prefix, credentials }, egressOf(config, 'backup'))
}
