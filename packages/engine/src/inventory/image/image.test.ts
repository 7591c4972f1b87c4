import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bytesOf, type Parts } from '../testing/make-archives.ts'
import {
  addImage,
  digestOf,
  type Files,
  finishLayout,
  makeLayout,
  makeSave,
  tarOf,
  type TestImage,
} from '../testing/make-image.ts'
import { listTree, openContext } from '../testing/open-archive.ts'
import { memorySource } from '../trees/byte-source.ts'
import { catalogImage } from './catalog-image.ts'
import { markBase } from './image-config.ts'
import { partsOfFiles } from './stored-image.ts'
import { filesOfTar, type StoredFiles } from './image-store.ts'
import { openImage } from './open-image.ts'

const choice = { platform: 'linux/amd64', isExplicit: false }
const { codecs } = openContext()

const stored = (files: Files): StoredFiles => ({
  open: (path) => Promise.resolve(files.has(path) ? memorySource(files.get(path)!) : null),
})

async function open(files: StoredFiles, platform = choice) {
  const parts = (await partsOfFiles(files, { choice: platform, codecs }))!
  const image = await openImage(parts, openContext(), () => Promise.resolve())
  return { ...image, lines: await listTree(image.tree), codes: image.issues.map(({ code }) => code) }
}

const merge = async (...layers: Parts[]) => {
  const { lines, codes } = await open(stored(makeLayout({ layers })))
  return [...lines.filter((line) => !line.endsWith('/')), ...codes]
}

describe('layers', () => {
  test.each<[string, Parts[], string[]]>([
    ['a file over a file', [[['a', '1']], [['a', '2']]], ['a 2 @1']],
    [
      'a mark removes what is below, and everything in it',
      [
        [
          ['d/x/y', '1'],
          ['e', '1'],
        ],
        [['d/.wh.x', '']],
      ],
      ['e 1 @0'],
    ],
    [
      'a mark removes nothing of its own layer',
      [
        [['a', '1']],
        [
          ['a', '2'],
          ['.wh.a', ''],
        ],
      ],
      ['a 2 @1'],
    ],
    [
      'an opaque folder hides what is below, wherever its mark stands',
      [
        [['d/old', '1']],
        [
          ['d/new', '2'],
          ['d/.wh..wh..opq', ''],
        ],
      ],
      ['d/new 2 @1'],
    ],
    [
      'an opaque folder does not act through a link',
      [
        [
          ['real/f', '1'],
          ['link', { link: 'real' }],
        ],
        [
          ['link/', null],
          ['link/.wh..wh..opq', ''],
        ],
      ],
      ['real/f 1 @0'],
    ],
    [
      'a mark without a name hides nothing',
      [[['a/x', '1']], [['a/.wh.', '']]],
      ['a/x 1 @0', 'whiteout-empty'],
    ],
    ['marks of aufs are no files', [[['a', '1']], [['.wh..wh.plnk', '']]], ['a 1 @0']],
    [
      'a folder over a file',
      [
        [['etc/f', '1']],
        [
          ['etc/f/', null],
          ['etc/f/g', '2'],
        ],
      ],
      ['etc/f/g 2 @1'],
    ],
    [
      'a folder over a folder keeps what is in it',
      [
        [['d/a', '1']],
        [
          ['d/', null],
          ['d/b', '2'],
        ],
      ],
      ['d/a 1 @0', 'd/b 2 @1'],
    ],
    [
      'a second name of a file of a lower layer',
      [[['a', '1']], [['b', { hardlink: 'a' }]]],
      ['a 1 @0', 'b 1 @1'],
    ],
    [
      'a file is written through the link of a lower layer',
      [
        [
          ['usr/lib/a', '1'],
          ['lib', { link: 'usr/lib' }],
        ],
        [['lib/b', '2']],
      ],
      ['lib -> usr/lib @0', 'usr/lib/a 1 @0', 'usr/lib/b 2 @1'],
    ],
  ])('%s', async (_, layers, expected) => {
    expect(await merge(...layers)).toEqual(expected)
  })
})

const status = (...packages: string[]) =>
  packages
    .map(
      (each) =>
        `Package: ${each.split(' ')[0]}\nStatus: install ok installed\nVersion: ${each.split(' ')[1]}\n`,
    )
    .join('\n')
const release = 'ID=debian\nVERSION_ID="12"\n'
const dpkg = 'var/lib/dpkg/status'

