import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchCommand } from './wal-archive.ts'

export interface WalRecovery {
  /** The folder of ASSAY_WAL_ARCHIVE. */
  archive: string
  /** undefined: as far as the archive goes. */
  until: Date | undefined
}

const beginning = '# Assay: recovery'

/** Makes the next start read the archived log up to the time. */
export async function recoverUntil(cluster: string, { archive, until }: WalRecovery): Promise<void> {
  const settings = [
    `restore_command = '${fetchCommand(archive).replaceAll("'", "''")}'`,
    "recovery_target_action = 'promote'",
    ...(until === undefined
      ? []
      : [`recovery_target_time = '${until.toISOString().replace('T', ' ').replace('Z', '+00')}'`]),
  ]
  await appendFile(join(cluster, 'postgresql.auto.conf'), `\n${[beginning, ...settings].join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

export async function withoutRecovery(cluster: string): Promise<void> {
  const path = join(cluster, 'postgresql.auto.conf')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.split(`\n${beginning}`, 1)[0]!)
  await rm(join(cluster, 'recovery.signal'), { force: true })
}
