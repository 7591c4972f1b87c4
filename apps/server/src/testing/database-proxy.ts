import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'

export interface DatabaseProxy {
  /** The given connection string, through the proxy. */
  connection: pg.PoolConfig
  /** Closes every connection and rejects new ones, like a restarting server. */
  cut(): void
  /** Accepts bytes and forwards none, like an unreachable host. */
  hang(): void
  /** Delays all bytes. */
  delay(ms: number): void
  /**
   * Stops the next transaction with the text in one of its statements at its commit: before the database receives it,
   * or before the client receives the reply. Resolves when it is stopped.
   */
  holdCommit(text: string, at: 'before' | 'after'): Promise<void>
  /** Closes interrupted connections and accepts new ones. */
  restore(): void
  stop(): Promise<void>
}

type Mode = 'open' | 'cut' | 'hanging'

/** A proxy between a server and its database that simulates network failures. */
export async function startDatabaseProxy(target: pg.PoolConfig): Promise<DatabaseProxy> {
  let mode: Mode = 'open'
  let delayMs = 0
  const sockets = new Set<Socket>()
  const holds: CommitHold[] = []
  const add = (socket: Socket, other: Socket, isHeld: (bytes: Buffer) => boolean) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      if (isHeld(bytes) || mode === 'hanging') return
      if (delayMs === 0) other.write(bytes)
      else setTimeout(() => other.writable && other.write(bytes), delayMs)
    })
    socket.on('close', () => {
      sockets.delete(socket)
      if (mode !== 'hanging') other.destroy()
    })
  }
  const server = createServer((near) => {
    if (mode === 'cut') {
      near.destroy()
      return
    }
    const far = connect(addressOf(target))
    const commits = watchCommits(holds)
    add(near, far, commits.isSentHeld)
    add(far, near, commits.isReplyHeld)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const become = (next: Mode) => {
    if (next !== mode && next !== 'hanging') endAll()
    mode = next
  }
  return {
    connection: rerouted(target, (server.address() as AddressInfo).port),
    cut: () => become('cut'),
    hang: () => become('hanging'),
    delay: (ms) => void (delayMs = ms),
    holdCommit: (text, at) => new Promise((resolve) => holds.push({ text, at, onHeld: resolve })),
    restore() {
      delayMs = 0
      holds.length = 0
      become('open')
    },
    async stop() {
      become('cut')
      server.close()
      await once(server, 'close')
    },
  }
}

interface CommitHold {
  text: string
  at: 'before' | 'after'
  onHeld: () => void
}

/** For one connection. Statements are sent as text, so a transaction is recognized by its bytes. */
function watchCommits(holds: CommitHold[]) {
  let sent = ''
  let hold: CommitHold | undefined
  return {
    isSentHeld(bytes: Buffer): boolean {
      if (holds.length === 0 && !hold) return false
      const text = bytes.toString('latin1')
      sent = /\bbegin\0/.test(text) ? text : sent + text
      if (hold || !/\bcommit\0/.test(text)) return hold?.at === 'before'
      const at = holds.findIndex((each) => sent.includes(each.text))
      hold = holds.splice(at, at < 0 ? 0 : 1)[0]
      sent = ''
      if (hold?.at === 'before') hold.onHeld()
      return hold?.at === 'before'
    },
    /** The reply to a commit proves that it was executed. */
    isReplyHeld(): boolean {
      if (hold?.at === 'after') hold.onHeld()
      return hold !== undefined
    },
  }
}

export function addressOf({ connectionString, host, port }: pg.PoolConfig) {
  if (connectionString === undefined)
    return host?.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host: host!, port: port! }
  const url = new URL(connectionString)
  return { host: url.hostname, port: Number(url.port || 5432) }
}

export function rerouted({ connectionString, ...rest }: pg.PoolConfig, port: number): pg.PoolConfig {
  if (connectionString === undefined) return { ...rest, host: '127.0.0.1', port }
  const url = new URL(connectionString)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { ...rest, connectionString: url.href }
}
