import { hourMs } from '@assay/engine/time.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { freshDatabase } from '#testing/fresh-database.ts'
import { cached, endless, json, silent, startRegistry, status } from '#testing/registry-server.ts'
import { openVault, type Vault } from '#platform/secrets/vault.ts'
import { fetchReleases } from './fetch-releases.ts'
import { readReleases } from './store.ts'

const database = forAllTests(freshDatabase)
const registry = forAllTests(startRegistry)
let vault: Vault
beforeAll(async () => {
  vault = await openVault({ secretKey: 'x'.repeat(32), dataFolder: '' })
})
afterEach(async () => {
  registry.handlers.clear()
  registry.requests.length = 0
  await sql`delete from package_releases`.execute(database.db)
  await sql`delete from release_source`.execute(database.db)
})

const configFor = (settings: Record<string, string> = {}) =>
  readConfig({
    ASSAY_DEPS_DEV_URL: registry.url,
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    HOME: '/nowhere',
    PIP_CONFIG_FILE: '/dev/null',
    ...settings,
  })

const fetchNow = (timeoutMs?: number, settings?: Record<string, string>) =>
  fetchReleases(
    { db: database.db, vault, config: configFor(settings) },
    { budgetMs: 60_000, ...(timeoutMs !== undefined && { timeoutMs }) },
  )

const want = (ecosystem: string, ...names: string[]) =>
  sql`insert into package_releases (ecosystem, package_name, next_check_at)
    select ${ecosystem}, name, now() - make_interval(secs => 100 - place)
    from unnest(${names}::text[]) with ordinality as given (name, place)`.execute(database.db)

const makeDue = async () => {
  await sql`update package_releases set next_check_at = now() - interval '1 second'`.execute(database.db)
  await sql`update release_source set resumes_at = now()`.execute(database.db)
}

const rowOf = async (name: string) =>
  (
    await sql<{
      state: string
      failures: number
      error: string | null
      waitMs: number
      rescanAt: Date | null
    }>`
      select state, failures, error, rescan_at as "rescanAt",
        (extract(epoch from next_check_at - now()) * 1000)::float8 as "waitMs"
      from package_releases where package_name = ${name}`.execute(database.db)
  ).rows[0]!

const sourceRow = async () =>
  (
    await sql<{ error: string | null; failures: number; pauseMs: number; hasSucceeded: boolean }>`
      select error, failures, (extract(epoch from resumes_at - now()) * 1000)::float8 as "pauseMs",
        last_success_at is not null as "hasSucceeded"
      from release_source`.execute(database.db)
  ).rows[0]!

const known = async (ecosystem: EcosystemId, name: string) =>
  (await readReleases(database.db, randomUUID(), [{ ecosystem, name }]))(ecosystem, name)

const packagePath = (system: string, name: string) =>
  `GET /v3/systems/${system}/packages/${encodeURIComponent(name)}`

const versions = (...list: (string | Record<string, unknown>)[]) => ({
  versions: list.map((each) =>
    typeof each === 'string' ? { versionKey: { version: each }, publishedAt: '2024-05-01T10:00:00Z' } : each,
  ),
})

test('a process that is stopping fetches no further package', async () => {
  await want('npm', 'left-for-later')
  const before = registry.requests.length
  const stopping = AbortSignal.abort()
  const hasMore = await fetchReleases(
    { db: database.db, vault, config: configFor() },
    { budgetMs: 60_000, stopping },
  )
  expect([hasMore, registry.requests.length]).toEqual([true, before])
  await sql`delete from package_releases where package_name = 'left-for-later'`.execute(database.db)
})

