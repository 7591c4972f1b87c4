import { makeTar, makeZip } from '@assay/engine/inventory/testing/make-archives.ts'
import { makeLayout, makeSave, tarOf, type TestImage } from '@assay/engine/inventory/testing/make-image.ts'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart } from '#testing/inventories.ts'

const server = testServer()
const member = forAllTests(() => server.newAccount())

const lockfile =
  '{"lockfileVersion":3,"packages":{"":{"name":"app"},"node_modules/lodash":{"version":"4.17.4"}}}'
const status = 'Package: bash\nStatus: install ok installed\nVersion: 5.1-2\n'
const image: TestImage = {
  tag: 'registry.example.org/app:1.0',
  layers: [
    [['etc/os-release', 'ID=debian\nVERSION_ID="12"\n']],
    [['var/lib/dpkg/status', status]],
    [['app/package-lock.json', lockfile]],
  ],
  history: [{ created_by: 'ADD rootfs /' }, { created_by: 'RUN install' }, { created_by: 'COPY . /app' }],
}

let count = 0
async function upload(filename: string, bytes: Uint8Array) {
  const file = { ...filePart(bytes), filename }
  const build = await member.api.uploads.intoNew({
    body: { file, url: `https://example.org/archive-${++count}`, branch: 'main' },
  })
  const components = await member.api.scans.components({
    params: { projectUuid: build.uuid },
    query: { reportUuid: build.reportUuid! },
  })
  return { build, components }
}

const incompressible = (size: number) => {
  const bytes = new Uint8Array(size)
  for (let at = 0, state = 1; at < size; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

describe('an archive is uploaded like an SBOM:', () => {
  test.each<[string, string, () => Uint8Array, string[]]>([
    ['a zip', 'app.zip', () => makeZip([['package-lock.json', lockfile]]), ['lodash']],
    ['a tar', 'app.tar', () => makeTar([['package-lock.json', lockfile]]), ['lodash']],
    ['a tgz', 'app.tgz', () => gzipSync(makeTar([['package-lock.json', lockfile]])), ['lodash']],
    [
      'a wheel',
      'six-1.0-py3-none-any.whl',
      () => makeZip([['six-1.0.dist-info/METADATA', 'Name: six\nVersion: 1.0\n']]),
      ['six'],
    ],
    [
      'a jar',
      'app.jar',
      () =>
        makeZip([
          [
            'META-INF/maven/org.example/app/pom.properties',
            'groupId=org.example\nartifactId=app\nversion=1\n',
          ],
        ]),
      ['org.example:app'],
    ],
    ['an image of docker save', 'image.tar', () => tarOf(makeSave(image)), ['bash', 'lodash']],
    ['an OCI layout', 'layout.tar', () => tarOf(makeLayout(image)), ['bash', 'lodash']],
    [
      'an archive too large for memory',
      'large.tar',
      () =>
        makeTar([
          ['package-lock.json', lockfile],
          ['data', incompressible(3 * 1024 * 1024)],
        ]),
      ['lodash'],
    ],
  ])('%s', async (...[, filename, bytes, names]) => {
    const { build, components } = await upload(filename, bytes())
    expect(build.status).toBe('success')
    expect(components.map(({ name }) => name).toSorted()).toEqual(names)
  })

  test('of an image, each component has its file, its layer and how sure it is', async () => {
    const { build, components } = await upload('found.tar', tarOf(makeSave(image)))
    const found = new Map(components.map((each) => [each.name, each.found]))
    expect(found.get('bash')).toEqual({
      sureness: 'installed',
      layer: { index: 1, instruction: 'RUN install', isBase: null },
      files: ['var/lib/dpkg/status'],
    })
    expect(found.get('lodash')).toMatchObject({ sureness: 'resolved', layer: { index: 2 } })
    const exported = await member.api.scans.inventory({
      params: { projectUuid: build.uuid },
      query: { reportUuid: build.reportUuid! },
    })
    expect(exported.components.find(({ name }) => name === 'bash')).toMatchObject({
      evidence: {
        identity: [{ field: 'purl', confidence: 1, methods: [{ technique: 'filename', confidence: 1 }] }],
        occurrences: expect.arrayContaining([{ location: 'var/lib/dpkg/status' }]),
      },
      properties: [{ name: 'assay:sureness', value: 'installed' }],
    })
  })

  test('upgrades of its lockfiles have their commands, for the path in the archive', async () => {
    const root = '"":{"name":"app","dependencies":{"lodash":"^4.17.0"}}'
    const direct = lockfile.replace('"":{"name":"app"}', root)
    const { build } = await upload('sources.zip', makeZip([['web/package-lock.json', direct]]))
    const { upgrades } = await member.api.fixes.ofProject({
      params: { projectUuid: build.uuid },
      query: {},
    })
    expect(upgrades.map(({ name, command }) => [name, command])).toEqual([
      ['lodash', expect.stringMatching(/^\(cd web && npm install lodash@4\.17\.\d+\)$/)],
    ])
  })

  test('one of several files of a folder', async () => {
    const build = await member.api.uploads.folderIntoNew({
      body: {
        file: [
          { ...filePart(makeZip([['a/package-lock.json', lockfile]])), filename: 'lib/a.zip' },
          { ...filePart(new TextEncoder().encode(lockfile)), filename: 'package-lock.json' },
        ],
        url: 'https://example.org/folder-of-archives',
        branch: 'main',
      },
    })
    expect(build).toMatchObject({ status: 'success', issues: [] })
  })
})

describe('a hostile or useless archive is refused with its reason:', () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ['no packages', () => makeTar([['a', 'b']]), /contains no packages/],
    ['truncated', () => makeTar([['a', 'b']]).subarray(0, 512), /too early/],
    ['a bomb', () => gzipSync(makeTar([['a', new Uint8Array(128 * 1024 * 1024)]])), /times its size/],
    ['a broken zip', () => makeZip([['a', 'b']]).subarray(0, 40), /zip|archive/i],
    ['no archive behind its magic', () => new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]), /archive|read/i],
  ])('%s', async (_, bytes, message) => {
    const refused = upload('hostile.tar', bytes())
    await expect(refused).rejects.toMatchObject({ status: 400, errorType: 'unreadableDocument' })
    await expect(upload('hostile.tar', bytes())).rejects.toThrow(message)
  })

  test('entries that lead out of it are left out', async () => {
    const bytes = makeTar([
      ['../../etc/package-lock.json', lockfile],
      ['package-lock.json', lockfile],
    ])
    const { components } = await upload('escape.tar', bytes)
    expect(components.map(({ found }) => found?.files)).toEqual([['package-lock.json']])
  })
})
