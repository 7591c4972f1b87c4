import type { PackageRegistry } from '@assay/contract/registries.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { sql } from 'kysely'
import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applyRegistryJob } from '#knowledge/releases/apply-registry-job.ts'
import { fetchReleasesJob } from '#knowledge/releases/fetch-releases-job.ts'
import { recordAllUseJob } from '#knowledge/releases/record-use-job.ts'
import { readReleases } from '#knowledge/releases/store.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { json, type RegistryServer, startRegistry, status } from '#testing/registry-server.ts'
import type { TestMember, TestServer } from '#testing/test-server.ts'
import { startTestServer } from '#testing/test-server.ts'

let publicSource: RegistryServer
let own: RegistryServer
let other: RegistryServer
let server: TestServer
beforeAll(async () => {
  ;[publicSource, own, other] = await Promise.all([startRegistry(), startRegistry(), startRegistry()])
  server = await startTestServer({
    withWorker: false,
    settings: {
      ASSAY_RELEASES: 'true',
      ASSAY_DEPS_DEV_URL: publicSource.url,
      ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    },
  })
})
afterEach(async () => {
  for (const each of [publicSource, own, other]) {
    each.handlers.clear()
    each.requests.length = 0
  }
  await sql`delete from package_releases`.execute(server.db)
  await sql`delete from package_registry`.execute(server.db)
  await sql`delete from release_source`.execute(server.db)
})
afterAll(async () => {
  await server.stop()
  await Promise.all([publicSource, own, other].map((each) => each.stop()))
})

const token = { kind: 'bearer', token: 'let-me-in' } as const

/** 401 without the token. */
const guarded =
  (handler: RequestListener): RequestListener =>
  (request, response) =>
    (request.headers.authorization === 'Bearer let-me-in' ? handler : status(401))(request, response)

const npmPackage = (...versions: string[]) =>
  json({
    versions: Object.fromEntries(versions.map((version) => [version, { license: 'LicenseRef-Acme' }])),
    time: Object.fromEntries(versions.map((version) => [version, '2026-01-01T00:00:00Z'])),
  })
