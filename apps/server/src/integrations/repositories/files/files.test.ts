import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { linkTo, startRepositoryServer } from '#integrations/repositories/testing/repository-server.ts'
import { startRegistry } from '#testing/registry-server.ts'
import { pullRepositoryJob } from './pull-repository-job.ts'
import { type TestMember } from '#testing/test-server.ts'

let admin: TestMember
const remote = forAllTests(startRepositoryServer)
const registry = forAllTests(startRegistry)
const server = testServer(() => ({
  settings: {
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_RELEASES: 'true',
    ASSAY_DEPS_DEV_URL: 'off',
    ASSAY_REGISTRIES: `maven=${registry.url}/maven`,
  },
}))
beforeEach(async () => {
  remote.requests.length = 0
  remote.failures.length = 0
  remote.branches.clear()
  remote.hooks.beforeResponse = undefined
  admin = await server.newAccount()
})

const connect = async (service = 'github') => {
  const params = { accountUuid: admin.accountUuid, integration: 'repository-issues' }
  await admin.api.integrations.save({ params, body: { service, url: remote.url, token: remote.token } })
}
const create = async (url = `${remote.url}/org/app`) =>
  (await admin.api.projects.create({ body: { url } })).uuid
const lockfile = (packages: Record<string, string>) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: Object.fromEntries(
      Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]),
    ),
  })
const refresh = (projectUuid: string, branch?: string) =>
  admin.api.pullServer.refresh({ params: { projectUuid }, query: { branch } })
const ended = async (id: string) => {
  const build = () => admin.api.builds.get({ params: { id } })
  await expect
    .poll(async () => (await build()).status, { timeout: 60_000, interval: 100 })
    .toMatch(/success|failed/)
  return build()
}
const componentsOf = async (id: string) => {
  const rows = await server.db
    .selectFrom('build_document')
    .select('path')
    .where('build_uuid', '=', id)
    .orderBy('path')
    .execute()
  return rows.map(({ path }) => path)
}

describe.each(['github', 'gitlab'])('%s', (service) => {
  beforeEach(() => connect(service))

  test('is reported as connected while it is turned on', async () => {
    const connection = async () => (await admin.api.pullServer.connection()).connection
    const name = service === 'github' ? 'GitHub' : 'GitLab'
    expect(await connection()).toEqual({ service: name, site: remote.url })
    const params = { accountUuid: admin.accountUuid, integration: 'repository-issues' }
    await admin.api.integrations.activate({ params, query: { active: 'false' } })
    expect(await connection()).toBeNull()
  })

  test('a refresh scans the current inventories of the branch', async () => {
    const files = new Map([
      ['package-lock.json', lockfile({ lodash: '4.17.4' })],
      ['web/package-lock.json', lockfile({ minimist: '1.2.8' })],
      ['src/index.js', 'not read'],
      ['node_modules/x/package-lock.json', 'not read'],
      ['linked/package-lock.json', `${linkTo}../package-lock.json`],
      ['other/package-lock.json', `${linkTo}../locks/other.json`],
      ['locks/other.json', lockfile({ semver: '7.6.0' })],
    ])
    for (let at = 0; at < 150; at++) files.set(`src/file-${at}.js`, 'not read')
    remote.branches.set('feature/x', files)
    const uuid = await create()
    const started = await refresh(uuid, 'feature/x')
    expect(started).toMatchObject({ source: 'pull', uuid, branch: 'feature/x' })
    const build = await ended(started.id)
    expect(build).toMatchObject({ status: 'success', reason: null, outcome: 'FAIL' })
    expect(await componentsOf(build.id)).toEqual([
      'other/package-lock.json',
      'package-lock.json',
      'web/package-lock.json',
    ])
    expect(remote.requests.filter(({ url }) => url.href.includes('not%20read'))).toEqual([])

    files.set('package-lock.json', lockfile({ lodash: '4.17.21' }))
    const again = await ended((await refresh(uuid, 'feature/x')).id)
    expect(again).toMatchObject({ status: 'success', security: '100' })
  })

  test('a manifest without a lockfile is resolved by the registries that are set up', async () => {
    const pom = (name: string, required: string) =>
      `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>${name}</artifactId><version>1</version><dependencies>${required}</dependencies></project>`
    const on = (group: string, name: string, version: string) =>
      `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`
    const log4j = '/maven/org/apache/logging/log4j/log4j-core/2.14.1/log4j-core-2.14.1.pom'
    const answers = new Map([
      ['/maven/g/lib/1/lib-1.pom', pom('lib', on('org.apache.logging.log4j', 'log4j-core', '2.14.1'))],
      [log4j, pom('log4j-core', '')],
    ])
    for (const [path, text] of answers)
      registry.handlers.set(`GET ${path}`, (_, response) => void response.end(text))
    remote.branches.set('main', new Map([['pom.xml', pom('shop', on('g', 'lib', '1'))]]))
    const uuid = await create()
    const build = await ended((await refresh(uuid, 'main')).id)
    expect(build).toMatchObject({ status: 'success', outcome: 'FAIL' })
    expect(await componentsOf(build.id)).toEqual(['pom.xml', 'pom.xml.assay-resolved.json'])
    expect(build.coverage).toMatchObject({ listed: 2 })
  })

  test("the repository's default branch is scanned first, then the branch that was", async () => {
    remote.branches.set('trunk', new Map([['package-lock.json', lockfile({ lodash: '4.17.21' })]]))
    const uuid = await create()
    expect(await ended((await refresh(uuid)).id)).toMatchObject({ status: 'success', branch: 'trunk' })
    expect(await ended((await refresh(uuid)).id)).toMatchObject({ status: 'success', branch: 'trunk' })
  })

  test('a project of a folder is scanned from the files of that folder', async () => {
    remote.branches.set(
      'main',
      new Map([
        ['package-lock.json', lockfile({ lodash: '4.17.4' })],
        ['api/package-lock.json', lockfile({ lodash: '4.17.21' })],
      ]),
    )
    const uuid = await create(`${remote.url}/org/app#api`)
    const build = await ended((await refresh(uuid, 'main')).id)
    expect(build).toMatchObject({ status: 'success', security: '100' })
    expect(await componentsOf(build.id)).toEqual(['api/package-lock.json'])
  })

  test('an unknown branch is a 404 and leaves nothing behind', async () => {
    const uuid = await create()
    await expect(refresh(uuid, 'misspelled')).rejects.toMatchObject({ status: 404, errorType: 'notFound' })
    expect(await admin.api.projects.branches({ params: { projectUuid: uuid } })).toEqual([])
  })

  test('a branch without inventories fails with a reason', async () => {
    remote.branches.set('main', new Map([['README.md', 'Nothing']]))
    const build = await ended((await refresh(await create(), 'main')).id)
    expect(build).toMatchObject({
      status: 'failed',
      reason: 'No lockfile or other inventory was found in org/app, branch main',
    })
  })

  test('a failed fetch is repeated when the operator retries its job', async () => {
    remote.branches.set('main', new Map([['README.md', '# App']]))
    const { id } = await refresh(await create(), 'main')
    expect((await ended(id)).status).toBe('failed')
    remote.branches.set('main', new Map([['package-lock.json', lockfile({ lodash: '4.17.4' })]]))
    const payload = { accountUuid: admin.accountUuid, buildUuid: id }
    await server.db.transaction().execute((tx) => pullRepositoryJob.onRequeue!(tx, [payload]))
    await server.context.queue.send(server.db, pullRepositoryJob, payload)
    expect((await ended(id)).status).toBe('success')
  })

  test('an inventory that is a link out of the repository fails the build', async () => {
    remote.branches.set('main', new Map([['package-lock.json', `${linkTo}../../package-lock.json`]]))
    expect(await ended((await refresh(await create(), 'main')).id)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^package-lock\.json: The symbolic link leads out of/),
    })
  })

  test("the service's error is the reason, without the token", async () => {
    remote.branches.set('main', new Map([['package-lock.json', lockfile({ lodash: '4.17.21' })]]))
    const uuid = await create()
    await ended((await refresh(uuid, 'main')).id)
    remote.failures.push({ status: 401, body: { message: `Bad token ${remote.token}` } })
    const build = await ended((await refresh(uuid, 'main')).id)
    expect(build).toMatchObject({ status: 'failed', reason: expect.stringContaining('Bad token ***') })
    expect(server.logged()).not.toContain(remote.token)
  })

  test('a refresh succeeds despite an outage of the service', async () => {
    remote.branches.set('main', new Map([['package-lock.json', lockfile({ lodash: '4.17.21' })]]))
    const uuid = await create()
    await ended((await refresh(uuid, 'main')).id)
    remote.failures.push({ status: 500 }, 'cut')
    expect(await ended((await refresh(uuid, 'main')).id)).toMatchObject({ status: 'success' })
  })
})

