import { folderOfTest } from '@assay/engine/testing/temporary-folder.ts'
import { captureOutput } from '../testing/capture-output.ts'
import { addImage, digestOf, type Files, type TestImage } from '@assay/engine/inventory/testing/make-image.ts'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../program.ts'
import { type FakeRegistry, type FakeRegistryOptions, startRegistry } from '../testing/fake-registry.ts'
import { isTrustedRealm, readChallenge } from '@assay/engine/inventory/registry/challenge.ts'
import { looksLikeImage, readReference } from '@assay/engine/inventory/registry/image-reference.ts'

let folder: string
let registry: FakeRegistry | null
const output = captureOutput()

beforeEach(() => {
  folder = folderOfTest()
  registry = null
})
afterEach(() => {
  registry?.close()
})

const status = (name: string) => `Package: ${name}\nStatus: install ok installed\nVersion: 1\n`
const base: TestImage = {
  layers: [
    [
      ['etc/os-release', 'ID=debian\nVERSION_ID=12\n'],
      ['var/lib/dpkg/status', status('base')],
    ],
  ],
}
const app = (labels: Record<string, string> = {}): TestImage => ({
  layers: [...base.layers, [['var/lib/dpkg/status', `${status('base')}\n${status('app')}`]]],
  labels,
})

async function start(more: Partial<FakeRegistryOptions> = {}, image = app()) {
  const files: Files = more.files ?? new Map()
  const { digest } = addImage(files, image)
  registry = await startRegistry({ tags: { '1.0': digest }, ...more, files })
  return { digest, host: registry.host }
}

const run = (name: string, environment: Record<string, string> = {}, ...more: string[]) => {
  output.clear()
  return runProgram({
    version: '1.2.3',
    environment: { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, DOCKER_CONFIG: folder, ...environment },
    args: ['scan', '--offline', name, '--json', ...more],
  })
}
const report = () => JSON.parse(output.stdout)
const names = (): string[] => report().components.map(({ name }: { name: string }) => name)
const login = (config: object) => writeFileSync(join(folder, 'config.json'), JSON.stringify(config))

test('reads an image without a login: token, redirect to storage that sees no token, and its project', async () => {
  const { host } = await start()
  await run(`${host}/app:1.0`)
  expect(names()).toEqual(['base', 'app'])
  expect(report().project).toMatchObject({ url: `docker:${host}/app`, branch: '1.0' })
  expect(registry!.requests.slice(0, 3)).toEqual([
    'GET /v2/app/manifests/1.0',
    'GET /token?service=registry&scope=repository%3Aapp%3Apull',
    'GET /v2/app/manifests/1.0 Bearer token-1',
  ])
  expect(registry!.requests.filter((each) => each.startsWith('STORAGE'))).toEqual([
    'STORAGE',
    'STORAGE',
    'STORAGE',
  ])
})

test('reads an image by its digest', async () => {
  const { host, digest } = await start({ auth: 'none' })
  await run(`${host}/app@${digest}`)
  expect(names()).toEqual(['base', 'app'])
})

describe('logs in with what docker login has stored:', () => {
  const auth = Buffer.from('me:pass:word').toString('base64')
  test.each<['basic' | 'bearer']>([['basic'], ['bearer']])(
    'a password, which may contain colons, by %s',
    async (scheme) => {
      const { host } = await start({ auth: scheme, login: 'me:pass:word' })
      login({ auths: { [host]: { auth } } })
      await run(`${host}/app:1.0`)
      expect(names()).toEqual(['base', 'app'])
    },
  )

  test('a token', async () => {
    const { host } = await start({ login: 'x:y', identityToken: 'refresh-1' })
    login({ auths: { [host]: { identitytoken: 'refresh-1' } } })
    await run(`${host}/app:1.0`)
    expect(names()).toEqual(['base', 'app'])
  })

  test('a helper, which sees only what it needs', async () => {
    const { host } = await start({ login: 'me:secret' })
    const helper = join(folder, 'docker-credential-test')
    writeFileSync(
      helper,
      `#!/bin/sh\nread server\nenv > "${folder}/environment"\n[ "$server" = "${host}" ] && echo '{"Username":"me","Secret":"secret"}'\n`,
    )
    chmodSync(helper, 0o755)
    login({ credHelpers: { [host]: 'test' } })
    await run(`${host}/app:1.0`, { PATH: `${folder}:${process.env['PATH']}`, ASSAY_TOKEN: 'hidden' })
    expect(names()).toEqual(['base', 'app'])
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(join(folder, 'environment'), 'utf8')).not.toContain('hidden')
  })

  test('without it, the way is named', async () => {
    const { host } = await start({ login: 'me:secret' })
    expect(await run(`${host}/app:1.0`)).toBe(-1)
    expect(output.stderr).toContain(`docker login ${host}`)
  })
})

