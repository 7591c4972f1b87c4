import type { TestImage } from '@assay/engine/inventory/testing/make-image.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { type TestMember } from '#testing/test-server.ts'
import { planImageChecksJob } from './plan-image-checks-job.ts'
import { readHook } from './read-hook.ts'
import { startImageRegistry } from '#testing/image-registry.ts'

let admin: TestMember
let count = 0

const registry = forAllTests(startImageRegistry)
const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
beforeEach(async () => {
  registry.login = null
  registry.realm = null
  registry.requests.length = 0
  admin = await server.newAccount()
})

const status = (...names: string[]) =>
  names.map((name) => `Package: ${name}\nStatus: install ok installed\nVersion: 1\n`).join('\n')
const base: TestImage = {
  layers: [
    [
      ['etc/os-release', 'ID=debian\nVERSION_ID=12\n'],
      ['var/lib/dpkg/status', status('base')],
    ],
  ],
}
const app = (...names: string[]): TestImage => ({
  layers: [...base.layers, [['var/lib/dpkg/status', status('base', ...names)]]],
  history: [{ created_by: 'ADD rootfs /' }, { created_by: 'RUN install' }],
})

const newName = () => `team/app-${++count}`
const watch = (name: string, more: { platform?: string; usesAttached?: boolean } = {}) =>
  admin.api.images.add({
    params: { accountUuid: admin.accountUuid },
    body: { reference: `${registry.host}/${name}:1.0`, ...more },
  })
const list = () => admin.api.images.list({ params: { accountUuid: admin.accountUuid } })
const checked = async (uuid: string) => {
  const find = async () => (await list()).find((each) => each.uuid === uuid)!
  await expect.poll(async () => (await find()).checkedAt, { timeout: 120_000, interval: 100 }).not.toBeNull()
  return find()
}
const componentsOf = async (projectUuid: string) =>
  (await admin.api.scans.components({ params: { projectUuid }, query: { branch: '1.0' } })).map(
    ({ name }) => name,
  )
const scannedAs = (projectUuid: string, names: string[]) =>
  expect
    .poll(() => componentsOf(projectUuid).catch(() => []), { timeout: 120_000, interval: 100 })
    .toEqual(names)
const checkNow = ({ uuid }: { uuid: string }) =>
  admin.api.images.check({ params: { accountUuid: admin.accountUuid, imageUuid: uuid } })

