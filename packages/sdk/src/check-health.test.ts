import { referenceData } from '@assay/contract/reference-data.ts'
import { site } from '@assay/contract/site.ts'
import { expect, test } from 'vitest'
import { checkHealth } from './check-health.ts'
import { createClient } from './create-client.ts'
import { loadComponentLanguages } from './load-component-languages.ts'

const clientOf = (request: () => Promise<Response>) =>
  createClient({ site, referenceData }, { baseUrl: '', fetch: request })
const answering = (body: unknown, status = 200) => clientOf(async () => Response.json(body, { status }))
const away = clientOf(() => Promise.reject(new TypeError('away')))

test('a healthy or unused service is reported as such', async () => {
  const response = { service: 'queue', status: 'ok', latencyMs: 3 }
  expect(await checkHealth(answering(response), 'queue')).toEqual({ status: 'ok' })
  expect(await checkHealth(answering({ ...response, status: 'off' }), 'queue')).toEqual({ status: 'off' })
})

test('a failing service has its reason, or a note that it cannot be obtained', async () => {
  const failing = (reason: string) => answering({ service: 'mail', status: 'failing', reason }, 503)
  const unknown = { status: 'failing', reason: 'Unable to obtain reason for failure' }
  expect(await checkHealth(failing('No route'), 'mail')).toEqual({ status: 'failing', reason: 'No route' })
  expect(await checkHealth(failing(''), 'mail')).toEqual(unknown)
  expect(await checkHealth(away, 'mail')).toEqual(unknown)
  const broken = clientOf(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await checkHealth(broken, 'mail')).toEqual(unknown)
})

test('languages that are not available are an empty list', async () => {
  expect(await loadComponentLanguages(answering(['java']))).toEqual(['java'])
  expect(await loadComponentLanguages(away)).toEqual([])
  expect(await loadComponentLanguages(answering({ errorType: 'busy', message: 'x' }, 503))).toEqual([])
})