test('no credentials go to another address that the registry names', async () => {
  const { host } = await start({ login: 'me:secret', realm: 'ftp://example.org/token' })
  login({ auths: { [host]: { auth: Buffer.from('me:secret').toString('base64') } } })
  expect(await run(`${host}/app:1.0`)).toBe(-9)
  expect(output.stderr).toContain('not trusted')
})

test('a mirror stands for its registry', async () => {
  const { host } = await start()
  const mirrors = { ASSAY_REGISTRY_MIRRORS: `docker.io=http://${host}, other.example.org=https://x` }
  await run('team/app:1.0', mirrors)
  expect(names()).toEqual(['base', 'app'])
  expect(registry!.requests[0]).toBe('GET /v2/team/app/manifests/1.0')
})

test('waits for a busy registry', async () => {
  const { host } = await start({ busyTimes: 2 })
  await run(`${host}/app:1.0`)
  expect(names()).toEqual(['base', 'app'])
})

test('an image that is not there', async () => {
  const { host } = await start()
  expect(await run(`${host}/app:2.0`)).toBe(-8)
  expect(output.stderr).toContain('has no image app:2.0')
})

test('the layers of the base image are marked if the registry has it', async () => {
  const files: Files = new Map()
  const { digest } = addImage(files, base)
  registry = await startRegistry({ files, tags: {}, auth: 'none' })
  const { host } = registry
  const tags = {
    '1.0': addImage(
      files,
      app({
        'org.opencontainers.image.base.name': `${host}/debian:12`,
        'org.opencontainers.image.base.digest': digest,
      }),
    ).digest,
  }
  registry.close()
  registry = await startRegistry({ files, tags, auth: 'none' })
  // The label names the other port, so nothing is asked there, and the base stays unknown.
  await run(`${registry.host}/app:1.0`)
  expect(bases()).toEqual([null, null])
  const labels = {
    'org.opencontainers.image.base.name': `${registry.host}/debian:12`,
    'org.opencontainers.image.base.digest': digest,
  }
  tags['1.0'] = addImage(files, app(labels)).digest
  await run(`${registry.host}/app:1.0`)
  expect(bases()).toEqual([true, false])

  // The fake has the same tags for each repository.
  labels['org.opencontainers.image.base.name'] = `${registry.host}/debian:12.4-slim`
  Object.assign(tags, { '12.7-slim': digest, '12.8': digest, '13.0-slim': digest })
  tags['1.0'] = addImage(files, app(labels)).digest
  await run(`${registry.host}/app:1.0`)
  expect(report().issues).toContainEqual(
    expect.objectContaining({
      code: 'base-outdated',
      message: `The base image has a newer tag. In the Dockerfile: FROM ${registry.host}/debian:12.4-slim → FROM ${registry.host}/debian:12.7-slim`,
    }),
  )
})
const bases = () =>
  report().components.map(({ layer }: { layer: { isBase: boolean | null } }) => layer.isBase)

test.each<[string, object | null]>([
  ['alpine', { host: 'docker.io', repository: 'library/alpine', tag: 'latest', digest: '' }],
  ['alpine:3.20', { host: 'docker.io', repository: 'library/alpine', tag: '3.20' }],
  ['org/app', { host: 'docker.io', repository: 'org/app' }],
  [
    'registry.example.org:5000/org/app:1',
    { host: 'registry.example.org:5000', repository: 'org/app', tag: '1' },
  ],
  ['localhost/app', { host: 'localhost', repository: 'app' }],
  [`app:1@sha256:${'a'.repeat(64)}`, { tag: '1', digest: `sha256:${'a'.repeat(64)}` }],
  ['App', null],
  ['a//b', null],
  ['../a:1', null],
  [`app@md5:${'a'.repeat(32)}`, null],
  [`a/${'b'.repeat(300)}`, null],
])('the reference %s', (text, expected) => {
  if (expected === null) expect(readReference(text)).toBeNull()
  else expect(readReference(text)).toMatchObject(expected)
})

test('a word without tag or registry is a path that is missing', () => {
  expect(['app', 'org/app', 'src/a.ts'].map(looksLikeImage)).toEqual([false, false, false])
  expect(['app:1', 'ghcr.example.org/a/b', 'localhost:5000/a'].map(looksLikeImage)).toEqual([
    true,
    true,
    true,
  ])
})

