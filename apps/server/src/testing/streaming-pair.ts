import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { locateBinaries } from '#platform/database/embedded/binaries.ts'

export interface StreamingPair {
  primary: pg.ClientConfig
  standby: pg.ClientConfig
  /** Runs a statement on one of them, as a superuser. */
  run(at: 'primary' | 'standby', statement: string): Promise<pg.QueryResult>
  /** kill -9. */
  killPrimary(): Promise<void>
  stop(): Promise<void>
}

/** Folders of programs of PostgreSQL on this machine: the embedded one, and the oldest supported version if it is there. */
export function installedPrograms(): Record<string, string> {
  const { initdb, major } = locateBinaries()
  const oldest = '/usr/lib/postgresql/15/bin'
  return { [major]: join(initdb, '..'), ...(existsSync(join(oldest, 'initdb')) && { 15: oldest }) }
}

const user = 'assay'
/** PostgreSQL does not run as root. */
const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** A PostgreSQL and a standby that streams from it. */
export async function startStreamingPair(programs: string): Promise<StreamingPair> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pair-'))
  await chmod(folder, 0o755)
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const data = { primary: join(folder, 'primary'), standby: join(folder, 'standby') }
  await chmod(folder, 0o777)
  await run(join(programs, 'initdb'), [
    '-D',
    data.primary,
    '-U',
    user,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ])
  await appendFile(join(data.primary, 'postgresql.conf'), settings)
  // Before its first start, a copy is the same database at the same position.
  await cp(data.primary, data.standby, { recursive: true })
  await own(data.standby)
  await writeFile(join(data.standby, 'standby.signal'), '')
  await appendFile(
    join(data.standby, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=${user}'\n`,
  )
  const servers = {
    primary: serverOf(programs, data.primary, primaryPort),
    standby: serverOf(programs, data.standby, standbyPort),
  }
  const connection = (port: number) => ({ host: '127.0.0.1', port, user, database: 'postgres' })
  const pair = { primary: connection(primaryPort), standby: connection(standbyPort) }
  for (const each of Object.values(pair)) await untilAnswered(each)
  return {
    ...pair,
    run: (at, statement) => withClient(pair[at], (client) => client.query(statement)),
    killPrimary: () => end(servers.primary, 'SIGKILL'),
    async stop() {
      await Promise.all(Object.values(servers).map((server) => end(server, 'SIGQUIT')))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
hot_standby_feedback = on
wal_retrieve_retry_interval = 100ms
`

function serverOf(programs: string, data: string, port: number): ChildProcess {
  return spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port)], {
    ...other,
    cwd: '/',
    stdio: 'ignore',
  })
}

async function run(program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, { ...other, cwd: '/', stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with code ${code}`)
}

async function own(folder: string): Promise<void> {
  await chmod(folder, 0o700)
  if (!other) return
  for (const name of await readdir(folder, { recursive: true }))
    await chown(join(folder, name), other.uid, other.gid)
  await chown(folder, other.uid, other.gid)
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilAnswered(connection: pg.ClientConfig): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await withClient(connection, (client) => client.query('select 1'))
      return
    } catch (error) {
      if (attempt === 300) throw error
      await sleep(100)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