describe('a watched image', () => {
  test('is scanned, as a branch of the project of its repository, with its layers and its base', async () => {
    const name = newName()
    const baseDigest = registry.push('library/base:12', base)
    const digest = registry.push(`${name}:1.0`, {
      ...app('app'),
      labels: {
        'org.opencontainers.image.base.name': `${registry.host}/library/base:12`,
        'org.opencontainers.image.base.digest': baseDigest,
      },
    })
    registry.push('library/base:12', { layers: [[['var/lib/dpkg/status', status('newer')]]] })
    const watched = await watch(name)
    expect(watched).toMatchObject({ name: `${registry.host}/${name}`, tag: '1.0', digest: null, error: null })
    expect(await checked(watched.uuid)).toMatchObject({ digest, error: null })
    await scannedAs(watched.projectUuid, ['app', 'base'])
    const of = { params: { projectUuid: watched.projectUuid }, query: { branch: '1.0' } }
    const { image } = await admin.api.scans.image(of)
    expect(image).toMatchObject({
      digest,
      base: { name: `${registry.host}/library/base:12`, digest: baseDigest, newest: { createdAt: null } },
      layers: [
        { instruction: 'ADD rootfs /', isBase: true, components: 1, vulnerable: 0 },
        { instruction: 'RUN install', isBase: false, components: 1, vulnerable: 0 },
      ],
    })
    expect(image!.layers[0]!.size).toBeGreaterThan(0)
    const project = await admin.api.projects.get({ params: { projectUuid: watched.projectUuid } })
    expect(project).toMatchObject({ url: `docker:${registry.host}/${name}`, branches: ['1.0'] })
    expect(registry.requests.filter((each) => each.startsWith('STORAGE'))).not.toContain(
      'STORAGE Bearer token-1',
    )
  })

  test('that no label names a base of is guessed to be built on a scanned image with its first layers', async () => {
    const [name, baseName] = [newName(), newName()]
    const digest = registry.push(`${baseName}:1.0`, base)
    const known = await watch(baseName)
    await scannedAs(known.projectUuid, ['base'])
    registry.push(`${name}:1.0`, app('app'))
    const watched = await watch(name)
    await scannedAs(watched.projectUuid, ['app', 'base'])
    const of = { params: { projectUuid: watched.projectUuid }, query: { branch: '1.0' } }
    const { image } = await admin.api.scans.image(of)
    expect(image).toMatchObject({
      base: { name: `${registry.host}/${baseName}:1.0`, digest, isGuessed: true },
      layers: [{ isBase: true }, { isBase: false }],
    })
    const other = await admin.api.scans.image({
      params: { projectUuid: known.projectUuid },
      query: { branch: '1.0' },
    })
    expect(other.image!.base).toBeNull()
  })

  test.each([
    [true, ['base', 'only-listed']],
    [false, ['base']],
  ])(
    'is compared with what is attached to it, which is scanned if wanted: %s',
    async (usesAttached, names) => {
      const name = newName()
      const digest = registry.push(`${name}:1.0`, base)
      const purl = 'pkg:npm/only-listed@1.0.0'
      registry.attach(digest, {
        spdxVersion: 'SPDX-2.3',
        SPDXID: 'SPDXRef-DOCUMENT',
        packages: [
          {
            SPDXID: 'SPDXRef-a',
            name: 'only-listed',
            versionInfo: '1.0.0',
            externalRefs: [
              { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl },
            ],
          },
        ],
      })
      const watched = await watch(name, { usesAttached })
      expect(watched).toMatchObject({ usesAttached })
      await scannedAs(watched.projectUuid, names)
      const of = { params: { projectUuid: watched.projectUuid }, query: { branch: '1.0' } }
      const { image } = await admin.api.scans.image(of)
      expect(image!.attached).toMatchObject([
        {
          by: 'referrer',
          name: 'SPDX',
          isUsed: usesAttached,
          listed: 1,
          both: 0,
          onlyInDocument: [purl],
          onlyInImage: [expect.stringContaining('pkg:deb/debian/base@1')],
        },
      ])
    },
  )

  test('shows what is attached but cannot be read, and scans what SBOMs list once that is wanted', async () => {
    const name = newName()
    const digest = registry.push(`${name}:1.0`, app('own'))
    registry.attach(digest, { packages: 'none' })
    registry.attach(digest, {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [{ type: 'library', name: 'listed', version: '1', purl: 'pkg:npm/listed@1' }],
    })
    const watched = await watch(name)
    await scannedAs(watched.projectUuid, ['base', 'own'])
    const of = { params: { projectUuid: watched.projectUuid }, query: { branch: '1.0' } }
    const { image } = await admin.api.scans.image(of)
    expect(image).toMatchObject({
      attached: [{ listed: 1, isUsed: false }],
      attachedProblems: [
        { by: 'referrer', reason: 'unreadable', detail: 'It is no SBOM of a known format.' },
      ],
    })
    const params = { accountUuid: admin.accountUuid, imageUuid: watched.uuid }
    await checked(watched.uuid)
    const kept = await admin.api.images.update({ params, body: { everyHours: 12, usesAttached: false } })
    expect(kept).toMatchObject({ everyHours: 12, digest })
    const changed = await admin.api.images.update({ params, body: { everyHours: 12, usesAttached: true } })
    expect(changed).toMatchObject({ usesAttached: true, digest: null })
    await scannedAs(watched.projectUuid, ['base', 'listed', 'own'])
    await expect.poll(async () => (await checked(watched.uuid)).digest, { timeout: 120_000 }).toBe(digest)
  })

  test('says what a newer base of its line would fix and add, and what to write in the Dockerfile', async () => {
    const [name, baseName] = [newName(), `team/base-${count}`]
    const baseOf = (...packages: [name: string, version: string][]): TestImage => ({
      layers: [
        [
          ['etc/os-release', 'ID=debian\nVERSION_ID=12\n'],
          ...packages.map(([of, version]): [string, string] => [
            `opt/${of}/node_modules/${of}/package.json`,
            JSON.stringify({ name: of, version }),
          ]),
        ],
      ],
    })
    const used = baseOf(['lodash', '4.17.4'], ['left-pad', '1.3.0'])
    const digest = registry.push(`${baseName}:1.2.0-slim`, used)
    registry.push(`${baseName}:1.3.0-slim`, baseOf(['lodash', '4.17.20'], ['minimist', '1.2.0']))
    for (const tag of ['1.3.1', '2.0.0-slim', 'latest']) registry.push(`${baseName}:${tag}`, baseOf())
    registry.push(`${name}:1.0`, {
      layers: [
        ...used.layers,
        [['srv/node_modules/minimist/package.json', '{"name":"minimist","version":"1.2.0"}']],
      ],
      labels: {
        'org.opencontainers.image.base.name': `${registry.host}/${baseName}:1.2.0-slim`,
        'org.opencontainers.image.base.digest': digest,
      },
    })
    const watched = await watch(name)
    await checked(watched.uuid)
    const of = { params: { projectUuid: watched.projectUuid }, query: { branch: '1.0' } }
    const newer = async () => (await admin.api.scans.image(of).catch(() => null))?.image?.base?.newer ?? null
    await expect.poll(newer, { timeout: 120_000, interval: 200 }).toMatchObject({
      name: `${registry.host}/${baseName}:1.3.0-slim`,
      edit: {
        from: `FROM ${registry.host}/${baseName}:1.2.0-slim`,
        to: `FROM ${registry.host}/${baseName}:1.3.0-slim`,
      },
    })
    const { changes } = (await newer())!
    // minimist of the own layer stays, whatever the base has.
    expect(changes!.fixed).toBeGreaterThan(0)
    expect(changes!.added).toBe(0)

    // What is known is not read again, and a fixed base has nothing to fix.
    registry.requests.length = 0
    registry.push(`${baseName}:1.4.0-slim`, baseOf(['lodash', '4.17.21']))
    await checkNow(watched)
    await expect
      .poll(async () => (await newer())?.name, { timeout: 120_000, interval: 200 })
      .toBe(`${registry.host}/${baseName}:1.4.0-slim`)
    expect((await newer())!.changes!.fixed).toBeGreaterThan(changes!.fixed)
    registry.requests.length = 0
    await checkNow(watched)
    await expect
      .poll(() => registry.requests.some((each) => each.includes('/tags/list')), { timeout: 120_000 })
      .toBe(true)
    const kept = await server.db
      .selectFrom('base_image')
      .select('digest')
      .where('account_uuid', '=', admin.accountUuid)
      .execute()
    expect(kept).toEqual([{ digest: (await newer())!.digest }])
  })

  test('is scanned again only if its tag leads to another digest', async () => {
    const name = newName()
    registry.push(`${name}:1.0`, app('one'))
    const watched = await watch(name)
    await checked(watched.uuid)
    await scannedAs(watched.projectUuid, ['base', 'one'])
    registry.requests.length = 0
    await checkNow(watched)
    await expect.poll(() => registry.requests.length, { timeout: 120_000 }).toBeGreaterThan(2)
    expect(registry.requests.filter((each) => each.includes('/blobs/'))).toEqual([])
    registry.push(`${name}:1.0`, app('two'))
    await checkNow(watched)
    await scannedAs(watched.projectUuid, ['base', 'two'])
  })

  test('is checked when it is due, once', async () => {
    const name = newName()
    registry.push(`${name}:1.0`, app('one'))
    const watched = await watch(name)
    await checked(watched.uuid)
    await server.db
      .updateTable('watched_image')
      .set({ next_check_at: new Date() })
      .where('uuid', '=', watched.uuid)
      .execute()
    registry.push(`${name}:1.0`, app('two'))
    await planImageChecksJob.run(server.context, {}, { priority: 'refresh' })
    await scannedAs(watched.projectUuid, ['base', 'two'])
    const [after] = (await list()).filter(({ uuid }) => uuid === watched.uuid)
    expect(after!.nextCheckAt).toBeGreaterThan(Date.now())
  })

  test('that is missing says so, and is no project without scans that pass', async () => {
    const watched = await watch(newName())
    expect((await checked(watched.uuid)).error).toContain('has no image')
    expect(await componentsOf(watched.projectUuid).catch(() => [])).toEqual([])
  })

  test('is watched once for each platform, and no longer when it is removed', async () => {
    const name = newName()
    registry.push(`${name}:1.0`, app('one'))
    const watched = await watch(name)
    await expect(watch(name)).rejects.toMatchObject({ status: 409 })
    await watch(name, { platform: 'linux/arm64' })
    await admin.api.images.remove({ params: { accountUuid: admin.accountUuid, imageUuid: watched.uuid } })
    expect((await list()).map(({ platform }) => platform)).toEqual(['linux/arm64'])
  })

  test.each(['https://example.org/app', 'UPPER/case:1', 'a b'])(
    '%s is no name of an image',
    async (reference) => {
      const body = { reference }
      await expect(
        admin.api.images.add({ params: { accountUuid: admin.accountUuid }, body }),
      ).rejects.toMatchObject({ errorType: 'invalidInput' })
    },
  )
})