test.each<[string, object | null]>([
  [
    'bearer REALM="https://t/x",SERVICE=s,scope="repository:a:pull"',
    { scheme: 'bearer', realm: 'https://t/x', service: 's', scope: 'repository:a:pull' },
  ],
  ['Basic realm="x", Bearer realm="https://t/x"', { scheme: 'bearer', realm: 'https://t/x' }],
  ['Basic realm="x"', { scheme: 'basic' }],
  ['Negotiate', null],
  ['Bearer service="x"', null],
])('the challenge %s', (header, expected) => {
  if (expected === null) expect(readChallenge(header)).toBeNull()
  else expect(readChallenge(header)).toMatchObject(expected)
})

test.each<[string, string, boolean]>([
  ['https://auth.example.org/token', 'https://registry.example.org', true],
  ['http://auth.example.org/token', 'https://registry.example.org', false],
  ['https://169.254.169.254/token', 'https://registry.example.org', false],
  ['https://[fd00::1]/token', 'https://registry.example.org', false],
  ['https://10.0.0.5/token', 'https://10.0.0.5', true],
  ['not a url', 'https://registry.example.org', false],
])('credentials for %s of %s: %s', (realm, address, expected) => {
  expect(isTrustedRealm(realm, new URL(address))).toBe(expected)
})

test('scans the images that files name, if asked; one that is out of reach stays a gap', async () => {
  const { host } = await start({ auth: 'none' })
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'Dockerfile'), `FROM ${host}/app:1.0\n`)
  writeFileSync(join(project, 'go.mod'), 'module m\n\ngo 1.22\n\nrequire example.org/a v1.0.0\n')
  await run(project)
  expect(names()).toEqual(['example.org/a', `${host}/app`])
  await run(project, {}, '--images')
  expect(names()).toEqual(['example.org/a', 'base', 'app'])
  writeFileSync(join(project, 'Dockerfile'), `FROM ${host}/app:2.0\n`)
  await run(project, {}, '--images')
  expect(names()).toEqual(['example.org/a', `${host}/app`])
  expect(output.stderr).toContain(`The image ${host}/app:2.0 was not scanned`)
})

test('uses attached SBOMs if asked: of the index, referrers, and the tags of cosign', async () => {
  const files: Files = new Map()
  const own = addImage(files, app())
  const add = (bytes: Uint8Array, kind: string) => {
    files.set(`blobs/${digestOf(bytes).replace(':', '/')}`, bytes)
    return { mediaType: kind, digest: digestOf(bytes), size: bytes.length }
  }
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const bom = (name: string) => ({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: [{ type: 'library', name, version: '1', purl: `pkg:npm/${name}@1` }],
  })
  const manifestOf = (document: unknown, kind: string) =>
    add(
      json({ schemaVersion: 2, layers: [add(json(document), kind)] }),
      'application/vnd.oci.image.manifest.v1+json',
    )
  const statement = {
    _type: 'https://in-toto.io/Statement/v0.1',
    predicateType: 'https://cyclonedx.org/bom',
    subject: [{ name: 'app', digest: { sha256: own.digest.slice(7) } }],
    predicate: bom('by-buildkit'),
  }
  const attestation = manifestOf(statement, 'application/vnd.in-toto+json')
  const index = add(
    json({
      schemaVersion: 2,
      manifests: [
        { ...own, platform: { os: 'linux', architecture: 'amd64' } },
        {
          ...attestation,
          platform: { os: 'unknown', architecture: 'unknown' },
          annotations: {
            'vnd.docker.reference.type': 'attestation-manifest',
            'vnd.docker.reference.digest': own.digest,
          },
        },
      ],
    }),
    'application/vnd.oci.image.index.v1+json',
  )
  const referrer = manifestOf(bom('by-referrer'), 'application/vnd.cyclonedx+json')
  const listed = add(
    json({ manifests: [{ ...referrer, artifactType: 'application/vnd.cyclonedx+json' }] }),
    'application/vnd.oci.image.index.v1+json',
  )
  const cosign = manifestOf(bom('by-cosign'), 'application/vnd.cyclonedx+json')
  const tag = own.digest.replace(':', '-')
  registry = await startRegistry({
    files,
    auth: 'none',
    tags: { '1.0': index.digest, [tag]: listed.digest, [`${tag}.sbom`]: cosign.digest },
  })
  await run(`${registry.host}/app:1.0`)
  expect(names()).toEqual(['base', 'app'])
  expect(registry.requests.some((each) => each.includes('referrers'))).toBe(false)
  await run(`${registry.host}/app:1.0`, {}, '--attached')
  expect(names()).toEqual(['base', 'app', 'by-buildkit', 'by-referrer', 'by-cosign'])
  expect(report().components.map(({ sureness }: { sureness: string }) => sureness)).toEqual([
    'installed',
    'installed',
    'declared',
    'declared',
    'declared',
  ])
})