const text =
  (content: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' }).end(content)

/** An account with a branch that uses the packages. */
async function using(packages: [EcosystemId, string, string][]): Promise<TestMember> {
  const member = await server.newAccount()
  const body = {
    file: filePart(npmInventory(['left-pad@1.3.0'])),
    url: 'https://example.org/app',
    branch: 'main',
  }
  await member.api.uploads.intoNew({ body })
  for (const [ecosystem, name, version] of packages)
    await sql`
      with content as (
        insert into component_content (account_uuid, digest, ecosystem, package_name, name, version, licenses,
          violations)
        select ${member.accountUuid}, decode(md5(${name}), 'hex'), ${ecosystem}, ${name}, ${name}, ${version}, '{}', '[]'
        returning digest)
      insert into component_use (account_uuid, branch_uuid, introduced_number, digest, content, scope, required_by,
        locations)
      select account_uuid, uuid, 1, digest, digest, 'runtime', '{}', '{}'
      from content cross join branch where account_uuid = ${member.accountUuid}`.execute(server.db)
  return member
}

type Body = Parameters<TestMember['api']['registries']['create']>[0]['body']
const add = ({ api, accountUuid }: TestMember, body: Body) =>
  api.registries.create({ params: { accountUuid }, body })

const listed = async ({ api, accountUuid }: TestMember, uuid?: string): Promise<PackageRegistry> => {
  const { registries } = await api.registries.list({ params: { accountUuid } })
  return registries.find((each) => uuid === undefined || each.uuid === uuid)!
}

/** Same as the background jobs. */
async function runJobs(...members: TestMember[]): Promise<void> {
  const priority = 'refresh'
  for (const { accountUuid } of members)
    await applyRegistryJob.run(server.context, { accountUuid, ecosystem: 'npm', prefixes: [] }, { priority })
  await recordAllUseJob.run(server.context, {}, { priority })
  await fetchReleasesJob.run(server.context, {}, { priority })
}

const versionsOf = async ({ accountUuid }: TestMember, ecosystem: EcosystemId, name: string) =>
  (await readReleases(server.db, accountUuid, [{ ecosystem, name }]))(ecosystem, name)?.releases.map(
    ({ version }) => version,
  ) ?? null

const depsDevPath = (system: string, name: string) =>
  `GET /v3/systems/${system}/packages/${encodeURIComponent(name)}`
const publish = (system: string, name: string, ...versions: string[]) =>
  publicSource.handlers.set(
    depsDevPath(system, name),
    json({ versions: versions.map((version) => ({ versionKey: { version } })) }),
  )

const publicRequests = (name: string) =>
  publicSource.requests.filter((each) => each.includes(encodeURIComponent(name)))

describe('releases of private packages', () => {
  test('come from the registry of an npm scope, with its token, and the public source is never queried', async () => {
    own.handlers.set('GET /@acme%2fui', guarded(npmPackage('1.0.0', '1.1.0')))
    publish('NPM', 'lodash', '4.17.21')
    const member = await using([
      ['npm', '@acme/ui', '1.0.0'],
      ['npm', 'lodash', '4.17.21'],
    ])
    await add(member, { ecosystem: 'npm', pattern: '@acme', url: `${own.url}/`, credentials: token })
    await runJobs(member)
    expect(await versionsOf(member, 'npm', '@acme/ui')).toEqual(['1.0.0', '1.1.0'])
    expect(await versionsOf(member, 'npm', 'lodash')).toEqual(['4.17.21'])
    expect(publicRequests('@acme/ui')).toEqual([])
    expect(await listed(member)).toMatchObject({
      url: own.url,
      credentials: 'bearer',
      state: 'ok',
      error: null,
      packages: { known: 1, waiting: 0, absent: 0, failed: 0 },
    })
  })

  test('come from the registry of a Maven group, with its user and password', async () => {
    const basic = `Basic ${Buffer.from('ci:secret').toString('base64')}`
    const guard =
      (handler: RequestListener): RequestListener =>
      (request, response) =>
        (request.headers.authorization === basic ? handler : status(401))(request, response)
    const xml = '<metadata><versioning><versions><version>2.0</version></versions></versioning></metadata>'
    own.handlers.set('GET /maven/com/acme/web/ui/maven-metadata.xml', guard(text(xml)))
    own.handlers.set(
      'GET /maven/com/acme/web/ui/2.0/ui-2.0.pom',
      guard(text('<project><licenses><license><name>Acme</name></license></licenses></project>')),
    )
    const member = await using([['maven', 'com.acme.web:ui', '2.0']])
    const credentials = { kind: 'basic', user: 'ci', password: 'secret' } as const
    await add(member, { ecosystem: 'maven', pattern: 'com.acme', url: `${own.url}/maven`, credentials })
    await runJobs(member)
    const known = await readReleases(server.db, member.accountUuid, [
      { ecosystem: 'maven', name: 'com.acme.web:ui' },
    ])
    expect(known('maven', 'com.acme.web:ui')?.releases).toEqual([
      { version: '2.0', publishedAt: Date.UTC(2026, 0, 1), licenses: ['Acme'], copyright: '' },
    ])
    expect(publicRequests('com.acme.web:ui')).toEqual([])
  })

  test('come from the module proxy of a Go prefix', async () => {
    const base = 'GET /git.acme.example/!team/lib/@v'
    own.handlers.set(`${base}/list`, guarded(text('v1.0.0\nv1.1.0\n')))
    for (const version of ['v1.0.0', 'v1.1.0']) {
      own.handlers.set(
        `${base}/${version}.info`,
        guarded(json({ Version: version, Time: '2026-01-01T00:00:00Z' })),
      )
      own.handlers.set(`${base}/${version}.mod`, guarded(text('module git.acme.example/Team/lib\n')))
    }
    const member = await using([['go', 'git.acme.example/Team/lib', 'v1.0.0']])
    await add(member, { ecosystem: 'go', pattern: 'git.acme.example/', url: own.url, credentials: token })
    await runJobs(member)
    expect(await versionsOf(member, 'go', 'git.acme.example/Team/lib')).toEqual(['v1.1.0', 'v1.0.0'])
    expect(publicRequests('git.acme.example/Team/lib')).toEqual([])
  })

  test('differ between two accounts, and a third one sees only the public ones', async () => {
    own.handlers.set('GET /@acme%2fui', npmPackage('1.0.0'))
    other.handlers.set('GET /@acme%2fui', npmPackage('7.0.0'))
    publish('NPM', '@acme/ui', '3.0.0')
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => using([['npm', '@acme/ui', '1.0.0']])),
    )
    await add(first!, { ecosystem: 'npm', pattern: '@acme', url: own.url })
    await add(second!, { ecosystem: 'npm', pattern: '@acme', url: other.url })
    await runJobs(first!, second!)
    expect(await versionsOf(first!, 'npm', '@acme/ui')).toEqual(['1.0.0'])
    expect(await versionsOf(second!, 'npm', '@acme/ui')).toEqual(['7.0.0'])
    expect(await versionsOf(third!, 'npm', '@acme/ui')).toEqual(['3.0.0'])
  })

  test('rescan the branches of their account alone', async () => {
    own.handlers.set('GET /@acme%2fui', npmPackage('1.0.0'))
    const [member, stranger] = [
      await using([['npm', '@acme/ui', '1.0.0']]),
      await using([['npm', '@acme/ui', '1.0.0']]),
    ]
    await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url })
    await sql`delete from queue.job where name = 'rescan-branches'`.execute(server.db)
    await runJobs(member)
    const { rows } = await sql<{ data: string }>`
      select data::text from queue.job where name = 'rescan-branches'`.execute(server.db)
    expect(rows.map(({ data }) => data).join()).toContain(member.accountUuid)
    expect(rows.map(({ data }) => data).join()).not.toContain(stranger.accountUuid)
  })

  test('stay unknown when the registry does not know a package, although a public one of that name exists', async () => {
    publish('NPM', '@acme/ui', '9.9.9')
    const stranger = await using([['npm', '@acme/ui', '9.9.9']])
    await runJobs()
    expect(await versionsOf(stranger, 'npm', '@acme/ui')).toEqual(['9.9.9'])
    const member = await using([['npm', '@acme/ui', '1.0.0']])
    await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url })
    // Hidden immediately, before the registry is queried.
    expect(await versionsOf(member, 'npm', '@acme/ui')).toBeNull()
    await runJobs(member)
    expect(await versionsOf(member, 'npm', '@acme/ui')).toBeNull()
    expect(await listed(member)).toMatchObject({ state: 'ok', packages: { absent: 1 } })
  })

  test('are no longer requested from the public source once a pattern matches', async () => {
    const member = await using([['npm', '@acme/once', '1.0.0']])
    await runJobs()
    expect(publicRequests('@acme/once')).toHaveLength(1)
    await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url, enabled: false })
    await sql`update package_releases set next_check_at = now()`.execute(server.db)
    await runJobs(member)
    expect(publicRequests('@acme/once')).toHaveLength(1)
    // Nor the registry, which is off.
    expect(own.requests).toEqual([])
    expect(await listed(member)).toMatchObject({ state: 'off' })
  })

  test('come from the registry with the most specific pattern', async () => {
    own.handlers.set('GET /@acme%2fui', npmPackage('1.0.0'))
    other.handlers.set('GET /@acme%2fui', npmPackage('2.0.0'))
    const member = await using([['npm', '@acme/ui', '1.0.0']])
    await add(member, { ecosystem: 'npm', pattern: '*', url: own.url })
    await runJobs(member)
    expect(await versionsOf(member, 'npm', '@acme/ui')).toEqual(['1.0.0'])
    await add(member, { ecosystem: 'npm', pattern: '@acme/ui', url: other.url })
    expect(await versionsOf(member, 'npm', '@acme/ui')).toBeNull()
    await runJobs(member)
    expect(await versionsOf(member, 'npm', '@acme/ui')).toEqual(['2.0.0'])
  })

  test('are deleted with their registry, and public ones are shown again', async () => {
    own.handlers.set('GET /@acme%2fui', npmPackage('1.0.0'))
    publish('NPM', '@acme/ui', '9.9.9')
    const member = await using([['npm', '@acme/ui', '1.0.0']])
    const { uuid } = await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url })
    await runJobs(member)
    await member.api.registries.remove({ params: { accountUuid: member.accountUuid, registryUuid: uuid } })
    const { rows } = await sql`select from package_releases where account_uuid is not null`.execute(server.db)
    expect(rows).toEqual([])
    await runJobs(member)
    expect(await versionsOf(member, 'npm', '@acme/ui')).toEqual(['9.9.9'])
  })
})

