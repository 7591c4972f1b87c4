import * as fc from 'fast-check'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ecosystemOfPurl } from '../ecosystems.ts'
import { parsePurl } from '../purl.ts'
import { ArchiveFault } from './trees/archive-fault.ts'
import { memorySource } from './trees/byte-source.ts'
import { tarTree } from './trees/tar-tree.ts'
import { resolvePath } from './trees/tree.ts'
import { zipTree } from './trees/zip-tree.ts'
import { catalogTree } from './catalog.ts'
import { catalogers, contentCatalogers, programCatalogers } from './catalogers.ts'
import { catalogImage } from './image/catalog-image.ts'
import { partsOfFiles } from './image/stored-image.ts'
import { filesOfTar } from './image/image-store.ts'
import { scanArchive } from './archives/catalog-archive.ts'
import { makeCpio, makeDeb, makeRpmFile } from './testing/make-packages.ts'
import { findIn } from './testing/find-in.ts'
import { findInProgram } from './testing/find-in-program.ts'
import {
  baseAddress,
  makeAuditable,
  makeBuildInfo,
  makeDotnetFile,
  makeElf,
  makeMachO,
  makeNativeImage,
  makeNote,
  makeOldBuildInfo,
  makePacked,
  makePe,
  makeVersioned,
  makeWasm,
  makeZipapp,
} from './testing/make-programs.ts'
import { makeTar, makeZip, type Parts } from './testing/make-archives.ts'
import { makeLayout, makeSave, tarOf } from './testing/make-image.ts'
import { makeBerkeley, makeHeader, makeNdb } from './testing/make-rpm.ts'
import { listTree, openContext } from './testing/open-archive.ts'

const limits = { maxEntries: 500, maxFileBytes: 1024 ** 2, maxUnpackedBytes: 8 * 1024 ** 2 }
const runs = { numRuns: 300 }

const parts: Parts = [
  ['etc/os-release', 'ID=debian\nVERSION_ID=12\n'],
  ['var/lib/dpkg/status', 'Package: a\nStatus: install ok installed\nVersion: 1\n'],
  ['lib', { link: 'usr/lib' }],
  ['lib/apk/db/installed', 'P:b\nV:1-r0\no:c\n'],
  ['app/package-lock.json', '{"lockfileVersion":3,"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}'],
]
const headers = [makeHeader({ name: 'a', version: '1', release: '1', license: 'x'.repeat(900) })]

/** Changes of bytes: other values, a part left out, repeated or appended, the rest cut off. */
const edits = fc.array(
  fc.tuple(
    fc.nat(),
    fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)),
    fc.nat({ max: 5 }),
  ),
  { minLength: 1, maxLength: 12 },
)

function mutate(
  bytes: Uint8Array,
  changes: readonly (readonly [at: number, value: number, kind: number])[],
): Uint8Array {
  let result = bytes.slice()
  for (const [position, value, kind] of changes) {
    const at = result.length === 0 ? 0 : position % result.length
    if (kind <= 2) result[at] = value
    if (kind === 3) result.fill(value, at, at + 8)
    if (kind === 4 && value % 8 === 0) result = result.slice(0, at)
    if (kind === 5)
      result = new Uint8Array([
        ...result.subarray(0, at),
        ...result.subarray(at, at + value * 4),
        ...result.subarray(at),
      ])
  }
  return result
}

const tar = makeTar(parts)
/** Of one file, packed by bzip2. */
const bzip2Archive =
  'QlpoOTFBWSZTWTIoWBEAAKLfgcqQwAL/kgYl2QD+Ld4AAgAICCAAlA0jJNTTQ0D1AZNNMTyammnqCUVDTEyNMEwTEMAQxtZa6cVFaUAFYREEHjQfGwZidOAyIIKBBhhijCdkzFTXBopUCFM4WAQsuMEKKmCs+it9RuFYak04UzC/5aLgj5Q0wmQ38bRBBnlFYf2SBmi2d7vrVWRvNuc5y/DZuaZZipcZDaVEg4EQH8XckU4UJAyKFgRA'
const sparseRecords = '22 GNU.sparse.major=1\n30 GNU.sparse.name=etc/os-name\n26 GNU.sparse.realsize=99\n'
const sparseContent = `2\n0\n5\n90\n4\n`.padEnd(512, '\0') + 'ID=aVERS'
const archives: [string, Uint8Array][] = [
  ['tar', tar],
  ['gzip', new Uint8Array(gzipSync(tar))],
  ['zstd', new Uint8Array(zstdCompressSync(tar))],
  ['bzip2', new Uint8Array(Buffer.from(bzip2Archive, 'base64'))],
  [
    'sparse',
    makeTar([
      ['p', { type: 'x', bytes: sparseRecords }],
      ['d/0', { type: '0', bytes: sparseContent }],
    ]),
  ],
]