const image: TestImage = {
  layers: [
    [
      ['usr/lib/os-release', release],
      ['etc/os-release', { link: '../usr/lib/os-release' }],
      [dpkg, status('base 1', 'p 1.0')],
    ],
    [[dpkg, status('base 1')]],
    [[dpkg, status('base 1', 'p 1.0', 'q 2')]],
    [
      [
        'app/package-lock.json',
        JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }),
      ],
    ],
  ],
  history: [
    { created_by: '/bin/sh -c #(nop) ADD file:abc in /' },
    { created_by: 'RUN /bin/sh -c apt-get remove p # buildkit' },
    { created_by: 'ENV A=1', empty_layer: true },
    { created_by: 'RUN apt-get install p q' },
    { created_by: 'COPY . /app' },
  ],
}

async function catalog(files: StoredFiles) {
  const parts = (await partsOfFiles(files, { choice, codecs }))!
  return catalogImage(parts, openContext())
}

describe('each package has the layer that brought it', () => {
  const expected = [
    ['pkg:deb/debian/base@1?distro=debian-12', 'var/lib/dpkg/status:1', 'ADD file:abc in /'],
    // Removed and installed again.
    ['pkg:deb/debian/p@1.0?distro=debian-12', 'var/lib/dpkg/status:5', 'RUN apt-get install p q'],
    ['pkg:deb/debian/q@2?distro=debian-12', 'var/lib/dpkg/status:9', 'RUN apt-get install p q'],
    ['pkg:npm/a@1.0.0', 'app/package-lock.json', 'COPY . /app'],
  ]
  const found = async (files: StoredFiles) => {
    const { packages, facts, issues } = await catalog(files)
    expect(issues).toEqual([])
    return packages.map(({ purl, places: [place] }) => [
      purl,
      `${place!.path}${place!.line === undefined ? '' : `:${place!.line}`}`,
      facts.layers[place!.layer!]?.instruction,
    ])
  }
  const archive = async (bytes: Uint8Array) => (await filesOfTar(memorySource(bytes), openContext())).files

  test.each<[string, () => Promise<StoredFiles>]>([
    ['OCI layout', () => Promise.resolve(stored(makeLayout(image)))],
    ['OCI layout with zstd', () => Promise.resolve(stored(makeLayout({ ...image, packing: 'zstd' })))],
    ['archive of an OCI layout', () => archive(tarOf(makeLayout(image)))],
    ['archive of docker save', () => archive(tarOf(makeSave(image)))],
    ['compressed archive of docker save', () => archive(new Uint8Array(gzipSync(tarOf(makeSave(image)))))],
  ])('in an %s', async (_, files) => {
    const byPurl = ([a = '']: (string | undefined)[], [b = '']: (string | undefined)[]) => (a < b ? -1 : 1)
    expect((await found(await files())).toSorted(byPurl)).toEqual(expected.toSorted(byPurl))
  })
})

test('of a database that each layer rewrites, one version is kept at a time', async () => {
  const large = 'x'.repeat(1_000)
  const layers: Parts[] = Array.from({ length: 20 }, (_, index) => [
    [dpkg, `${status(`p${index} 1`)}Description: ${large}\n`],
  ])
  const parts = (await partsOfFiles(stored(makeLayout({ layers })), { choice, codecs }))!
  const { packages, issues } = await catalogImage(parts, openContext({ maxKeptBytes: 3_000 }))
  expect([packages.map(({ purl, places }) => `${purl} ${places[0]!.layer}`), issues]).toEqual([
    ['pkg:deb/p19@1 19'],
    [],
  ])
})

test('a history that does not fit the layers names none of them', async () => {
  const { facts } = await catalog(
    stored(makeLayout({ layers: image.layers, history: image.history!.slice(1) })),
  )
  expect(facts.layers.map(({ instruction }) => instruction)).toEqual(['', '', '', ''])
})

test('the layers of a base image are marked if the image begins with them', () => {
  const layers = ['a', 'b', 'c'].map((diffId) => ({ diffId, instruction: '', isBase: null }))
  const bases = (ids: string[]) => markBase(layers, ids).map(({ isBase }) => isBase)
  expect(bases(['a', 'b'])).toEqual([true, true, false])
  expect([bases(['b']), bases([]), bases(['a', 'b', 'c', 'd'])]).toEqual(
    Array.from({ length: 3 }, () => [null, null, null]),
  )
})

