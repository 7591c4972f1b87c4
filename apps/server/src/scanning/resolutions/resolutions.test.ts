import { accountScope } from '#auth/scope.ts'
import { makeZip } from '@assay/engine/inventory/testing/make-archives.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { json, type RegistryServer, startRegistry } from '#testing/registry-server.ts'
import { type TestMember } from '#testing/test-server.ts'
import { keepOtherDocuments } from '#scanning/builds/documents/document-store.ts'
import { resolveBuildJob } from './resolve-build-job.ts'

let member: TestMember
const registry = forAllTests(startRegistry)
const privateRegistry = forAllTests(startRegistry)
const server = testServer(() => ({
  settings: {
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
    ASSAY_RELEASES: 'true',
    ASSAY_DEPS_DEV_URL: 'off',
    // Nobody listens at the second.
    ASSAY_REGISTRIES: `npm=${registry.url}/npm pypi=http://127.0.0.1:1/simple`,
  },
}))
beforeEach(async () => {
  for (const each of [registry, privateRegistry]) {
    each.requests.length = 0
    each.handlers.clear()
  }
  member = await server.newAccount()
})

const publish = (
  { handlers }: RegistryServer,
  name: string,
  versions: Record<string, Record<string, string>>,
) => {
  const described = Object.entries(versions).map(([version, dependencies]) => [
    version,
    { name, version, dependencies },
  ])
  const latest = Object.keys(versions).at(-1)
  const body = { name, 'dist-tags': { latest }, versions: Object.fromEntries(described) as object }
  handlers.set(`GET /npm/${name.replace('/', '%2f')}`, json(body))
}

const manifest = (dependencies: Record<string, string>, name = 'shop') =>
  filePart(jsonBytes({ name, version: '1.0.0', dependencies }), 'package.json')
const zip = (path: string, content: string) => filePart(makeZip([[path, content]]), 'app.zip')
const url = 'https://example.org/shop'
const upload = (file: ReturnType<typeof filePart>) =>
  member.api.uploads.intoNew({ body: { file, url, branch: 'main' } })
const uploadFolder = (...file: ReturnType<typeof filePart>[]) =>
  member.api.uploads.folderIntoNew({ body: { file, url, branch: 'main' } })

const documentsOf = async (id: string) => {
  const rows = await server.db
    .selectFrom('build_document')
    .select('path')
    .where('build_uuid', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ path }) => path)
}

describe('a manifest without a lockfile', () => {
  test('is resolved by the registry of the settings when it is uploaded', async () => {
    publish(registry, 'parent', { '1.0.0': { lodash: '^4.17.0' } })
    publish(registry, 'lodash', { '4.17.4': {}, '4.16.0': {} })
    const build = await upload(manifest({ parent: '^1.0.0' }))
    expect(build).toMatchObject({ status: 'success', outcome: 'FAIL', coverage: { listed: 2 } })
    expect(build.issues.map(({ code }) => code)).toEqual(['manifest-resolved'])
    expect(await documentsOf(build.id)).toEqual(['package.json', 'package.json.assay-resolved.json'])
  })

  test('is resolved in a folder beside other documents, and with a lockfile nothing is asked', async () => {
    publish(registry, 'minimatch', { '3.0.4': {} })
    const named = ({ bytes }: ReturnType<typeof filePart>, path: string) => filePart(bytes, path)
    const lock = jsonBytes({
      lockfileVersion: 3,
      packages: { 'node_modules/minimist': { version: '1.2.8' } },
    })
    const build = await uploadFolder(
      named(manifest({ minimatch: '^3.0.0' }), 'web/package.json'),
      named(manifest({ 'only-locked': '^1.0.0' }), 'api/package.json'),
      filePart(lock, 'api/package-lock.json'),
    )
    expect(build).toMatchObject({ status: 'success', coverage: { listed: 2 } })
    expect(registry.requests).toContain('GET /npm/minimatch')
    expect(registry.requests).not.toContain('GET /npm/only-locked')
  })

  test('is resolved in an archive', async () => {
    publish(registry, 'lodash', { '4.17.4': {} })
    const json = JSON.stringify({ name: 'shop', dependencies: { lodash: '^4.17.0' } })
    const build = await upload(zip('web/package.json', json))
    expect(build).toMatchObject({ status: 'success', outcome: 'FAIL', coverage: { listed: 1 } })
    expect(build.issues.map(({ code }) => code)).toEqual(['manifest-resolved'])
    const inner = 'sbom-cdx.json!/web/package.json'
    expect(await documentsOf(build.id)).toEqual(['sbom-cdx.json', inner, `${inner}.assay-resolved.json`])
  })

  test('what the client has resolved is not resolved again', async () => {
    const { bytes } = filePart(
      jsonBytes({
        assayResolution: 1,
        by: 'registry',
        format: 'package.json',
        purlType: 'npm',
        packages: [],
      }),
    )
    const build = await uploadFolder(
      manifest({ 'resolved-before': '^4.0.0' }),
      filePart(bytes, 'package.json.assay-resolved.json'),
    )
    expect(await documentsOf(build.id)).toEqual(['package.json', 'package.json.assay-resolved.json'])
    expect(registry.requests).not.toContain('GET /npm/resolved-before')
  })

  test('of a registry that cannot be reached stays declared, and its gap says why', async () => {
    const build = await upload(filePart(new TextEncoder().encode('requests==2.31.0\n'), 'requirements.txt'))
    expect(build).toMatchObject({ status: 'success', coverage: { listed: 1 } })
    expect(build.issues).toEqual([
      expect.objectContaining({
        code: 'transitive-unlisted',
        message:
          "'requirements.txt' lists no transitive packages, so those were not checked. It was not resolved: 127.0.0.1:1 could not be reached.",
      }),
    ])
  })

  test('of an ecosystem without a registry in the settings stays declared, and its gap says why', async () => {
    const pom =
      '<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>a</artifactId><version>1</version><dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId><version>1</version></dependency></dependencies></project>'
    const build = await upload(filePart(new TextEncoder().encode(pom), 'pom.xml'))
    expect(build.issues.map(({ message }) => message)).toEqual([
      "'pom.xml' lists no transitive packages, so those were not checked. It was not resolved: No registry is set up for Maven.",
      'The file lists what the project itself requires; what that requires in turn is not known.',
    ])
  })
})