describe('the login for a registry', () => {
  const save = (password: string) =>
    admin.api.images.saveLogin({
      params: { accountUuid: admin.accountUuid },
      body: { host: registry.host, user: 'me', password },
    })

  test('is used for it alone, replaced and removed, and its password is never returned', async () => {
    registry.login = 'me:pass:word'
    const name = newName()
    registry.push(`${name}:1.0`, app('one'))
    const watched = await watch(name)
    expect((await checked(watched.uuid)).error).toContain('requires a login')
    const { uuid } = await save('wrong')
    expect((await save('pass:word')).uuid).toBe(uuid)
    await checkNow(watched)
    await scannedAs(watched.projectUuid, ['base', 'one'])
    const params = { accountUuid: admin.accountUuid }
    expect(JSON.stringify(await admin.api.images.logins({ params }))).not.toContain('pass:word')
    await admin.api.images.removeLogin({ params: { ...params, loginUuid: uuid } })
    expect((await admin.api.images.logins({ params })).logins).toEqual([])
  })

  test('is not sent to an address that the registry names', async () => {
    registry.login = 'me:secret'
    registry.realm = 'ftp://example.org/token'
    await save('secret')
    const watched = await watch(newName())
    const { error } = await checked(watched.uuid)
    expect(error).toContain('not trusted')
    expect(error).not.toContain('secret')
  })
})

