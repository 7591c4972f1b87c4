import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The database's log, kept for the time between two backups: https://www.postgresql.org/docs/18/continuous-archiving.html

const program = fileURLToPath(new URL('copy-segment.js', import.meta.url))

/** At most this much is lost with the machine, if the folder is elsewhere. */
const maxAgeSeconds = 60

/** Settings of the server that archives its log. */
export const archiveSettings = (folder: string): Record<string, string | number> => ({
  archive_mode: 'on',
  archive_timeout: maxAgeSeconds,
  archive_command: command('keep', '%p', folder, '%f'),
})

export const fetchCommand = (folder: string): string => command('fetch', '%p', folder, '%f')

const command = (...words: string[]) => [process.execPath, program, ...words].map(quoteForShell).join(' ')

/** For the shell that PostgreSQL calls. */
const quoteForShell = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Removes what is older than the oldest backup that is kept, with a day to spare. */
export async function removeOldSegments(folder: string, oldestBackup: Date): Promise<void> {
  const limit = oldestBackup.getTime() - 86_400_000
  for (const name of await readdir(folder).catch(() => [])) {
    const isOld = ((await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Infinity) < limit
    if (isOld && name.endsWith('.gz')) await rm(join(folder, name), { force: true })
  }
}
