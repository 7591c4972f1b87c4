import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, type RegistryServer, startRegistry } from '#testing/registry-server.ts'
import { openRegistryFacts } from './registry-facts.ts'

const resource = 'PackageBaseAddress/3.0.0'

let general: RegistryServer
let own: RegistryServer
beforeAll(async () => {
  general = await startRegistry()
  own = await startRegistry()
  for (const { url, handlers } of [general, own])
    handlers.set('GET /v3/index.json', json({ resources: [{ '@type': resource, '@id': `${url}/flat/` }] }))
  general.handlers.set('GET /flat/log/index.json', json({ versions: ['1.0.0'] }))
  own.handlers.set('GET /flat/acme.web/index.json', (request, response) =>
    request.headers.authorization === 'Bearer secret'
      ? json({ versions: ['2.0.0'] })(request, response)
      : void response.writeHead(401).end(),
  )
})
afterAll(() => Promise.all([general.stop(), own.stop()]))

test('a package of NuGet is asked of its own feed, where the index of that feed says', async () => {
  const facts = openRegistryFacts(
    {
      own: [
        {
          ecosystem: 'nuget',
          prefixes: ['acme.'],
          endpoint: { baseUrl: `${own.url}/v3`, authorization: 'Bearer secret' },
        },
      ],
      general: [{ ecosystem: 'nuget', endpoints: [{ baseUrl: `${general.url}/v3` }] }],
      egress: { limitBytes: 1_000_000, timeoutMs: 60_000, allowsPrivate: true },
    },
    { budgetMs: 60_000, requests: 100, bytes: 1_000_000 },
  )
  const read = async (name: string) => {
    const path = `/${name}/index.json`
    const answer = await facts.read('nuget', { path, resource, name, isFixed: false })
    return answer instanceof Uint8Array ? new TextDecoder().decode(answer) : answer
  }
  expect(await read('acme.web')).toBe('{"versions":["2.0.0"]}')
  expect(await read('log')).toBe('{"versions":["1.0.0"]}')
  expect(await read('acme.other')).toBe('absent')
  expect(general.requests).toEqual(['GET /v3/index.json', 'GET /flat/log/index.json'])
  expect(own.requests).toEqual([
    'GET /v3/index.json',
    'GET /flat/acme.web/index.json',
    'GET /flat/acme.other/index.json',
  ])
})