describe('credentials', () => {
  test('do not follow a redirect to another host', async () => {
    const seen: (string | undefined)[] = []
    own.handlers.set('GET /@acme%2fui', (request, response) => {
      seen.push(request.headers.authorization)
      status(302, { location: `${other.url}/moved` })(request, response)
    })
    other.handlers.set('GET /moved', (request, response) => {
      seen.push(request.headers.authorization)
      npmPackage('1.0.0')(request, response)
    })
    const member = await using([['npm', '@acme/ui', '1.0.0']])
    await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url, credentials: token })
    await runJobs(member)
    expect(seen).toEqual(['Bearer let-me-in', undefined])
    expect(await versionsOf(member, 'npm', '@acme/ui')).toEqual(['1.0.0'])
  })

  test('that are missing pause the registry with an error that says so, until they are entered', async () => {
    own.handlers.set('GET /@acme%2fui', guarded(npmPackage('1.0.0')))
    const member = await using([['npm', '@acme/ui', '1.0.0']])
    const { uuid } = await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url })
    await runJobs(member)
    expect(await listed(member)).toMatchObject({
      state: 'failing',
      error: `${own.url}/@acme%2fui answered 401: the credentials are missing or wrong`,
      resumesAt: expect.any(Number),
    })
    const params = { accountUuid: member.accountUuid, registryUuid: uuid }
    await member.api.registries.update({ params, body: { credentials: token } })
    await runJobs(member)
    expect(await listed(member)).toMatchObject({ state: 'ok', error: null, credentials: 'bearer' })
    expect(await versionsOf(member, 'npm', '@acme/ui')).toEqual(['1.0.0'])
  })

  test('must be entered again for another address, and are encrypted', async () => {
    const member = await server.newAccount()
    const { uuid } = await add(member, {
      ecosystem: 'npm',
      pattern: '@acme',
      url: own.url,
      credentials: token,
    })
    const params = { accountUuid: member.accountUuid, registryUuid: uuid }
    await expect(member.api.registries.update({ params, body: { url: other.url } })).rejects.toMatchObject({
      status: 400,
      message: 'The URL has changed: enter the credentials again',
    })
    await member.api.registries.update({ params, body: { url: other.url, credentials: { kind: 'none' } } })
    expect(await listed(member)).toMatchObject({ url: other.url, credentials: 'none' })
    await member.api.registries.update({ params, body: { credentials: token } })
    const { rows } = await sql<{ credentials: Buffer }>`select credentials from package_registry`.execute(
      server.db,
    )
    expect(rows[0]!.credentials.toString('latin1')).not.toContain('let-me-in')
  })
})

