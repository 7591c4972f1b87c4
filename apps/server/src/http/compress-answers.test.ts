import Fastify from 'fastify'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressAnswers } from './compress-answers.ts'

const long = { text: 'again and '.repeat(200) }

function serve() {
  const app = Fastify()
  compressAnswers(app)
  app.get('/long', () => long)
  app.get('/short', () => ({ text: 'once' }))
  app.get('/bytes', (_request, out) => out.type('application/octet-stream').send(Buffer.alloc(5000)))
  return (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('whoever takes %s gets %s', async (accepted, encoding, open) => {
  const answer = await serve()('/long', accepted)
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  expect(answer.rawPayload.length).toBeLessThan(200)
  expect(JSON.parse(open(answer.rawPayload).toString())).toEqual(long)
})

test.each([undefined, 'identity', 'zstd'])('whoever takes %s gets it as it is', async (accepted) => {
  const answer = await serve()('/long', accepted)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toEqual(long)
})

test.each(['/short', '/bytes'])('%s is not worth it', async (path) => {
  expect((await serve()(path, 'br')).headers['content-encoding']).toBeUndefined()
})