test.each(archives)('%s: any bytes give a tree or an issue, and the tree can be read', async (_, seed) => {
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const { tree } = await tarTree(memorySource(mutate(seed, changes)), openContext(limits))
      await listTree(tree)
      await resolvePath(tree, 'lib/apk/db/installed')
      const { packages } = await catalogTree(tree, openContext(limits))
      for (const { purl } of packages) expect(parsePurl(purl)).not.toBeNull()
    }),
    runs,
  )
})

test('zip: any bytes give a tree or an issue', async () => {
  const seed = makeZip([
    ['a/b', 'text'],
    ['c', 'x'.repeat(1000)],
  ])
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const { tree } = await zipTree(memorySource(mutate(seed, changes)), openContext(limits))
      await listTree(tree)
    }),
    runs,
  )
})

test('images: any bytes give packages, issues, or the reason why it is none', async () => {
  const image = { layers: [parts, [['etc/.wh.os-release', '']]] as Parts[], packing: 'none' as const }
  const seeds = [tarOf(makeLayout(image)), tarOf(makeSave(image))]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...seeds), edits, async (seed, changes) => {
      const context = openContext(limits)
      const { files } = await filesOfTar(memorySource(mutate(seed, changes)), context)
      try {
        const found = await partsOfFiles(files, {
          choice: { platform: 'linux/amd64', isExplicit: false },
          codecs: context.codecs,
        })
        if (found) await catalogImage(found, context)
      } catch (error) {
        expect(error).toBeInstanceOf(ArchiveFault)
      }
    }),
    runs,
  )
})

const packageFiles: [string, Uint8Array][] = [
  ['a.deb', makeDeb('Package: a\nVersion: 1\n', [['usr/x', 'text']])],
  [
    'a.rpm',
    makeRpmFile(
      { name: 'a', version: '1', release: '1' },
      new Uint8Array(gzipSync(makeCpio([['./x', 'text']]))),
    ),
  ],
  [
    'a.gem',
    makeTar([
      ['metadata.gz', new Uint8Array(gzipSync('name: a\nversion: x\n  version: 1\n'))],
      ['data.tar.gz', new Uint8Array(gzipSync(makeTar([['x', '']])))],
    ]),
  ],
]

test.each(packageFiles)(
  '%s: any bytes give packages, issues, or the reason why it is none',
  async (name, seed) => {
    const choice = { platform: 'linux/amd64', isExplicit: false }
    const scan = async (bytes: Uint8Array) => {
      const { codecs, budget } = openContext(limits)
      return scanArchive(memorySource(bytes), {
        codecs,
        startBudget: () => budget,
        choice,
        usesAttached: true,
        name,
      })
    }
    expect((await scan(seed))?.packages).toHaveLength(1)
    await fc.assert(
      fc.asyncProperty(edits, async (changes) => {
        try {
          for (const { purl } of (await scan(mutate(seed, changes)))?.packages ?? [])
            expect(parsePurl(purl), purl).not.toBeNull()
        } catch (error) {
          expect(error).toBeInstanceOf(ArchiveFault)
        }
      }),
      runs,
    )
  },
)

const text = (value: string) => new TextEncoder().encode(value)
const goModules = 'mod\texample.org/a\tv1.0.0\ndep\texample.org/b\tv1.0.0\n'
const crates = [{ name: 'a', version: '1.0.0', source: 'crates.io', dependencies: [0] }]
const databases: [string, Uint8Array][] = [
  [
    'var/lib/dpkg/status',
    text('Package: a\nStatus: install ok installed\nSource: b (1)\nVersion: 1\n\nPackage: c\n'),
  ],
  ['lib/apk/db/installed', text('P:b\nV:1-r0\no:c\nL:MIT\n\nP:d\nV:2\n')],
  ['var/lib/pacman/local/a-1/desc', text('%NAME%\na\n\n%VERSION%\n1-1\n')],
  [
    'var/lib/rpmmanifest/container-manifest-2',
    text('a\t1-1\t1\t1\tv\t(none)\t1\tx86_64\t0\ta-1-1.src.rpm\n'),
  ],
  ['var/lib/rpm/Packages.db', makeNdb(headers)],
  ['var/lib/rpm/Packages', makeBerkeley(headers)],
  ['node_modules/a/package.json', text('{"name":"a","version":"1.0.0","license":"MIT"}')],
  ['x/site-packages/a-1.dist-info/METADATA', text('Name: a\nVersion: 1\nLicense: MIT\n')],
  [
    'x/site-packages/a-1.dist-info/sboms/a.cdx.json',
    text('{"bomFormat":"CycloneDX","components":[{"purl":"pkg:cargo/b@1"}]}'),
  ],
  ['x/specifications/a-1.gemspec', text('# stub: a 1 ruby lib\n')],
  ['vendor/composer/installed.json', text('{"packages":[{"name":"a/b","version":"v1.0"}]}')],
  ['usr/lib/R/a/DESCRIPTION', text('Package: a\nVersion: 1\nLicense: MIT\nBuilt: R 4\n')],
  ['conda-meta/a-1-0.json', text('{"name":"a","version":"1","build":"0","channel":"x"}')],
  ['wp-content/plugins/a/a.php', text('/*\nPlugin Name: a\nVersion: 1\n*/')],
  ['lib/a-1/ebin/a.app', text('{application,a,[{vsn,"1"}]}.')],
  ['Cellar/a/1/INSTALL_RECEIPT.json', text('{"source":{"tap":"b/c"}}')],
  ['opt/java/release', text('IMPLEMENTOR="a"\nJAVA_VERSION="17"\n')],
  ['meta/snap.yaml', text('name: a\nversion: 1\n')],
  ['.PKGINFO', text('pkgname = a\npkgver = 1-r0\norigin = b\n')],
  ['var/lib/chisel/manifest.wall', text('{"kind":"package","name":"a","version":"1"}\n')],
  ['usr/lib/opkg/status', text('Package: a\nVersion: 1\nStatus: install ok installed\n')],
]

