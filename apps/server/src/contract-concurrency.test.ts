import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessionFor } from '#testing/sessions.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { call, endpoints } from '#testing/contract-calls.ts'
import { type Ids, createResources } from '#testing/contract-ids.ts'

// Calls every endpoint that makes changes: ten concurrent requests to two processes on one database must not cause a
// server error. The resulting state is checked in concurrency.test.ts.

const times = 10
const settings = {
  ASSAY_SECRET_KEY: 'the same for both, as it has to be',
  // The process without workers waits for the other's.
  ASSAY_SCAN_WAIT_SECONDS: '60',
}
let server: TestServer
let second: TestServer
let member: TestMember
let ids: Ids

beforeAll(async () => {
  server = await startTestServer({ settings })
  second = await startTestServer({ withWorker: false, settings, beside: server })
  member = await server.newAccount()
  ids = await createResources(server, member)
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})

/** Uploads are scanned sequentially, each for seconds; removals come last. */
const changing = endpoints
  .filter(({ id, endpoint }) => endpoint.method !== 'GET' && !id.startsWith('uploads.'))
  .toSorted((a, b) => Number(a.endpoint.method === 'DELETE') - Number(b.endpoint.method === 'DELETE'))

test.each(changing)(`$id, ${times} at once`, async (operation) => {
  const isForSessions = operation.endpoint.permission === 'session'
  const authorization = isForSessions ? await openSessionFor(server, member) : member.authorization
  const responses = await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const response = await call(index % 2 === 0 ? server : second, operation, { authorization, ids })
      return `${response.status} ${response.status >= 500 ? await response.text() : ''}`
    }),
  )
  expect(responses.filter((each) => each.startsWith('5'))).toEqual([])
})
