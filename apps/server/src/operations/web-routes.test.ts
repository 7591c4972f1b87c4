import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('the API reference is rendered by a script and is the same for all concurrent requests', async () => {
  const page = await fetch(`${server.url}/api/reference`)
  const [, source] = (await page.text()).match(/<script src="([^"]+)"/)!
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(server.url + source)))
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers[0]!.headers.get('content-type')).toContain('javascript')
  // The script reads its configuration from the element with this id.
  expect(first).toContain('api-reference')
  expect(new Set(others)).toEqual(new Set([first]))
})
