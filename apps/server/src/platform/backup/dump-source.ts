import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { openDatabase } from '#platform/database/database.ts'
import { run, start } from '#platform/database/embedded/run-program.ts'
import { type BackupSource, type CopyReader, Unverifiable } from './backup-source.ts'
import { createScratchDatabase, dropScratchDatabase, readServerMajor } from './store.ts'

export const dumpName = 'database.dump'

/** The database of DATABASE_URL, by the programs of PostgreSQL, which must not be older than the server. */
export async function openDumpSource(databaseUrl: string): Promise<BackupSource> {
  const open = (url: string) =>
    openDatabase({
      connection: { connectionString: url },
      maxConnections: 3,
      limitsStatements: false,
      log: silent,
    })
  const { db, close } = open(databaseUrl)
  return {
    kind: 'dump',
    db,
    close,
    async copy(write) {
      await checkProgram('pg_dump', await readServerMajor(db))
      await dump(databaseUrl, (content) => write(dumpName, content))
      return { startLsn: null, endLsn: null }
    },
    async inspect(read, look) {
      const name = await createScratchDatabase(db).catch((error: unknown) => {
        throw new Unverifiable(
          `the database user may not create a database to check it in (${String(error)})`,
        )
      })
      const url = new URL(databaseUrl)
      url.pathname = `/${name}`
      try {
        await restoreDump(url.href, await read(dumpName))
        await inspectDatabase(open(url.href), look)
      } finally {
        await dropScratchDatabase(db, name)
      }
    },
  }
}

async function inspectDatabase(
  { db, close }: Pick<ReturnType<typeof openDatabase>, 'db' | 'close'>,
  look: CopyReader,
): Promise<void> {
  try {
    await look(db)
  } finally {
    await close()
  }
}

async function dump(databaseUrl: string, write: (content: Readable) => Promise<unknown>): Promise<void> {
  const options = ['--format=custom', '--no-owner', '--no-privileges']
  const child = start(programOf('pg_dump', databaseUrl, options), ['ignore', 'pipe', 'pipe'])
  child.once('error', () => undefined)
  const ended = once(child, 'close')
  const [errors, [code]] = await Promise.all([text(child.stderr!), ended, write(child.stdout!)])
  if (code !== 0) throw new Error(`pg_dump failed: ${errors.trim().slice(0, 500)}`)
}

/** Into an empty database, all or nothing. */
export async function restoreDump(databaseUrl: string, content: Readable): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  const child = start(programOf('pg_restore', databaseUrl, options), ['pipe', 'ignore', 'pipe'])
  child.once('error', () => undefined)
  const ended = once(child, 'close')
  // The program ends early if it fails; its message is the reason.
  const piped = pipeline(content, child.stdin!).catch(() => undefined)
  const [errors, [code]] = await Promise.all([text(child.stderr!), ended, piped])
  if (code !== 0) throw new Error(`pg_restore failed: ${errors.trim().slice(0, 500)}`)
}

/** The password is in the environment, as other users of the machine see the options of programs. */
function programOf(file: string, databaseUrl: string, options: readonly string[]) {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const variables: Record<string, string> = password === '' ? {} : { PGPASSWORD: password }
  return { file, options: [...options, `--dbname=${url.href}`], variables }
}

async function checkProgram(file: string, serverMajor: number): Promise<void> {
  const { code, output } = await run({ file, options: ['--version'] })
  const major = Number(/\b(\d+)\.\d+/.exec(output)?.[1])
  if (code !== 0)
    throw new Error(
      `${file} is not installed here. Install PostgreSQL's client programs, or back up the database of ` +
        'DATABASE_URL with your own tools, and the secret key with it.',
    )
  if (major < serverMajor)
    throw new Error(
      `${file} is version ${major}, older than the database (${serverMajor}): install that one.`,
    )
}

const silent = { error: () => undefined }
