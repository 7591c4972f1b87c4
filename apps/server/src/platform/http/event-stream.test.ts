import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { endpoints, eventStream } from '@assay/contract/endpoint.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { writeEvents } from './event-stream.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'

async function* slowly(values: unknown[], pauseMs = 0) {
  for (const value of values) {
    yield value
    await sleep(pauseMs)
  }
}

test('writes each event on one line, whatever it contains', async () => {
  const stream = writeEvents({ events: slowly([{ a: 'x\ny' }, 'ü']), schema: null })
  expect(await text(stream)).toBe('data:{"a":"x\\ny"}\n\ndata:"ü"\n\n')
})

test('sends keep-alive comments while idle', async () => {
  const stream = writeEvents({ events: slowly([1, 2], 300), schema: null, heartbeatMs: 20 })
  expect(await text(stream)).toMatch(/^data:1\n\n(?:: \n\n)+data:2\n\n/)
})

test('closes when the source fails or an event does not match its schema', async () => {
  const failing = writeEvents({ events: slowly([1, 'x']), schema: z.number() })
  await expect(text(failing)).rejects.toThrow('The input must be a number')
})

const feed = endpoints({
  watch: {
    method: 'GET',
    path: '/api/feed',
    permission: 'public',
    summary: 'Watch the feed',
    responses: { 200: eventStream(z.number()) },
  },
})

test.each(['the client disconnects', 'the server stops'])('the source ends when %s', async (event) => {
  const app = Fastify()
  const stop = new AbortController()
  let heard: AbortSignal | undefined
  const routes = {
    app,
    authenticate: () => Promise.resolve(null),
    changesOf() {
      throw new Error('A feed changes nothing')
    },
    claimKey: () => Promise.resolve(null),
    validatesResponses: true,
    maxStallMs: 60_000,
    publicUrl: undefined,
    stopping: stop.signal,
    whilePermitted: () => new AbortController().signal,
  }
  registerRoutes(routes, feed, {
    async watch({ gone }) {
      heard = gone
      return untilGone(gone)
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const leave = new AbortController()
  const response = await fetch(`${url}/api/feed`, { signal: leave.signal })
  expect(heard?.aborted).toBe(false)
  if (event === 'the client disconnects') leave.abort()
  else {
    stop.abort()
    expect(await response.text()).toBe('data:1\n\n')
  }
  await expect.poll(() => heard?.aborted).toBe(true)
  await app.close()
})

async function* untilGone(gone: AbortSignal) {
  yield 1
  await sleep(60_000, undefined, { signal: gone }).catch(() => undefined)
}
