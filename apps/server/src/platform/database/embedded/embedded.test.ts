import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { locateBinaries } from './binaries.ts'
import { startEmbedded, type EmbeddedServer } from './embedded.ts'
import { explainFailure } from './embedded-database-error.ts'
import { isAlive } from './process-state.ts'
import { type EmbeddedConnection, forgetDeadServer, recordedSocketFolder } from './running-server.ts'
import { isPrivateFolder, removeSocketFolder } from './socket-folder.ts'

// A first start takes about a second, more on a busy machine.

const isRoot = process.getuid?.() === 0
const log = { info: () => undefined, warn: () => undefined }

/** Holds a database that was started once and stopped. */
let prepared: string
let root: string
let dataFolder: string
let ends: (() => unknown)[]

beforeAll(async () => {
  prepared = realpathSync(mkdtempSync(join(tmpdir(), 'assay-prepared-')))
  const server = await startEmbedded({ dataFolder: prepared, log, isForTests: true })
  await server.stop()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-embedded-')))
  dataFolder = join(root, 'data')
  ends = []
})

// Cleanup in order: the lock holder, its server, the folder.
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  const pid = serverPid(dataFolder)
  if (pid !== undefined && (await isAlive(pid))) {
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  }
  const cluster = join(dataFolder, 'postgres')
  if (existsSync(cluster)) await forgetDeadServer(cluster, await recordedSocketFolder(cluster))
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** A first start takes longer than the behavior that most tests cover. */
function useExisting(): void {
  cpSync(join(prepared, 'postgres'), join(dataFolder, 'postgres'), { recursive: true })
  chmodSync(join(dataFolder, 'postgres'), 0o700)
}

function serverPid(folder: string): number | undefined {
  const path = join(folder, 'postgres', 'postmaster.pid')
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : undefined
}

async function begin(folder = dataFolder): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataFolder: folder, log, isForTests: true })
  ends.push(() => server.stop())
  return server
}

async function query(connection: EmbeddedConnection, ...statements: string[]): Promise<unknown[]> {
  const client = new Client(connection)
  await client.connect()
  let rows: unknown[] = []
  try {
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
  return rows
}

interface ProcessOutput {
  connection?: EmbeddedConnection
  wasAlreadyRunning?: boolean
  error?: string
  lost?: string
}

const program = `
  import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
  const print = (output) => console.log(JSON.stringify(output))
  const log = { info() {}, warn() {} }
  const onLost = (error) => print({ lost: error.message })
  try {
    const server = await startEmbedded({ dataFolder: process.argv[1], log, onLost })
    process.once('SIGTERM', () => server.stop())
    print({ connection: server.connection, wasAlreadyRunning: server.wasAlreadyRunning })
  } catch (error) {
    print({ error: error.name + ': ' + error.message })
  }`

/** Starts a second, real process that prints one line with the result. */
async function beginElsewhere(
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<{ child: ChildProcess; output: ProcessOutput; next: () => Promise<ProcessOutput> }> {
  const words = ['--input-type=module-typescript', '-e', program, dataFolder]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/', ...options })
  ends.push(() => end(child, 'SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value as string) as ProcessOutput
  return { child, output: await next(), next }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Process ids of the server and its helpers, found by their working folder. */
function serverProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolder(name) === join(dataFolder, 'postgres'))
    .map(Number)
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Connections are refused until the server is back. */
const queryWhenBack = (connection: EmbeddedConnection, statement: string) =>
  vi.waitFor(() => query(connection, statement), { timeout: 120_000, interval: 50 })

describe('startEmbedded', () => {
  test('keeps data across starts', async () => {
    const first = await startEmbedded({ dataFolder, log })
    expect(first.wasAlreadyRunning).toBe(false)
    expect(first.version).toMatch(/^18\./)
    await query(first.connection, 'create table t (x text)', `insert into t values ('kept')`)
    await first.stop()
    const second = await startEmbedded({ dataFolder, log })
    ends.push(() => second.stop())
    expect(await query(second.connection, 'select x from t')).toEqual([{ x: 'kept' }])
  })

  test('is durable, verifies checksums, sorts by code point and does not listen on the network', async () => {
    const server = await startEmbedded({ dataFolder, log })
    ends.push(() => server.stop())
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'listen_addresses',
      'jit',
    ]
    const settings = names.map((name) => `current_setting('${name}') as ${name}`)
    expect(await query(server.connection, `select ${settings.join()}, 'a' < 'B' as "aBeforeB"`)).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        listen_addresses: '',
        jit: 'off',
        aBeforeB: false,
      },
    ])
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataFolder, 'postgres')).mode & 0o777).toBe(0o700)
  })

  test.each([
    ['longer than a socket path', ['x'.repeat(100), 'y'.repeat(100)]],
    ['with spaces, quotes and other letters', ['Größe 数据 it\'s, "q" $HOME']],
  ])('works in a folder %s', async (_, names) => {
    const server = await begin(join(root, ...names))
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starting concurrently: one gets the folder, the other an error', async () => {
    const both = await Promise.all([beginElsewhere(), beginElsewhere()])
    const [winner, loser] = both[0].output.error === undefined ? both : [both[1], both[0]]
    expect(winner.output.connection).toBeDefined()
    expect(loser.output.error).toContain(`is in use by another Assay (process ${winner.child.pid})`)
    expect(readdirSync(dataFolder).filter((name) => name.includes('.new-'))).toEqual([])
  })

  test('leftovers of an interrupted first start are removed', async () => {
    mkdirSync(join(dataFolder, 'postgres.new-0123456789ab', 'base'), { recursive: true })
    await begin()
    expect(readdirSync(dataFolder).sort()).toEqual(['postgres', 'postgres.log'])
  })
})

