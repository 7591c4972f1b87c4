import { badges } from '@assay/contract/badges.ts'
import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'
import { badgeTimeoutMs, loadBadge } from './load-badge.ts'

const input = { params: { project: 'p', domain: 'security' }, query: { branch: 'a/b' } }

const clientOf = (fetch: (url: string, init: RequestInit) => Promise<Response>) =>
  createClient({ badges }, { baseUrl: '', fetch })

test('a badge is loaded as SVG', async () => {
  const requested: string[] = []
  const api = clientOf(async (url) => {
    requested.push(url)
    return new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })
  })
  expect(await loadBadge(api, input)).toBe('<svg/>')
  expect(requested).toEqual(['/api/v2/badges/p/security?branch=a%2Fb'])
})

test('there is none if the server is unreachable or rejects the request', async () => {
  expect(
    await loadBadge(
      clientOf(() => Promise.reject(new TypeError('away'))),
      input,
    ),
  ).toBe(null)
  const rejection = Response.json({ errorType: 'loginRequired', message: 'x' }, { status: 401 })
  expect(
    await loadBadge(
      clientOf(async () => rejection),
      input,
    ),
  ).toBe(null)
})

test('a server that does not respond is abandoned after the timeout of 3 s', async () => {
  const api = clientOf(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      ),
  )
  expect(await loadBadge(api, input, 5)).toBe(null)
  expect(badgeTimeoutMs).toBe(3000)
})
