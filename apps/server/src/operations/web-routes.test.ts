import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'

const server = testServer({ withWorker: false })

test('the API reference is rendered by a script and is the same for all concurrent requests', async () => {
  const page = await fetch(`${server.url}/api/reference`)
  const [, source] = (await page.text()).match(/<script src="([^"]+)"/)!
  const responses = await Promise.all(Array.from({ length: 5 }, () => fetch(server.url + source)))
  const [first, ...others] = await Promise.all(responses.map((response) => response.text()))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(responses[0]!.headers.get('content-type')).toContain('javascript')
  // The script reads its configuration from the element with this id.
  expect(first).toContain('api-reference')
  expect(new Set(others)).toEqual(new Set([first]))
})

test('existing pages return 200 to link checkers; requests for JSON get errors as JSON', async () => {
  const ask = async (path: string, accept: string, method = 'GET') => {
    const { status, headers } = await fetch(server.url + path, { method, headers: { accept } })
    return [status, headers.get('content-type')?.split(';', 1)[0]]
  }
  for (const path of ['/report/gh/org/repo', '/components/nodejs/lodash', '/status', '/projects/?pid=x'])
    for (const method of ['GET', 'HEAD']) expect(await ask(path, '*/*', method)).toEqual([200, 'text/html'])
  expect(await ask('/nonsense', '*/*')).toEqual([404, 'application/json'])
  expect(await ask('/nonsense', 'text/html')).toEqual([404, 'text/html'])
  expect(await ask('/status', 'application/json')).toEqual([404, 'application/json'])
  expect(await ask('/api/v1/nonsense', 'text/html')).toEqual([404, 'application/json'])
})

test('every page that the web app links to exists after a reload', async () => {
  const source = await readFile(new URL('../../../web/src/paths.ts', import.meta.url), 'utf8')
  const paths = [...source.matchAll(/'(\/[\w$/.-]*)[^']*'/g)].map(([, path]) =>
    path!.replaceAll(/\$\w+Uuid/g, 'a-1').replaceAll('$', ''),
  )
  expect(paths.length).toBeGreaterThan(25)
  const lost: string[] = []
  for (const path of new Set(paths))
    if ((await fetch(server.url + path, { headers: { accept: 'text/html' } })).status !== 200) lost.push(path)
  expect(lost).toEqual([])
})