describe('an existing database', () => {
  beforeEach(useExisting)

  test('stops cleanly, leaving no process or socket folder, and can be stopped twice', async () => {
    const server = await begin()
    const pid = serverPid(dataFolder)!
    expect(serverProcesses()).toContain(pid)
    expect(serverProcesses().length).toBeGreaterThan(3)
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    expect(await isAlive(pid)).toBe(false)
    expect(serverProcesses()).toEqual([])
    expect(existsSync(server.connection.host)).toBe(false)
    expect(serverPid(dataFolder)).toBeUndefined()
    expect(readFileSync(join(dataFolder, 'postgres.log'), 'utf8')).toContain('database system is shut down')
  })

  test('runs in its own session, so that Ctrl-C does not reach it', async () => {
    await begin()
    const session = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[3]
    expect(session(serverPid(dataFolder)!)).toBe(`${serverPid(dataFolder)}`)
    expect(session(process.pid)).not.toBe(`${serverPid(dataFolder)}`)
  })

  test('ignores PG environment variables', async () => {
    const env = {
      ...process.env,
      PGPORT: '1',
      PGOPTIONS: '-c nonsense=1',
      PGDATA: '/nowhere',
      PGSSLMODE: 'require',
    }
    const { output } = await beginElsewhere({ env })
    expect(output.error).toBeUndefined()
    expect(output.connection).toBeDefined()
  })

  test('restarts a killed server at the same socket with its data, repeatedly', async () => {
    const { output, child } = await beginElsewhere()
    await query(output.connection!, 'create table t (x int)')
    for (const x of [1, 2, 3]) {
      await query(output.connection!, `insert into t values (${x})`)
      const pid = serverPid(dataFolder)!
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => isAlive(pid)).toBe(false)
      expect(await queryWhenBack(output.connection!, 'select count(*)::int as rows from t')).toEqual([
        { rows: x },
      ])
    }
    await end(child, 'SIGTERM')
    expect(serverProcesses()).toEqual([])
    expect(existsSync(output.connection!.host)).toBe(false)
  })

  test('continues with a server that closed all connections after one of its processes was killed', async () => {
    const { output, child } = await beginElsewhere()
    const pid = serverPid(dataFolder)!
    const backend = new Client(output.connection)
    backend.on('error', () => undefined)
    await backend.connect()
    const { rows } = await backend.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = new Promise((resolve) => backend.once('end', resolve))
    process.kill(rows[0]!.pid, 'SIGKILL')
    await ended
    await queryWhenBack(output.connection!, 'select 1')
    expect(serverPid(dataFolder)).toBe(pid)
    // The lock is acquired again, so no other process gets the folder.
    await vi.waitFor(
      async () => expect((await beginElsewhere()).output.error).toContain(`(process ${child.pid})`),
      { timeout: 120_000 },
    )
  })

  test('reports a deleted data folder instead of creating an empty one', async () => {
    const other = await beginElsewhere()
    const pid = serverPid(dataFolder)!
    rmSync(dataFolder, { recursive: true })
    if (await isAlive(pid)) process.kill(pid, 'SIGKILL')
    expect((await other.next()).lost).toContain('is gone')
    expect(existsSync(dataFolder)).toBe(false)
  })
})