test.each(databases)('%s: any bytes give valid package URLs', (path, seed) => {
  expect(findIn({ [path]: seed }).packages.length).toBeGreaterThan(0)
  fc.assert(
    fc.property(edits, (changes) => {
      for (const { purl } of findIn({ [path]: mutate(seed, changes) }).packages) {
        const parsed = parsePurl(purl)
        expect(parsed, purl).not.toBeNull()
        ecosystemOfPurl(parsed!)
      }
    }),
    runs,
  )
})

const programs: [id: string, seed: Uint8Array, path?: string][] = [
  [
    'go-programs',
    makeElf([{ name: '.go.buildinfo', bytes: makeBuildInfo('go1.21.3', goModules), isWritable: true }]),
  ],
  ['go-programs', makePe([{ name: '.data', bytes: makeBuildInfo('go1.21.3', goModules), isWritable: true }])],
  ['go-programs', makeMachO([{ name: '__go_buildinfo', bytes: makeBuildInfo('go1.21.3', goModules) }])],
  [
    'go-programs',
    makeElf([
      {
        name: '.go.buildinfo',
        bytes: makeOldBuildInfo('go1.9', goModules, baseAddress + 128),
        isWritable: true,
      },
    ]),
  ],
  ['cargo-auditable', makeElf([{ name: '.dep-v0', bytes: makeAuditable(crates) }])],
  ['cargo-auditable', makeWasm([{ name: '.dep-v0', bytes: makeAuditable(crates) }])],
  [
    'package-notes',
    makeElf([{ name: '.note.package', bytes: makeNote({ type: 'deb', name: 'a', version: '1' }) }]),
  ],
  ['dotnet-single-files', makeDotnetFile(text('{"libraries":{"A/1":{"type":"package"}},"targets":{}}'))],
  [
    'native-images',
    makeNativeImage(
      text(
        '{"bomFormat":"CycloneDX","specVersion":"1.5","components":[{"type":"library","name":"b","purl":"pkg:maven/a/b@1"}]}',
      ),
    ),
  ],
  ['version-texts', makeElf([{ name: '.rodata', bytes: text('BusyBox v1.36.1') }]), 'bin/busybox'],
  [
    'versioned-files',
    makeVersioned({ 'Assembly Version': '1.0.0.0', InternalName: 'A.dll', ProductVersion: '1.0.0' }),
    'A.dll',
  ],
  [
    'python-scripts',
    text('# /// script\n# dependencies = ["a==1", "b @ git+https://example.org/b.git"]\n# ///\n'),
    'job.py',
  ],
  ['packed', makePacked()],
  ['zipapps', makeZipapp([['a-1.dist-info/METADATA', 'Name: a\nVersion: 1\n']])],
]

test.each(programs)('%s: any bytes of a program give valid package URLs', async (id, seed, path) => {
  const found = await findInProgram(seed, path)
  expect(found.packages.length + found.issues.length, id).toBeGreaterThan(0)
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      for (const { purl } of (await findInProgram(mutate(seed, changes), path)).packages)
        expect(parsePurl(purl), purl).not.toBeNull()
    }),
    runs,
  )
})

test('every cataloger of programs is here', () => {
  const ids = [...programCatalogers, ...contentCatalogers].map(({ id }) => id)
  const seeded = new Set(programs.map(([id]) => id))
  expect(ids.filter((id) => !seeded.has(id))).toEqual(['programs'])
})

test('every cataloger of databases is here, except those with tests of their own format', () => {
  const claimed = catalogers
    .filter(({ claims }) => databases.some(([path]) => claims(path)))
    .map(({ id }) => id)
  const missing = catalogers.map(({ id }) => id).filter((id) => !claimed.includes(id))
  // Each reader of a lockfile is in readers.fuzz.test.ts.
  expect(missing).toEqual(['lockfiles'])
})