describe('an index', () => {
  const amd: TestImage = { layers: [[['a', 'amd']]] }
  const arm: TestImage = { layers: [[['a', 'arm']]], platform: 'linux/arm64' }
  const attestation = {
    platform: { os: 'unknown', architecture: 'unknown' },
    annotations: { 'vnd.docker.reference.type': 'attestation-manifest' },
  }
  const platformOf = (architecture: string) => ({ platform: { os: 'linux', architecture } })

  function nested(...images: [TestImage, string][]): Files {
    const files: Files = new Map()
    const manifests: object[] = images.map(([each, architecture]) => ({
      ...addImage(files, each),
      ...platformOf(architecture),
    }))
    const index = bytesOf(
      JSON.stringify({ manifests: [...manifests, { digest: `sha256:${'0'.repeat(64)}`, ...attestation }] }),
    )
    files.set(`blobs/${digestOf(index).replace(':', '/')}`, index)
    return finishLayout(files, [
      { digest: digestOf(index), mediaType: 'application/vnd.oci.image.index.v1+json' },
    ])
  }

  test('has the wanted platform, and attestations are no images', async () => {
    const files = stored(nested([arm, 'arm64'], [amd, 'amd64']))
    expect((await open(files)).lines).toEqual(['a amd @0'])
    expect((await open(files, { platform: 'linux/arm64', isExplicit: true })).lines).toEqual(['a arm @0'])
    await expect(open(files, { platform: 'linux/s390x', isExplicit: true })).rejects.toThrow(
      'only for: linux/arm64, linux/amd64',
    )
  })

  test('has one image, which is taken whatever its platform, and said', async () => {
    expect(await open(stored(nested([arm, 'arm64'])))).toMatchObject({
      lines: ['a arm @0'],
      codes: ['platform-other'],
    })
  })

  test('with several images in one archive: the first is read, and the others are missed', async () => {
    const files: Files = new Map()
    const name = (tag: string) => ({ annotations: { 'org.opencontainers.image.ref.name': tag } })
    finishLayout(files, [
      { ...addImage(files, amd), ...name('a:1') },
      { ...addImage(files, arm), ...name('b:1') },
    ])
    expect(await open(stored(files))).toMatchObject({ lines: ['a amd @0'], codes: ['images-several'] })
  })
})

describe('what is not what its digest says is not used:', () => {
  const changed = (edit: (files: Files, paths: string[]) => void): StoredFiles => {
    const files = makeLayout({ layers: [[['a', '1']], [['b', '2']]], packing: 'none' })
    edit(
      files,
      [...files.keys()].filter((path) => path.startsWith('blobs/')),
    )
    return stored(files)
  }
  const config = 0
  test('a layer', async () => {
    const files = changed((all, paths) => all.get(paths[1]!)!.set(bytesOf('x'), 600))
    expect(await open(files)).toMatchObject({ lines: ['b 2 @1'], codes: ['digest-wrong'] })
  })
  test('a layer that is missing', async () => {
    const files = changed((all, paths) => all.delete(paths[2]!))
    const { lines, issues } = await open(files)
    expect([lines, issues.map(({ code, isUnread }) => [code, isUnread])]).toEqual([
      ['a 1 @0'],
      [['layer-missing', true]],
    ])
  })
  test('a configuration or a manifest', async () => {
    for (const index of [config, 3]) {
      const files = changed((all, paths) => all.get(paths[index]!)!.set(bytesOf(' '), 1))
      await expect(open(files)).rejects.toThrow('does not have its digest')
    }
  })
})

test.each<[string, object, string]>([
  [
    'a Helm chart',
    { config: { mediaType: 'application/vnd.cncf.helm.config.v1+json' }, layers: [] },
    'It is a Helm chart, not an image.',
  ],
  ['an artifact', { artifactType: 'text/x', config: {}, layers: [] }, 'an artifact of the type text/x'],
  ['the old schema', { schemaVersion: 1, fsLayers: [] }, 'schema 1'],
  ['both manifest and index', { manifests: [], layers: [] }, 'also an index'],
])('%s is no image, and is called by its name', async (_, manifest, message) => {
  const bytes = bytesOf(JSON.stringify(manifest))
  const files: Files = new Map([[`blobs/${digestOf(bytes).replace(':', '/')}`, bytes]])
  finishLayout(files, [{ digest: digestOf(bytes) }])
  await expect(partsOfFiles(stored(files), { choice, codecs })).rejects.toThrow(message)
})
