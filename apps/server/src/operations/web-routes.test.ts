import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ withWorker: false })
})
afterAll(() => server.stop())

test('the description of the API is shown by a script, the same for everybody who asks at once', async () => {
  const page = await fetch(`${server.url}/api/reference`)
  const [, source] = (await page.text()).match(/<script src="([^"]+)"/)!
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(server.url + source)))
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers[0]!.headers.get('content-type')).toContain('javascript')
  // It finds its configuration by this id.
  expect(first).toContain('api-reference')
  expect(new Set(others)).toEqual(new Set([first]))
})