describe('packages of a private registry', () => {
  const register = (pattern: string, enabled: boolean) =>
    member.api.registries.create({
      params: { accountUuid: member.accountUuid },
      body: {
        ecosystem: 'npm',
        pattern,
        url: `${privateRegistry.url}/npm`,
        credentials: { kind: 'bearer', token: 'secret-of-acme' },
        enabled,
      },
    })

  test('are asked of it alone, with its login', async () => {
    await register('@acme', true)
    publish(registry, 'lodash', { '4.17.4': {} })
    publish(privateRegistry, '@acme/ui', { '2.0.0': { lodash: '^4.0.0' } })
    const answer = privateRegistry.handlers.get('GET /npm/@acme%2fui')!
    privateRegistry.handlers.set('GET /npm/@acme%2fui', (request, response) =>
      request.headers.authorization === 'Bearer secret-of-acme'
        ? answer(request, response)
        : void response.writeHead(401).end(),
    )
    const build = await upload(manifest({ '@acme/ui': '^2.0.0' }))
    expect(build).toMatchObject({ status: 'success', outcome: 'FAIL', coverage: { listed: 2 } })
    expect(registry.requests.filter((each) => each.includes('acme'))).toEqual([])
  })

  test('that is off are asked of none', async () => {
    await register('@other', false)
    publish(registry, 'lodash', { '4.17.4': {} })
    await upload(manifest({ '@other/ui': '^2.0.0', lodash: '^4.0.0' }))
    expect(registry.requests.filter((each) => each.includes('other'))).toEqual([])
    expect(privateRegistry.requests.filter((each) => each.includes('other'))).toEqual([])
  })
})

describe('the job', () => {
  test('changes nothing when it runs again', async () => {
    publish(registry, 'lodash', { '4.17.4': {} })
    const build = await upload(manifest({ lodash: '^4.0.0' }))
    const payload = { accountUuid: member.accountUuid, buildUuid: build.id }
    await resolveBuildJob.run(server.context, payload, { priority: 'interactive' })
    await resolveBuildJob.onExhausted!(server.context, payload, 'crashed')
    expect(await documentsOf(build.id)).toHaveLength(2)
    expect(await member.api.builds.get({ params: { id: build.id } })).toMatchObject({ status: 'success' })
  })

  test('without an attempt left, what is declared is scanned', async () => {
    const { api } = member
    await api.builds.create({ body: { url, branch: 'main' } })
    const location = await server.db
      .selectFrom('build')
      .select('uuid')
      .where('account_uuid', '=', member.accountUuid)
      .executeTakeFirstOrThrow()
    const params = { id: location.uuid }
    const content = new TextDecoder().decode(manifest({ 'only-declared': '1.0.0' }).bytes)
    await api.builds.submit({ params, body: { content, language: 'npm', path: 'package.json' } })
    await server.db.updateTable('build').set({ state: 'queued' }).where('uuid', '=', location.uuid).execute()
    const payload = { accountUuid: member.accountUuid, buildUuid: location.uuid }
    await resolveBuildJob.onExhausted!(server.context, payload, 'crashed')
    await expect
      .poll(async () => (await api.builds.get({ params })).status, { timeout: 60_000 })
      .toBe('success')
    expect(await documentsOf(location.uuid)).toEqual(['package.json'])
  })
})

const lockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: { 'node_modules/minimist': { version: '1.2.8' } },
})

test.each([
  ['package.json', manifest({ lodash: '^4.0.0' }), manifest({ minimist: '1.2.8' })],
  [
    'sbom-cdx.json',
    zip('web/package.json', '{"dependencies":{"lodash":"^4.0.0"}}'),
    zip('web/package-lock.json', lockfile),
  ],
])('what a manifest in %s came to is not kept for its next version', async (own, before, after) => {
  publish(registry, 'lodash', { '4.17.4': {} })
  const first = await upload(before)
  registry.handlers.clear()
  const second = await upload(after)
  const kept = await server.db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('build_document')
      .where('build_uuid', '=', second.id)
      .where('path', '<>', own)
      .execute()
    const { branch_uuid: branchUuid } = await tx
      .selectFrom('build')
      .select('branch_uuid')
      .where('uuid', '=', first.id)
      .executeTakeFirstOrThrow()
    await keepOtherDocuments(tx, accountScope(member.accountUuid), { buildUuid: second.id, branchUuid })
    return tx.selectFrom('build_document').select('path').where('build_uuid', '=', second.id).execute()
  })
  expect(kept).toEqual([{ path: own }])
})