describe('a source that responds', () => {
  test('provides releases of packages with unusual names, including deprecations', async () => {
    const names = {
      NPM: '@Scope/Odd.name',
      GO: 'github.com/Masterminds/semver/v3',
      MAVEN: 'org.slf4j:slf4j-api',
    }
    registry.handlers.set(
      packagePath('NPM', names.NPM),
      json(
        versions('1.0.0', {
          versionKey: { version: '1.1.0' },
          isDeprecated: true,
          deprecatedReason: 'Use\0 another\ud800',
        }),
      ),
    )
    registry.handlers.set(packagePath('GO', names.GO), json(versions('v3.0.0+incompatible')))
    registry.handlers.set(packagePath('MAVEN', names.MAVEN), json(versions('2.0.0-alpha1')))
    await want('npm', names.NPM)
    await want('go', names.GO)
    await want('maven', names.MAVEN)
    expect(await fetchNow()).toBe(false)
    expect(await known('npm', names.NPM)).toMatchObject({
      source: 'deps.dev',
      releases: [
        { version: '1.0.0', publishedAt: Date.UTC(2024, 4, 1, 10) },
        { version: '1.1.0', publishedAt: null, deprecated: 'Use another\ufffd' },
      ],
    })
    expect((await known('go', names.GO))?.releases[0]?.version).toBe('v3.0.0+incompatible')
    expect((await known('maven', names.MAVEN))?.releases).toHaveLength(1)
    expect(await rowOf(names.GO)).toMatchObject({ state: 'known', rescanAt: expect.any(Date) })
  })

  test('is not queried before the next check, and then conditionally', async () => {
    const path = packagePath('NPM', 'kept')
    registry.handlers.set(path, cached('"a"', json(versions('1.0.0'))))
    await want('npm', 'kept')
    await fetchNow()
    await fetchNow()
    expect(registry.requests).toEqual([path])
    await makeDue()
    await sql`update package_releases set rescan_at = null`.execute(database.db)
    await fetchNow()
    expect(registry.requests).toEqual([path, path])
    expect((await known('npm', 'kept'))?.releases).toHaveLength(1)
    expect(await rowOf('kept')).toMatchObject({ state: 'known', rescanAt: null })
    expect((await rowOf('kept')).waitMs).toBeGreaterThan(hourMs)
  })

  test('marks an unknown package as absent and checks it with increasing delay', async () => {
    registry.handlers.set(packagePath('NPM', 'gone'), status(410))
    await want('npm', 'unknown', 'gone')
    await fetchNow()
    for (const name of ['unknown', 'gone']) {
      expect(await rowOf(name)).toMatchObject({ state: 'absent', error: null, rescanAt: null })
      expect(await known('npm', name)).toBeNull()
    }
    const { waitMs } = await rowOf('unknown')
    expect(waitMs).toBeGreaterThan(20 * hourMs)
    await makeDue()
    await fetchNow()
    expect((await rowOf('unknown')).waitMs).toBeGreaterThan(1.5 * waitMs)
  })

  test('marks a removed package as absent and rescans its branches', async () => {
    registry.handlers.set(packagePath('NPM', 'removed'), json(versions('1.0.0')))
    await want('npm', 'removed')
    await fetchNow()
    await sql`update package_releases set rescan_at = null`.execute(database.db)
    registry.handlers.clear()
    await makeDue()
    await fetchNow()
    expect(await known('npm', 'removed')).toBeNull()
    expect((await rowOf('removed')).rescanAt).not.toBeNull()
  })
})

