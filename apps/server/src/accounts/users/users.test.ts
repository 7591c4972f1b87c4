import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })

test('a member can choose a language, or that of the browser', async () => {
  const { api } = await server.newAccount()
  expect((await api.users.me()).language).toBeNull()
  expect((await api.users.update({ body: { language: 'de' } })).language).toBe('de')
  expect((await api.users.me()).language).toBe('de')
  expect((await api.users.update({ body: { language: null } })).language).toBeNull()
  expect((await api.users.me()).language).toBeNull()
})

test('an unknown language is rejected without changes', async () => {
  const { api, authorization } = await server.newAccount()
  await api.users.update({ body: { language: 'de' } })
  const refused = await fetch(`${server.url}/api/v1/users/me`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ language: 'tlh' }),
  })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({
    message: 'The body is invalid: language must be one of en, de',
  })
  expect((await api.users.me()).language).toBe('de')
})
