import { connect } from 'node:net'
import type { AttackRequest } from './make-request.ts'

export interface AttackResponse {
  /** null if the connection was closed without a response. */
  status: number | null
  text: string
  ms: number
  /** Whether the request timed out. */
  isGivenUp: boolean
}

const timeoutMs = 30_000
/** Event streams do not end, so only their beginning is read. */
const streamMs = 200

/** Sends raw bytes: HTTP clients would correct most of them. */
export function send(port: number, request: AttackRequest): Promise<AttackResponse> {
  const started = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' })
    let isGivenUp = false
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ status: statusOf(text), text, ms: performance.now() - started, isGivenUp })
    }
    const timer = setTimeout(() => {
      isGivenUp = true
      end()
    }, timeoutMs)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // Not always the first: it may follow '100 Continue'.
      if (chunk.includes('text/event-stream')) setTimeout(end, streamMs)
    })
    // A server that rejects early closes the connection while the body is still being sent.
    socket.on('error', () => undefined)
    socket.on('close', end)
    socket.write(bytesOf(request))
    if (request.isCut) socket.end()
  })
}

/** Skips '100 Continue'. */
const statusOf = (text: string): number | null => {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]))
  return statuses.find((status) => status >= 200) ?? null
}

function bytesOf({ method, target, headers, body, isCut }: AttackRequest): Buffer {
  const names = new Set(headers.map(([name]) => name))
  const all: [string, string][] = [
    ...(names.has('host') ? [] : ([['host', 'localhost']] as [string, string][])),
    ['connection', 'close'],
    ...headers,
    ...(body.length > 0 || isCut || method !== 'GET'
      ? ([['content-length', String(body.length + (isCut ? 1_000 : 0))]] as [string, string][])
      : []),
  ]
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
