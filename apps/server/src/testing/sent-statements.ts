import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { addressOf, rerouted } from './database-proxy.ts'

export interface SentStatements {
  /** The same database, through what listens. */
  connection: pg.PoolConfig
  /** Since the last call: each statement once, of all threads and processes. */
  take(): string[]
  stop(): Promise<void>
}

/** Listens to what is sent to a database: https://www.postgresql.org/docs/current/protocol-message-formats.html */
export async function listenToStatements(target: pg.PoolConfig): Promise<SentStatements> {
  const sockets = new Set<Socket>()
  let texts = new Set<string>()
  const server = createServer((near) => {
    const far = connect(addressOf(target))
    const read = readerOf((text) => texts.add(text))
    near.on('data', read)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    connection: rerouted(target, (server.address() as AddressInfo).port),
    take() {
      const taken = [...texts]
      texts = new Set()
      return taken
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Of one connection. The first message has no type. */
function readerOf(onStatement: (text: string) => void): (bytes: Buffer) => void {
  let waiting = Buffer.alloc(0)
  let typeLength = 0
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= typeLength + 4) {
      const end = typeLength + waiting.readInt32BE(typeLength)
      if (waiting.length < end) return
      if (typeLength > 0) read(waiting.subarray(0, end), onStatement)
      waiting = waiting.subarray(end)
      typeLength = 1
    }
  }
}

/** Parse: name and text, each ended by a 0. Query: only text. */
function read(message: Buffer, onStatement: (text: string) => void): void {
  const type = String.fromCodePoint(message[0]!)
  const [first = '', second = ''] = message.subarray(5).toString('utf8').split('\0')
  if (type === 'P') onStatement(second)
  if (type === 'Q') onStatement(first)
}
