import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Pooler {
  /** Address of a database through it. */
  urlOf(database: string, user: string): string
  /** Replaces its sessions, as an operator does on its console. */
  reconnect(): Promise<void>
  stop(): Promise<void>
}

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync)

/** PgBouncer in transaction mode, with fewer connections than clients; null if it is not installed here. */
export async function startPooler(connection: pg.PoolConfig): Promise<Pooler | null> {
  if (program === undefined) return null
  // Which reads an address, where there is one.
  const server = new pg.Client(connection)
  const folder = await mkdtemp(join(tmpdir(), 'assay-pooler-'))
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=${server.host} port=${server.port} user=${String(server.user)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 500',
    `admin_users = ${String(server.user)}`,
  ]
  const path = join(folder, 'pgbouncer.ini')
  await writeFile(path, settings.join('\n'))
  // It refuses to run as root.
  const words =
    process.getuid?.() === 0 ? ['unshare', '-U', '--map-user=65534', '--map-group=65534', program] : [program]
  const child = spawn(words[0]!, [...words.slice(1), path], { stdio: ['ignore', 'ignore', 'pipe'] })
  child.on('error', () => undefined)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const urlOf = (database: string, user: string) => `postgres://${user}@127.0.0.1:${port}/${database}`
  await untilReady(urlOf(String(server.database), String(server.user)), () => output)
  return {
    urlOf,
    async reconnect() {
      const client = new pg.Client({ connectionString: urlOf('pgbouncer', String(server.user)) })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('RECONNECT')
      await client.end()
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(url: string, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const isReady = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isReady) return
    await sleep(100)
  }
  throw new Error(`PgBouncer did not start: ${output()}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
