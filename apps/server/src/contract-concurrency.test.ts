import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { call, endpoints } from '#testing/contract-calls.ts'
import { createResources } from '#testing/contract-ids.ts'

// Calls every endpoint that makes changes: ten concurrent requests to two processes on one database must not cause a
// server error. The resulting state is checked in concurrency.test.ts.

const times = 10
const settings = {
  ASSAY_SECRET_KEY: 'the same for both, as it has to be',
  // The process without workers waits for the other's.
  ASSAY_SCAN_WAIT_SECONDS: '60',
}

const server = testServer(() => ({ settings }))
const second = testServer(() => ({ withWorker: false, settings, beside: server }))
const member = forAllTests(() => server.newAccount())
const ids = forAllTests(() => createResources(server, member))

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
