import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('a member chooses a language, and the browser again', async () => {
  const { api } = await server.newAccount()
  expect((await api.users.me()).language).toBeNull()
  expect((await api.users.update({ body: { language: 'de' } })).language).toBe('de')
  expect((await api.users.me()).language).toBe('de')
  expect((await api.users.update({ body: { language: null } })).language).toBeNull()
  expect((await api.users.me()).language).toBeNull()
})

test('another language is refused, and changes nothing', async () => {
  const { api } = await server.newAccount()
  await api.users.update({ body: { language: 'de' } })
  await expect(api.users.update({ body: { language: 'tlh' as 'de' } })).rejects.toMatchObject({ status: 400 })
  expect((await api.users.me()).language).toBe('de')
})
