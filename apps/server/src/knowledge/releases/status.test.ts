import { newOperator } from '#testing/upload-advisories.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { json, startRegistry, status } from '#testing/registry-server.ts'
import { startTestServer, type TestMember, type TestServer } from '#testing/test-server.ts'
import { fetchReleases } from './fetch-releases.ts'

let settings: Record<string, string>
let server: TestServer
let operator: TestMember
const registry = forAllTests(startRegistry)
beforeAll(async () => {
  settings = {
    ASSAY_RELEASES: 'true',
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_DEPS_DEV_URL: registry.url,
    ASSAY_REGISTRIES: `pypi=http://reader:secret@${new URL(registry.url).host}/pypi`,
  }
  server = await startTestServer({ withWorker: false, settings })
  operator = await newOperator(server)
})
afterAll(async () => {
  await server.stop()
})

const use = (ecosystem: string, ...names: string[]) =>
  sql`insert into package_releases (ecosystem, package_name)
    select ${ecosystem}, name from unnest(${names}::text[]) as given (name)`.execute(server.db)
const fetchNow = () =>
  fetchReleases({ ...server.context, config: readConfig(settings) }, { budgetMs: 60_000 })
const read = () => operator.api.releases.status({})

describe('GET /releases/status', () => {
  test('is empty before anything was scanned', async () => {
    expect(await read()).toEqual({ isOn: true, sources: [], ecosystems: [] })
  })

  test('counts packages by state, and shows each source with its last error', async () => {
    registry.handlers.set(
      'GET /v3/systems/NPM/packages/good',
      json({ versions: [{ versionKey: { version: '1.0.0' }, publishedAt: '2024-05-01T10:00:00Z' }] }),
    )
    registry.handlers.set('GET /v3/systems/NPM/packages/gone', status(404))
    registry.handlers.set('GET /v3/systems/NPM/packages/odd', status(403))
    registry.handlers.set('GET /pypi/first/', status(401))
    await use('npm', 'good', 'gone', 'odd')
    await use('pypi', 'first', 'second')
    await sql`insert into package_releases (ecosystem, package_name, used_at)
      values ('npm', 'unused', now() - interval '31 days')`.execute(server.db)
    await fetchNow()

    const { sources, ecosystems } = await read()
    expect(ecosystems).toEqual([
      { ecosystem: 'npm', name: 'npm', packages: { known: 1, waiting: 0, absent: 1, failed: 1 } },
      { ecosystem: 'pypi', name: 'PyPI', packages: { known: 0, waiting: 2, absent: 0, failed: 0 } },
    ])
    const host = new URL(registry.url).host
    expect(sources.map(({ name }) => name).toSorted()).toEqual([host, 'deps.dev'].toSorted())
    const [depsDev, ownRegistry] = ['deps.dev', host].map((name) =>
      sources.find((each) => each.name === name),
    )
    expect(depsDev).toMatchObject({
      state: 'ok',
      packages: 1,
      failures: 0,
      resumesAt: null,
      lastSuccessAt: expect.any(Number),
      error: `${registry.url}/v3/systems/NPM/packages/odd answered 403: the credentials do not allow reading this`,
    })
    expect(ownRegistry).toMatchObject({ state: 'failing', packages: 0, failures: 1, lastSuccessAt: null })
    expect(ownRegistry!.error).toContain('answered 401')
    expect(ownRegistry!.resumesAt).toBeGreaterThan(ownRegistry!.lastErrorAt!)
    expect(JSON.stringify(sources)).not.toContain('secret')
  })

  test('a source that responds again is no longer failing', async () => {
    registry.handlers.set('GET /pypi/first/', json({ versions: [], files: [] }))
    await sql`update release_source set resumes_at = now()`.execute(server.db)
    await sql`update package_releases set next_check_at = now() where ecosystem = 'pypi'`.execute(server.db)
    await fetchNow()
    const ownRegistry = (await read()).sources.find(({ name }) => name !== 'deps.dev')
    expect(ownRegistry).toMatchObject({ state: 'ok', failures: 0, resumesAt: null })
    expect(ownRegistry!.lastSuccessAt).toBeGreaterThan(ownRegistry!.lastErrorAt!)
  })

  test('a source that answers no package is failing, whatever the reason', async () => {
    await sql`delete from package_releases`.execute(server.db)
    await sql`delete from release_source`.execute(server.db)
    registry.handlers.set('GET /v3/systems/NPM/packages/odd', status(403))
    await use('npm', 'odd')
    await fetchNow()
    const states = async () =>
      Object.fromEntries((await read()).sources.map(({ name, state }) => [name, state]))
    // The registry of PyPI has nothing to read.
    expect(await states()).toEqual({ 'deps.dev': 'failing', [new URL(registry.url).host]: 'waiting' })
  })

  test('reports that sources are turned off', async () => {
    const offline = await startTestServer({ withWorker: false, beside: server })
    const { authorization } = operator
    const response = await fetch(`${offline.url}/api/v1/releases/status`, { headers: { authorization } })
    expect(await response.json()).toMatchObject({ isOn: false })
    await offline.stop()
  })

  test('is limited to the operator', async () => {
    const other = await server.newAccount()
    await expect(other.api.releases.status({})).rejects.toMatchObject({
      status: 403,
      errorType: 'operatorOnly',
    })
    const viewer = await server.addMember(operator, 'Viewer')
    await expect(viewer.api.releases.status({})).rejects.toMatchObject({
      status: 403,
      errorType: 'forbidden',
    })
  })
})
