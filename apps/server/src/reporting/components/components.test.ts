import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

const lodash = { language: 'nodejs', name: 'lodash', version: '4.17.4' }

describe('GET /dependency/…', () => {
  test('returns the advisories of a version, with every key', async () => {
    const advices = await member.api.components.advices({ params: lodash })
    const advice = advices.find(({ cve }) => cve === 'CVE-2019-10744')
    expect(advice).toMatchObject({
      library: { name: 'lodash', language: 'nodejs' },
      severity: 'CRITICAL',
      cvss: 9.1,
      type: 'SECURITY',
      active: true,
      fixedVersions: ['4.17.12'],
      fixedInVersions: ['4.17.12'],
      versionRange: '[,4.17.12)',
    })
    expect(advice?.description).not.toBe('')
    expect(Object.keys(advice!)).not.toContain('exclusions')
  })

  test('returns no advisories for a safe version, and 404 for an unknown language', async () => {
    const safe = { ...lodash, version: '4.17.21' }
    expect(await member.api.components.advices({ params: safe })).toEqual([])
    await expect(
      member.api.components.advices({ params: { ...lodash, language: 'pascal' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('names the newest safe version per step, never null as a whole', async () => {
    const next = await member.api.components.next({ params: lodash })
    expect(next.latestPatch).toBe('4.17.21')
    expect(await member.api.components.next({ params: { ...lodash, version: '99.0.0' } })).toEqual({
      latestPatch: null,
      latestMinor: null,
      latestMajor: null,
      doubt: null,
    })
  })
})

test('filters advices by severity, CVE, type and state, alone or in one parameter', async () => {
  type Query = NonNullable<Parameters<typeof member.api.components.advices>[0]['query']>
  const ids = async (query: Query) =>
    (await member.api.components.advices({ params: lodash, query })).map(({ cve }) => cve)
  const critical = await ids({ severity: 'CRITICAL' })
  expect(critical).toContain('CVE-2019-10744')
  expect(critical.length).toBeLessThan((await ids({})).length)
  expect(await ids({ cve: 'cve-2019-10744' })).toEqual(['CVE-2019-10744'])
  const all = await ids({})
  expect(await ids({ type: 'SECURITY', active: 'true' })).toEqual(all)
  expect(await ids({ type: 'LEGAL' })).toEqual([])
  expect(await ids({ active: 'false' })).toEqual([])
  expect(await ids({ filters: 'severity=CRITICAL&type=SECURITY' })).toEqual(critical)
  expect(await ids({ filters: '{"severity":"CRITICAL","active":true}' })).toEqual(critical)
  expect(await ids({ cve: 'cve-2019-10744', severity: 'LOW' })).toEqual([])
})

test("accepts '|' for a slash in a name", async () => {
  const params = { language: 'npm', name: '@babel|core', version: '7.0.0' }
  expect(await member.api.components.registryWebUrl({ params })).toEqual({
    url: 'https://www.npmjs.com/package/@babel/core/v/7.0.0',
  })
})

test('returns licenses declared in accessible inventories', async () => {
  const file = filePart(npmInventory(['left-pad@1.3.0']))
  await member.api.uploads.intoNew({ body: { file, url: 'https://example.org/a', branch: 'main' } })
  const params = { language: 'nodejs', name: 'left-pad', version: '1.3.0' }
  expect(await member.api.components.licenses({ params })).toEqual([
    { id: 'MIT', name: 'MIT License', uri: 'https://spdx.org/licenses/MIT.html' },
  ])
  const stranger = await server.newAccount()
  expect(await stranger.api.components.licenses({ params })).toEqual([])
})

test('returns no licenses for a component that has none, or that no inventory lists', async () => {
  const components = [
    { type: 'library', name: 'unlicensed', version: '1.0.0', purl: 'pkg:npm/unlicensed@1.0.0' },
  ]
  const inventory = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
  const file = filePart(new TextEncoder().encode(inventory))
  await member.api.uploads.intoNew({
    body: { file, url: 'https://example.org/unlicensed', branch: 'main' },
  })
  const params = { language: 'nodejs', name: 'unlicensed', version: '1.0.0' }
  for (const other of [{}, { version: '2.0.0' }, { name: '@scope|unlicensed' }])
    expect(await member.api.components.licenses({ params: { ...params, ...other } })).toEqual([])
})

describe('the languages', () => {
  const dependency = (language: string, version: string) =>
    member.api.components.advices({ params: { language, name: 'openssl', version } })

  test('of the API are all known', async () => {
    const names =
      'java javascript nodejs python dotnet ruby scala php swift golang rust erlang elixir perl linux cpp r dart clojure npm maven pypi nuget gem packagist go cargo pub hex'
    const requests = names.split(' ').map(async (language) => [
      language,
      await dependency(language, '1.0').then(
        () => 200,
        ({ status }) => status,
      ),
    ])
    expect((await Promise.all(requests)).filter(([, status]) => status === 404)).toEqual([])
  })

  test("'linux' is the distribution of the version, and an error if several could have it", async () => {
    expect(await dependency('linux', '3.0.11-1~deb12u2')).toEqual([])
    await expect(dependency('linux', '3.0.11-1')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('debian, ubuntu, alpine'),
    })
    expect(await member.api.vulnerabilities.list({ params: { database: 'linux' } })).toEqual([])
  })
})

test('searches the SPDX list by id and name', async () => {
  const [first] = await member.api.components.findLicenses({ query: { query: 'mit' } })
  expect(first?.id).toBe('MIT')
  const found = await member.api.components.findLicenses({ query: { query: 'affero' } })
  expect(found.map(({ id }) => id)).toContain('AGPL-3.0-only')
})
