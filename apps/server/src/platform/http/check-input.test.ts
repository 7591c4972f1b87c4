import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })
const member = forAllTests(() => server.newAccount())

/** fetch joins repeated headers. */
async function get(path: string, headers: string[]): Promise<{ status: number | undefined; body: unknown }> {
  const { host } = new URL(server.url)
  const sent = request(server.url + path, { headers: ['host', host, ...headers] })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await json(response) }
}

const rejected = { status: 400, body: expect.objectContaining({ errorType: 'invalidInput' }) as unknown }

describe('several Authorization headers are rejected', () => {
  test.each(['/api/v1/users/me', '/healthz', '/api/v1/none'])('by %s', async (path) => {
    const { authorization } = member
    expect(await get(path, ['authorization', authorization, 'Authorization', authorization])).toEqual(
      rejected,
    )
    expect(await get(path, ['authorization', 'Bearer x', 'AUTHORIZATION', authorization])).toEqual(rejected)
  })

  test('but not a single one', async () => {
    expect((await get('/api/v1/users/me', ['Authorization', member.authorization])).status).toBe(200)
  })
})

test('a parameter that is given twice is rejected', async () => {
  const path = `/api/v1/accounts/${member.accountUuid}/audit`
  const headers = ['authorization', member.authorization]
  expect((await get(`${path}?text=a`, headers)).status).toBe(200)
  expect((await get(`${path}?text=a&text=b`, headers)).status).toBe(400)
})
