import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { replyWithProblem } from './reply-with-problem.ts'
import { rejectSlowBodies } from './reject-slow-bodies.ts'

let app: FastifyInstance
let port: number
let received: number
/** The server's end of the last connection. */
let accepted: Socket | undefined

beforeEach(async () => {
  app = Fastify()
  received = 0
  accepted = undefined
  rejectSlowBodies(app, { graceMs: 300, bytesPerSecond: 100_000, checkEveryMs: 50 })
  app.setErrorHandler(replyWithProblem)
  await app.register(multipart)
  app.post('/json', async ({ body }) => ({ length: JSON.stringify(body).length }))
  app.post('/form', (request) => readForm(request))
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.post('/busy', async ({ body }) => {
    await sleep(1_000)
    return { length: (await text(body as NodeJS.ReadableStream)).length }
  })
  app.get('/next', async () => ({ next: true }))
  app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send({}) }, async () => ({}))
  // Begins to read, and stops.
  app.post('/halted', async ({ body }, reply) => {
    const stream = body as NodeJS.ReadableStream
    stream.once('data', () => stream.pause())
    return reply.code(401).send({})
  })
  app.server.on('connection', (socket: Socket) => (accepted = socket))
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => app.close())

async function readForm(request: FastifyRequest) {
  for await (const part of request.parts())
    if (part.type === 'file') received += (await part.toBuffer()).length
  return { received }
}

const boundary = 'boundary'
const types = {
  '/json': 'application/json',
  '/form': `multipart/form-data; boundary=${boundary}`,
  '/busy': 'application/octet-stream',
}

/** Everything received before the connection is closed or reset: the server does not read what it has rejected. */
function receive(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => undefined)
  return new Promise((resolve) => socket.once('close', () => resolve(Buffer.concat(chunks).toString())))
}

/** The server's response until it closes the connection. */
function open(
  path: keyof typeof types,
  length: number | null,
): { socket: Socket; response: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const response = receive(socket)
  const size = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${types[path]}\r\n${size}\r\nconnection: close\r\n\r\n`,
  )
  return { socket, response }
}

/** Until the server closes: a write into a closed connection would destroy the socket before it was read. */
async function trickle(socket: Socket, part: string): Promise<void> {
  const isOpen = (each: Socket | undefined) => !each?.destroyed && !each?.writableEnded
  while (isOpen(socket) && isOpen(accepted)) {
    socket.write(part)
    await sleep(20)
  }
}

describe('a slowly trickling body gets 408', () => {
  test.each([
    { path: '/json', length: 1_000_000, part: ' ' },
    { path: '/form', length: 1_000_000, part: 'x' },
    { path: '/json', length: null, part: '1\r\n \r\n' },
  ] as const)('$path, $length bytes', async ({ path, length, part }) => {
    const { socket, response } = open(path, length)
    void trickle(socket, part)
    const reply = await response
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    expect(reply).toContain('"errorType":"tooSlow"')
    expect(reply.toLowerCase()).toContain('connection: close')
  })

  test('a body that never starts gets 408', async () => {
    expect(await open('/json', 10).response).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('after an early response, the connection of', () => {
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n`

  test.each(['/refused', '/halted'])('a slowly continuing body is closed: %s', async (path) => {
    const socket = connect(port, '127.0.0.1')
    const response = receive(socket)
    socket.write(`${head(path)}x`)
    const [first] = (await once(socket, 'data')) as [Buffer]
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /)
    void trickle(socket, 'x')
    await response
    expect(socket.closed).toBe(true)
  })

  test('a body that arrives soon serves the next request', async () => {
    const socket = connect(port, '127.0.0.1')
    const response = text(socket)
    socket.write(head('/refused'))
    await once(socket, 'data')
    socket.write('x'.repeat(1_000_000))
    await sleep(1_000)
    socket.end('GET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    expect(await response).toContain('"next":true')
  })
})

test('a slow but steady body is accepted', async () => {
  const part = 'x'.repeat(20_000)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const parts = 12
  const { socket, response } = open('/form', head.length + parts * part.length + tail.length)
  socket.write(head)
  for (let sent = 0; sent < parts; sent++) {
    await sleep(100)
    socket.write(part)
  }
  socket.write(tail)
  expect(await response).toContain(`{"received":${parts * part.length}}`)
})

test('time in which the server does not read does not count', async () => {
  const length = 3_000_000
  const { socket, response } = open('/busy', length)
  socket.write('x'.repeat(length))
  expect(await response).toContain(`{"length":${length}}`)
})

test('a slow response after the body is not affected', async () => {
  const { socket, response } = open('/busy', 3)
  socket.write('abc')
  expect(await response).toContain('{"length":3}')
})