describe('a source that fails', () => {
  test('with Retry-After gets no requests from any process until then', async () => {
    registry.handlers.set(packagePath('NPM', 'a'), status(429, { 'retry-after': '7200' }))
    await want('npm', 'a', 'b')
    await fetchNow()
    await fetchNow()
    expect(registry.requests).toEqual([packagePath('NPM', 'a')])
    expect(await sourceRow()).toMatchObject({ error: expect.stringContaining('answered 429') })
    expect((await sourceRow()).pauseMs).toBeGreaterThan(1.9 * hourMs)
    expect((await sourceRow()).pauseMs).toBeLessThan(2.1 * hourMs)
    registry.handlers.set(packagePath('NPM', 'a'), json(versions('1.0.0')))
    await sql`update release_source set resumes_at = now()`.execute(database.db)
    await fetchNow()
    expect((await known('npm', 'a'))?.releases).toHaveLength(1)
    expect(await rowOf('b')).toMatchObject({ state: 'absent' })
  })

  test.each([
    ['garbage', (_: unknown, response: { end(text: string): unknown }) => void response.end('<html>')],
    ['endless', endless],
    ['forbidden', status(403)],
  ])('for one package: %s', async (name, response) => {
    registry.handlers.set(packagePath('NPM', name), response)
    registry.handlers.set(packagePath('NPM', 'next'), json(versions('1.0.0')))
    await want('npm', name, 'next')
    await fetchNow()
    expect(await rowOf(name)).toMatchObject({ state: 'failed', failures: 1, error: expect.any(String) })
    expect((await rowOf(name)).waitMs).toBeGreaterThan(60_000)
    expect(await rowOf('next')).toMatchObject({ state: 'known' })
    expect(await sourceRow()).toMatchObject({ hasSucceeded: true, error: expect.any(String) })
  })

  test.each([
    ['broken', status(500), 'answered 500'],
    ['silent', silent, 'did not answer in time'],
  ])('%s: is paused, and other packages are read afterwards', async (name, response, sentence) => {
    registry.handlers.set(packagePath('NPM', name), response)
    registry.handlers.set(packagePath('NPM', 'next'), json(versions('1.0.0')))
    await want('npm', name, 'next')
    await fetchNow(name === 'silent' ? 300 : undefined)
    expect(await rowOf(name)).toMatchObject({ state: 'failed', error: expect.stringContaining(sentence) })
    expect(await rowOf('next')).toMatchObject({ state: 'waiting' })
    expect((await sourceRow()).pauseMs).toBeGreaterThan(30_000)
    await sql`update release_source set resumes_at = now()`.execute(database.db)
    await fetchNow()
    expect(await rowOf('next')).toMatchObject({ state: 'known' })
  })

  test('keeps stored data, also after a malformed response', async () => {
    const path = packagePath('NPM', 'kept')
    registry.handlers.set(path, json(versions('1.0.0')))
    await want('npm', 'kept')
    await fetchNow()
    registry.handlers.set(path, (_, response) => void response.end('{'))
    await makeDue()
    await fetchNow()
    expect((await known('npm', 'kept'))?.releases).toHaveLength(1)
    expect(await rowOf('kept')).toMatchObject({ state: 'known', failures: 1 })
  })

  test('because it is unreachable gets one attempt per pause, with increasing delay, and packages are not marked as failed', async () => {
    await want('npm', 'a', 'b')
    const offline = { ASSAY_DEPS_DEV_URL: 'http://127.0.0.1:1' }
    await fetchNow(undefined, offline)
    const first = (await sourceRow()).pauseMs
    expect(await sourceRow()).toMatchObject({ error: expect.stringContaining('cannot be reached') })
    expect(await rowOf('a')).toMatchObject({ state: 'waiting', failures: 0 })
    for (let time = 0; time < 12; time++) {
      await makeDue()
      await fetchNow(undefined, offline)
    }
    expect((await sourceRow()).pauseMs).toBeGreaterThan(10 * first)
    expect((await sourceRow()).pauseMs).toBeLessThanOrEqual(hourMs)
  })
})

test('a registry configured by the operator is queried instead of deps.dev, with its credentials', async () => {
  const seen: unknown[] = []
  registry.handlers.set('GET /api/packages/phoenix', (request, response) => {
    seen.push(request.headers.authorization)
    json({ releases: [{ version: '1.7.0' }] })(request, response)
  })
  const host = new URL(registry.url).host
  const settings = { ASSAY_REGISTRIES: `hex=http://user:pass%20word@${host}/, npm=http://${host}/npm` }
  registry.handlers.set('GET /npm/odd', json({ versions: { '1.0.0': {} } }))
  registry.handlers.set(packagePath('GO', 'example.org/m'), json(versions('v1.0.0')))
  await want('hex', 'phoenix')
  await want('npm', 'odd')
  await want('go', 'example.org/m')
  await fetchNow(undefined, settings)
  expect(await known('hex', 'phoenix')).toMatchObject({ source: host, releases: [{ version: '1.7.0' }] })
  expect(await known('npm', 'odd')).toMatchObject({ source: host, releases: [{ version: '1.0.0' }] })
  expect(await known('go', 'example.org/m')).toMatchObject({ source: 'deps.dev' })
  expect(seen).toEqual([`Basic ${btoa('user:pass word')}`])
  expect(() => configFor({ ASSAY_REGISTRIES: 'npm=ftp://x' })).toThrow('ASSAY_REGISTRIES')
})

test('concurrent readers request each package once', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `package-${index}`)
  for (const name of names) registry.handlers.set(packagePath('NPM', name), json(versions('1.0.0')))
  await want('npm', ...names)
  await Promise.all([fetchNow(), fetchNow()])
  expect(registry.requests.toSorted()).toEqual(names.map((name) => packagePath('NPM', name)).toSorted())
})

test('without a source nothing is requested', async () => {
  await want('npm', 'a')
  expect(await fetchNow(undefined, { ASSAY_DEPS_DEV_URL: 'off' })).toBe(false)
  expect(await fetchNow(undefined, { ASSAY_RELEASES: 'false' })).toBe(false)
  expect(registry.requests).toEqual([])
  expect(await rowOf('a')).toMatchObject({ state: 'waiting' })
})