describe('the webhook of registries', () => {
  const hook = async (secret: string, body: Record<string, unknown>) =>
    server.anonymous.images.hook({ params: { secret }, body })
  const secretOf = async () => {
    const { hookPath } = await admin.api.images.logins({ params: { accountUuid: admin.accountUuid } })
    return hookPath.split('/').at(-1)!
  }

  test('checks the images that it names', async () => {
    const name = newName()
    registry.push(`${name}:1.0`, app('one'))
    const watched = await watch(name)
    await scannedAs(watched.projectUuid, ['base', 'one'])
    registry.push(`${name}:1.0`, app('two'))
    const secret = await secretOf()
    expect(await hook(secret, { image: `${registry.host}/${name}:2.0` })).toEqual({ images: 0 })
    expect(await hook(secret, { image: `${registry.host}/${name}:1.0` })).toEqual({ images: 1 })
    await scannedAs(watched.projectUuid, ['base', 'two'])
  })

  test('of another account or with another secret is not known', async () => {
    const secret = await secretOf()
    const other = await server.newAccount()
    await expect(hook(`${secret.slice(0, -1)}_`, {})).rejects.toMatchObject({ status: 404 })
    await expect(hook(secret.replace(admin.accountUuid, other.accountUuid), {})).rejects.toMatchObject({
      status: 404,
    })
  })
})

test.each<[string, object, object[]]>([
  [
    'Docker Hub',
    { push_data: { tag: '1.0' }, repository: { repo_name: 'acme/app' } },
    [{ host: 'docker.io', repository: 'acme/app', tag: '1.0' }],
  ],
  [
    'GitHub',
    {
      action: 'published',
      package: {
        name: 'App',
        namespace: 'Acme',
        package_type: 'CONTAINER',
        package_version: { container_metadata: { tag: { name: '1.0' } } },
      },
    },
    [{ host: 'ghcr.io', repository: 'acme/app', tag: '1.0' }],
  ],
  ['GitHub, of another package', { package: { name: 'app', namespace: 'acme', package_type: 'npm' } }, []],
  [
    'Harbor',
    {
      type: 'PUSH_ARTIFACT',
      event_data: { resources: [{ resource_url: 'harbor.example.org/acme/app:1.0' }] },
    },
    [{ host: 'harbor.example.org', repository: 'acme/app', tag: '1.0' }],
  ],
  [
    'distribution',
    {
      events: [
        {
          action: 'push',
          request: { host: 'r.example.org:5000' },
          target: { repository: 'app', tag: '1.0' },
        },
        { action: 'pull', request: { host: 'r.example.org:5000' }, target: { repository: 'app' } },
      ],
    },
    [{ host: 'r.example.org:5000', repository: 'app', tag: '1.0' }],
  ],
  ['anyone', { image: 'r.example.org/app' }, [{ host: 'r.example.org', repository: 'app', tag: null }]],
  ['nobody', { events: 3, package: [], repository: null, image: {} }, []],
])('reads the webhook of %s', (_, body, pushed) => {
  expect(readHook(body)).toEqual(pushed)
})