describe('a second process', () => {
  beforeEach(useExisting)

  test('is rejected with the folder and its holder', async () => {
    await begin()
    expect((await beginElsewhere()).output.error).toBe(
      `EmbeddedDatabaseError: The data folder ${dataFolder} is in use by another Assay (process ${process.pid}). ` +
        'Stop it first, or give this one a folder of its own with ASSAY_DATA.',
    )
  })

  test('is rejected in the same process too', async () => {
    await begin()
    await expect(startEmbedded({ dataFolder, log })).rejects.toThrow(`(process ${process.pid})`)
  })

  test('can start after the first has ended by SIGTERM', async () => {
    const { child } = await beginElsewhere()
    await end(child, 'SIGTERM')
    expect((await begin()).wasAlreadyRunning).toBe(false)
  })
})

describe('after a process was killed', () => {
  beforeEach(useExisting)

  test('uses the running server and keeps committed data', async () => {
    const { child, output } = await beginElsewhere()
    await query(output.connection!, 'create table t (x int)', 'insert into t select generate_series(1, 300)')
    const pid = serverPid(dataFolder)!
    await end(child, 'SIGKILL')
    expect(await isAlive(pid)).toBe(true)

    const server = await begin()
    expect(server.wasAlreadyRunning).toBe(true)
    expect(serverPid(dataFolder)).toBe(pid)
    expect(await query(server.connection, 'select count(*)::int as n from t')).toEqual([{ n: 300 }])
    await server.stop()
    expect(await isAlive(pid)).toBe(false)
  })

  test('recovers if the server was killed too, and removes its socket folder', async () => {
    const { child, output } = await beginElsewhere()
    await query(output.connection!, 'create table t (x int)', 'insert into t values (7)')
    process.kill(serverPid(dataFolder)!, 'SIGKILL')
    await end(child, 'SIGKILL')
    const server = await begin()
    expect(server.wasAlreadyRunning).toBe(false)
    expect(await query(server.connection, 'select x from t')).toEqual([{ x: 7 }])
    expect(existsSync(output.connection!.host)).toBe(false)
  })

  test('starts although a process of the killed server is still running, and ends that process', async () => {
    const { child, output } = await beginElsewhere()
    const client = new Client(output.connection)
    client.on('error', () => undefined)
    await client.connect()
    // It checks for signals, but not whether its server is alive.
    const computing = client.query('select count(*) from generate_series(1, 1000000000000)')
    computing.catch(() => undefined)
    await expect
      .poll(() =>
        query(output.connection!, `select 1 from pg_stat_activity where query like '%generate_series(1,%'`),
      )
      .toHaveLength(2)
    process.kill(child.pid!, 'SIGSTOP')
    process.kill(serverPid(dataFolder)!, 'SIGKILL')
    await end(child, 'SIGKILL')
    expect(serverProcesses()).not.toEqual([])
    const remaining = serverProcesses()
    const server = await begin()
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(serverProcesses().filter((pid) => remaining.includes(pid))).toEqual([])
  })

  test('terminates the statement of a killed process that held the folder', async () => {
    const { child, output } = await beginElsewhere()
    await end(child, 'SIGKILL')
    const holding = `
      import pg from ${JSON.stringify(import.meta.resolve('pg'))}
      const client = new pg.Client({ ...JSON.parse(process.argv[1]), database: 'postgres', application_name: 'assay ' + process.pid })
      await client.connect()
      await client.query('set client_connection_check_interval = 0')
      await client.query('select pg_advisory_lock(1)')
      void client.query('select pg_sleep(600)')
      setTimeout(() => console.log('held'), 200)`
    const words = ['--input-type=module', '-e', holding, JSON.stringify(output.connection)]
    const other = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(other.stdout, 'data')
    await end(other, 'SIGKILL')
    const server = await begin()
    expect(server.wasAlreadyRunning).toBe(true)
    expect(
      await query(server.connection, `select 1 from pg_stat_activity where query = 'select pg_sleep(600)'`),
    ).toEqual([])
  })

  test.runIf(isRoot)('finds a server that the killed process was just launching', async () => {
    const first = await beginElsewhere()
    const pid = serverPid(dataFolder)!
    // As root, this program is run first; it blocks here while the other process launches.
    const [tools, asked, goOn] = ['tools', 'asked', 'go-on'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ]
    mkdirSync(tools)
    const script = `#!/bin/sh\ntouch ${asked}; while [ ! -e ${goOn} ]; do sleep 0.05; done\nexec /usr/bin/unshare "$@"\n`
    writeFileSync(join(tools, 'unshare'), script, { mode: 0o755 })
    process.kill(first.child.pid!, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
    const second = beginElsewhere({ env: { ...process.env, PATH: `${tools}:${process.env['PATH']}` } })
    await expect.poll(() => existsSync(asked)).toBe(true)
    process.kill(first.child.pid!, 'SIGCONT')
    await queryWhenBack(first.output.connection!, 'select 1')
    await end(first.child, 'SIGKILL')
    writeFileSync(goOn, '')
    const { output } = await second
    expect(output).toMatchObject({
      wasAlreadyRunning: true,
      connection: { host: first.output.connection!.host },
    })
    expect(await query(output.connection!, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('ignores a postmaster.pid with the id of an unrelated process', async () => {
    await (await begin()).stop()
    const text = (pid: number) => `${pid}\n${dataFolder}/postgres\n1700000000\n5432\n${root}\n\n1 1\nready\n`
    writeFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), text(process.pid))
    const server = await begin()
    expect(server.wasAlreadyRunning).toBe(false)
    expect(existsSync(root)).toBe(true)
  })

  test('ignores a postmaster.pid of a process that does not exist', async () => {
    await (await begin()).stop()
    const ended = spawn(process.execPath, ['-e', ''])
    await once(ended, 'exit')
    const path = join(dataFolder, 'postgres', 'postmaster.pid')
    writeFileSync(path, `${ended.pid}\n${dataFolder}/postgres\n1700000000\n5432\n/gone\n\n1 1\nready\n`)
    expect((await begin()).wasAlreadyRunning).toBe(false)
  })
})

describe('unusable folders', () => {
  test('a database of another major version is not touched', async () => {
    mkdirSync(join(dataFolder, 'postgres'), { recursive: true })
    writeFileSync(join(dataFolder, 'postgres', 'PG_VERSION'), '15\n')
    await expect(begin()).rejects.toThrow('was made by PostgreSQL 15, this Assay has 18')
    expect(readdirSync(join(dataFolder, 'postgres'))).toEqual(['PG_VERSION'])
  })

  test('a folder with other files is not touched', async () => {
    mkdirSync(join(dataFolder, 'postgres'), { recursive: true })
    writeFileSync(join(dataFolder, 'postgres', 'letter.txt'), 'mine')
    await expect(begin()).rejects.toThrow('holds files, but no PostgreSQL database')
  })

  test('a failed start reports the last lines of the log', async () => {
    await (await begin()).stop()
    writeFileSync(join(dataFolder, 'postgres', 'postgresql.auto.conf'), "port = 'never'\n")
    await expect(begin()).rejects.toThrow(
      /did not start \(.*postgres\.log\)[^]*invalid value for parameter "port"/,
    )
  })

  test('a log that is a symbolic link is not written', async () => {
    await (await begin()).stop()
    rmSync(join(dataFolder, 'postgres.log'))
    symlinkSync(join(root, 'elsewhere'), join(dataFolder, 'postgres.log'))
    await expect(begin()).rejects.toThrow(/The log .* cannot be written/)
    expect(existsSync(join(root, 'elsewhere'))).toBe(false)
  })

  test.each([
    [
      'postgres: error while loading shared libraries: libssl.so.1.1: cannot open',
      'the library libssl.so.1.1 is missing',
    ],
    ['FATAL:  could not write lock file: No space left on device', 'the disk of the data folder is full'],
    ['FATAL:  data directory "/x" has wrong ownership', 'permissions are missing'],
    [
      "postgres: /lib/libc.so.6: version `GLIBC_2.38' not found",
      'this system is too old (GLIBC_2.38 is missing)',
    ],
  ])('%s is explained', (output, sentence) => {
    const { message } = explainFailure('It cannot start', output)
    expect(message).toContain(`It cannot start: ${sentence}`)
    expect(message).toContain(output)
  })

  test('a socket folder prepared by another user is not trusted', async () => {
    const open = join(root, 'assay-pg-open')
    mkdirSync(open)
    chmodSync(open, 0o755)
    const linked = join(root, 'assay-pg-linked')
    symlinkSync(mkdtempSync(join(root, 'private-')), linked)
    for (const folder of [open, linked]) {
      expect(await isPrivateFolder(folder, process.getuid!())).toBe(false)
      await removeSocketFolder(folder, process.getuid!())
      expect(existsSync(folder)).toBe(true)
    }
  })
})

describe.runIf(isRoot)('users', () => {
  const userId = 1000
  const noTools = () => ({ ...process.env, PATH: join(root, 'nothing') })
  const owner = (pid: number) => statSync(`/proc/${pid}`).uid

  test('root in a folder inaccessible to others', async () => {
    chmodSync(root, 0o700)
    const server = await begin()
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(join(dataFolder, 'postgres')).uid).toBe(0)
  })

  test('an ordinary user', async () => {
    chownSync(root, userId, userId)
    const { child, output } = await beginElsewhere({ uid: userId, gid: userId })
    expect(await query(output.connection!, 'select 1 as one')).toEqual([{ one: 1 }])
    const pid = serverPid(dataFolder)!
    expect(owner(pid)).toBe(userId)
    await end(child, 'SIGTERM')
    expect(await isAlive(pid)).toBe(false)
  })

  test('an ordinary user without permission gets an error message', async () => {
    const { output } = await beginElsewhere({ uid: userId, gid: userId })
    expect(output.error).toContain(
      'EmbeddedDatabaseError: The embedded PostgreSQL cannot be started: permissions are missing',
    )
  })

  test("root on another user's folder runs the server as that user", async () => {
    chmodSync(root, 0o755)
    mkdirSync(dataFolder)
    chownSync(dataFolder, userId, userId)
    const server = await begin()
    expect(owner(serverPid(dataFolder)!)).toBe(userId)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('root without user namespaces runs the server as nobody, also on an existing database', async () => {
    chmodSync(root, 0o755)
    const first = await begin()
    await query(first.connection, 'create table t (x int)', 'insert into t values (7)')
    await first.stop()
    const { child, output } = await beginElsewhere({ env: noTools() })
    expect(owner(serverPid(dataFolder)!)).toBe(65_534)
    // Others may traverse the folder, but not list it.
    expect(statSync(dataFolder).mode & 0o777).toBe(0o711)
    expect(await query(output.connection!, 'select x from t')).toEqual([{ x: 7 }])
    await end(child, 'SIGTERM')
    const again = await begin()
    expect(await query(again.connection, 'select x from t')).toEqual([{ x: 7 }])
  })

  test('root without user namespaces in an inaccessible folder gets an error message', async () => {
    const { output } = await beginElsewhere({ env: noTools() })
    expect(output.error).toContain(
      `would run as user 65534 here, who may not enter ${root}. Start Assay as an ordinary user`,
    )
  })
})

test('locateBinaries finds the installed binaries', () => {
  expect(existsSync(locateBinaries().postgres)).toBe(true)
})
