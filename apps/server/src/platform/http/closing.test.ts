import Fastify from 'fastify'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { stoppingOf } from './closing.ts'

async function listen(handle = async () => '') {
  const app = Fastify()
  app.get('/', handle)
  const stopping = stoppingOf(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, stopping, port: (app.server.address() as AddressInfo).port }
}

test('an unused connection does not delay shutdown', async () => {
  const { app, stopping, port } = await listen()
  const connected = once(app.server, 'connection')
  const ahead = connect(port, '127.0.0.1')
  await connected
  expect(stopping.aborted).toBe(false)
  const closed = once(ahead, 'close')
  await app.close()
  await closed
  expect(stopping.aborted).toBe(true)
})

test('a request in progress is completed', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { app, port } = await listen(async () => {
    arrive()
    await released
    return 'whole'
  })
  const pending = fetch(`http://127.0.0.1:${port}/`)
  await arrived
  const closed = app.close()
  release()
  expect(await (await pending).text()).toBe('whole')
  await closed
})