describe('input', () => {
  test.each([
    [{ pattern: 'a*b' }, 'a*b is not a pattern such as @acme; * stands at the end alone'],
    [{ ecosystem: 'debian' }, /^Registries of debian cannot be queried/],
    [
      { url: 'https://user:password@npm.example.org' },
      'The address must not contain a user name or password',
    ],
    [{ url: 'ftp://npm.example.org' }, 'Enter a URL such as https://npm.example.org'],
  ])('%j is rejected', async (input, message) => {
    const member = await server.newAccount()
    const body = { ecosystem: 'npm', pattern: '@acme', url: 'https://npm.example.org', ...input }
    await expect(add(member, body)).rejects.toMatchObject({
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })

  test('of a pattern that another registry has is rejected in any spelling', async () => {
    const member = await server.newAccount()
    await add(member, { ecosystem: 'npm', pattern: '@acme', url: own.url })
    await expect(add(member, { ecosystem: 'npm', pattern: '@acme/*', url: own.url })).rejects.toMatchObject({
      status: 409,
    })
  })
})

describe('POST /registries/{registryUuid}/check', () => {
  const check = async (name: string, body: Partial<Body> = {}) => {
    const member = await server.newAccount()
    const known = await add(member, {
      ecosystem: 'npm',
      pattern: '@acme',
      url: own.url,
      credentials: token,
      ...body,
    })
    const params = { accountUuid: member.accountUuid, registryUuid: known.uuid }
    return member.api.registries.check({ params, body: { name } })
  }
  const host = () => new URL(own.url).host

  test('returns the versions of a package', async () => {
    own.handlers.set('GET /@acme%2fui', guarded(npmPackage('1.0.0', '1.2.0', '2.0.0-beta.1')))
    expect(await check('@acme/ui')).toEqual({
      outcome: 'found',
      message: `${host()} lists 3 versions of @acme/ui, the newest is 1.2.0`,
      versions: 3,
      newest: '1.2.0',
    })
  })

  test('reports that the registry does not have a package', async () => {
    expect(await check('@acme/none')).toMatchObject({
      outcome: 'absent',
      message: `${host()} does not know @acme/none`,
    })
  })

  test('reports wrong credentials', async () => {
    own.handlers.set('GET /@acme%2fui', guarded(npmPackage('1.0.0')))
    expect(await check('@acme/ui', { credentials: { kind: 'none' } })).toMatchObject({
      outcome: 'failed',
      message: `${own.url}/@acme%2fui answered 401: the credentials are missing or wrong`,
    })
  })

  test('rejects a package that the pattern does not match, without a request', async () => {
    await expect(check('lodash')).rejects.toMatchObject({
      status: 400,
      message: 'The pattern @acme does not match lodash',
    })
    expect(own.requests).toEqual([])
  })
})