test('concurrent requests fetch the branch once', async () => {
  await connect()
  remote.branches.set('main', new Map([['package-lock.json', lockfile({ lodash: '4.17.21' })]]))
  const uuid = await create()
  await ended((await refresh(uuid, 'main')).id)
  let isHeld = true
  remote.hooks.beforeResponse = () => expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false)
  const pulls = async () =>
    (await server.db.selectFrom('build').select('uuid').where('project_uuid', '=', uuid).execute()).length
  const refreshes = async () => {
    const { accountUuid } = admin
    const events = server.db
      .selectFrom('audit_event')
      .select('action')
      .where('account_uuid', '=', accountUuid)
    return (await events.execute()).length
  }
  const before = await refreshes()
  const five = Promise.all(Array.from({ length: 5 }, () => refresh(uuid, 'main')))
  // Each one has found the build that waits.
  await expect.poll(refreshes, { timeout: 60_000 }).toBe(before + 5)
  isHeld = false
  expect(new Set((await five).map(({ id }) => id)).size).toBe(1)
  expect(await pulls()).toBe(2)
})

describe('without a connection', () => {
  test('the last inventory of the branch is scanned again', async () => {
    const file = filePart(npmInventory(['lodash@4.17.4']))
    const first = await admin.api.uploads.intoNew({
      body: { file, branch: 'main', url: 'https://example.org/app' },
    })
    expect(await refresh(first.uuid, 'main')).toMatchObject({ source: 'rescan', branch: 'main' })
    expect(remote.requests).toEqual([])
  })

  test('a project or a branch that was never scanned is a 404', async () => {
    const uuid = await create()
    await expect(refresh(uuid)).rejects.toMatchObject({ status: 404 })
    await expect(refresh(uuid, 'main')).rejects.toMatchObject({ status: 404 })
  })
})

test('a project of another account is a 404', async () => {
  const uuid = await create()
  const { api } = await server.newAccount()
  await expect(
    api.pullServer.refresh({ params: { projectUuid: uuid }, query: { branch: 'main' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('an unknown branch of a service that does not respond is a 502', async () => {
  await connect()
  const uuid = await create()
  remote.failures.push({ status: 500 })
  await expect(refresh(uuid, 'main')).rejects.toMatchObject({
    status: 502,
    errorType: 'integrationFailed',
  })
})
