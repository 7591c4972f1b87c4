import compress from '@fastify/compress'
import Fastify from 'fastify'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { responseCompression } from './response-compression.ts'

const long = { text: 'again and '.repeat(200) }

async function serve() {
  const app = Fastify()
  await app.register(compress, responseCompression)
  app.get('/long', () => long)
  app.get('/short', () => ({ text: 'once' }))
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'.repeat(500)))
  return (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a client that accepts %s gets %s', async (accepted, encoding, open) => {
  const response = await (await serve())('/long', accepted)
  expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
  expect(response.rawPayload.length).toBeLessThan(200)
  expect(JSON.parse(open(response.rawPayload).toString())).toEqual(long)
})

test.each([undefined, 'identity', 'zstd', 'br;q=0'])(
  'a client that accepts %s gets an uncompressed response',
  async (accepted) => {
    const response = await (await serve())('/long', accepted)
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.json()).toEqual(long)
  },
)

test.each(['/short', '/events'])('%s is not compressed', async (path) => {
  expect((await (await serve())(path, 'br')).headers['content-encoding']).toBeUndefined()
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)(
  'a stream is compressed with %s on the fly and closes with its client',
  async (encoding, open) => {
    const state = { pieces: 0, isClosed: false }
    async function* pieces(count: number) {
      try {
        for (state.pieces = 0; state.pieces < count; state.pieces++)
          yield `[${randomBytes(50_000).toString('hex').slice(1)}`
      } finally {
        state.isClosed = true
      }
    }
    const app = Fastify()
    await app.register(compress, responseCompression)
    app.get<{ Querystring: { count: string } }>('/stream', ({ query }, reply) =>
      reply.type('application/json').send(Readable.from(pieces(Number(query.count)), { highWaterMark: 1 })),
    )
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'accept-encoding': encoding }
    const short = await app.inject({ url: '/stream?count=3', headers })
    expect(open(short.rawPayload).length).toBe(300_000)

    state.isClosed = false
    const aborter = new AbortController()
    const response = await fetch(`${url}/stream?count=1000000`, { headers, signal: aborter.signal })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    aborter.abort()
    await expect.poll(() => state.isClosed).toBe(true)
    expect(state.pieces).toBeLessThan(1_000_000)
    await app.close()
  },
)
