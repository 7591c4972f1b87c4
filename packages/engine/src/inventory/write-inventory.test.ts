import { expect, test } from 'vitest'
import { readDocument } from '../documents/read.ts'
import type { Catalog } from './catalog.ts'
import { lockfiles } from './catalogers/lockfiles/lockfiles.ts'
import { unknownSystem } from './systems/os-release.ts'
import { writeInventory } from './write-inventory.ts'

const catalog: Catalog = {
  system: unknownSystem,
  manifests: [],
  issues: [
    { code: 'layer-missing', message: 'The layer is missing.', where: 'layer 3', isUnread: true },
    { code: 'platform-other', message: 'A remark.', where: '' },
  ],
  packages: [
    {
      purl: 'pkg:deb/debian/libx%2By@1:2.0~rc1%2Bb1?arch=amd64&distro=debian-12&upstream=x@1:2.0~rc1',
      sureness: 'installed',
      places: [{ path: 'var/lib/dpkg/status', line: 7, layer: 0 }],
      licenses: ['MIT'],
    },
    {
      purl: 'pkg:npm/%40s/a@1.0.0',
      sureness: 'resolved',
      places: [{ path: 'app/yarn.lock', layer: 1 }],
      isDirect: true,
    },
    {
      purl: 'pkg:npm/b@2.0.0',
      sureness: 'resolved',
      places: [{ path: 'app/yarn.lock', layer: 1 }],
      isDevelopment: true,
      requiredBy: [1],
      origin: { kind: 'git', address: 'https://example.org/b.git' },
    },
    { purl: 'pkg:generic/c@3', sureness: 'guessed', places: [{ path: 'c-3.jar' }] },
  ],
}

test('what was found reads back as it was, with layers, evidence and what was not read', () => {
  const layers = [
    { diffId: 'sha256:a', instruction: 'ADD rootfs', isBase: true },
    { diffId: 'sha256:b', instruction: '', isBase: null },
  ]
  const image = { name: 'app:1', digest: 'sha256:c', platform: 'linux/amd64', base: null, layers }
  const bytes = writeInventory(catalog, { type: 'container', name: 'app', version: '1', image })
  const { inventory } = readDocument({ path: 'image.cdx.json', bytes })
  expect(inventory?.root).toMatchObject({ name: 'app', version: '1' })
  expect(inventory?.components).toMatchObject([
    {
      ecosystem: 'debian',
      name: 'libx+y',
      version: '1:2.0~rc1+b1',
      release: '12',
      source: { name: 'x', version: '1:2.0~rc1' },
      sureness: 'installed',
      layer: { index: 0, ...layers[0] },
      locations: ['image.cdx.json', 'var/lib/dpkg/status'],
      licenses: [{ value: 'MIT' }],
    },
    { name: '@s/a', isDirect: true, sureness: 'resolved', layer: { index: 1, ...layers[1] } },
    { name: 'b', scope: 'test', isDirect: false, requiredBy: [1] },
    { ecosystem: null, name: 'c', sureness: 'guessed' },
  ])
  expect(inventory?.components[3]).not.toHaveProperty('layer')
  expect(inventory?.issues.filter(({ isUnread }) => isUnread)).toEqual([
    { code: 'layer-missing', message: 'The layer is missing.', where: 'layer 3', isUnread: true },
  ])
})

test('properties of other documents that look like it do no harm', () => {
  const properties = ['', '[]', '{}', '[1,2]', '["<b>","x","y"]'].map((value) => ({
    name: 'assay:unread',
    value,
  }))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { properties: [...properties, { name: 'assay:image:layer', value: 'null' }] },
    components: [
      {
        type: 'library',
        name: 'a',
        purl: 'pkg:npm/a@1.0.0',
        properties: [
          { name: 'assay:layer', value: '9' },
          { name: 'assay:sureness', value: 'constructor' },
        ],
      },
    ],
  }
  const { inventory } = readDocument({ path: 'a.json', bytes: new TextEncoder().encode(JSON.stringify(bom)) })
  expect(inventory?.issues).toEqual([])
  expect(inventory?.components[0]).not.toHaveProperty('layer')
  expect(inventory?.components[0]).not.toHaveProperty('sureness')
})

test('what a lockfile does not list is a gap of the written document, too', async () => {
  const bytes = new TextEncoder().encode('requests==2.19.0\n')
  const file = { path: 'app/requirements.txt', bytes }
  const found = lockfiles.read(file, {
    find: () => null,
    paths: () => [file.path],
    systemAt: () => unknownSystem,
  })
  expect(found.issues).toMatchObject([{ code: 'transitive-unlisted', gap: 'transitive-unlisted' }])
  const written = writeInventory(
    { ...catalog, packages: found.packages, issues: found.issues ?? [] },
    { type: 'application', name: 'app', version: '' },
  )
  const { inventory } = readDocument({ path: 'a.cdx.json', bytes: written })
  expect(inventory?.issues).toMatchObject([
    { code: 'transitive-unlisted', gap: 'transitive-unlisted', where: 'app/requirements.txt' },
  ])
  expect(inventory?.issues[0]).not.toHaveProperty('isUnread')
})
