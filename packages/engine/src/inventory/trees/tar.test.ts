import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { concatBytes, little, makeTar, type Parts, tarEntry } from '../testing/make-archives.ts'
import { listTree, openContext, textAt } from '../testing/open-archive.ts'
import type { TreeLimits } from './budget.ts'
import { memorySource } from './byte-source.ts'
import { tarTree } from './tar-tree.ts'
import { resolvePath } from './tree.ts'

async function read(bytes: Uint8Array, limits: Partial<TreeLimits> = {}) {
  const { tree, issues } = await tarTree(memorySource(bytes), openContext(limits))
  return { tree, lines: await listTree(tree), issues: issues.map(({ code }) => code) }
}

const simple: Parts = [
  ['./a/', null],
  ['./a/b', 'text'],
  ['/c', { link: 'a/b' }],
  ['d', { hardlink: './a/b' }],
]
const listed = ['a/', 'a/b text', 'c -> a/b', 'd text']

/** A tar archive of a/b and c, packed by 'xz -9': no decoder of Node reads it, and none of its packers writes it. */
const xzArchive =
  '/Td6WFoAAAFpIt42AgAhARwAAAAQz1jM4Av/AE9dADCLyEAOUCcI/PcBDkRjhv8BQ+gTvGGlgNNghcAaaD/j9h8dKGGcnfbgsZ/fchIUDE38eHV1/u+H728cMRI2AYqUxtXE8npGiaix7cCevwAAAPaMsfAAAWeAGAAAAN0k7/I+MA2LAgAAAAABWVo='

/** A tar archive of a/b and c, packed by bzip2. */
const bzip2Archive =
  'QlpoOTFBWSZTWfKVuicAAMD7kMmAAEBAAP+AAAP6Ap5ABAAAKCAAiobUSR4kaGg9T1GJvVBFSEYTJowZRgNCGLV99uaoTU2QF6ghGedJkk7ofJtBzEmokBCAn4+k6qyjLy5MBDwOaSjNf7Il1l34caYrBg5b2Lx6lg6NdkWGoeDckiIKwbdQQ7F3JFOFCQ8pW6Jw'

const record = (key: string, value: string) => {
  const rest = ` ${key}=${value}\n`
  const size = new TextEncoder().encode(rest).length
  return `${size + 2 > 9 ? size + 2 : size + 1}${rest}`
}

/** An entry whose extended header says where its content belongs. */
const sparsePax = (records: Readonly<Record<string, string>>, content: string) => [
  ...tarEntry('p', {
    type: 'x',
    bytes: Object.entries({ 'GNU.sparse.name': 'a/s', ...records })
      .map(([key, value]) => record(key, value))
      .join(''),
  }),
  ...tarEntry('GNUSparseFile.0/s', { type: '0', bytes: content }),
]

/** A header of type S: its parts, whether blocks with more of them follow, and the size with holes. */
function sparseHeader(
  stored: number,
  parts: readonly number[],
  { size, isMore }: { size: number; isMore: boolean },
) {
  const header = tarEntry('a/s', { type: 'S', size: stored })[0]!
  const digits = (value: number) => new TextEncoder().encode(value.toString(8).padStart(11, '0'))
  for (const [index, part] of parts.entries()) header.set(digits(part), 386 + 12 * index)
  header.set(digits(size), 483)
  header[482] = isMore ? 1 : 0
  header.fill(0x20, 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.set(new TextEncoder().encode(sum.toString(8).padStart(6, '0')), 148)
  return header
}

describe('an archive', () => {
  const tar = makeTar(simple)
  const half = tar.length / 2
  const skippable = little([
    [0x184d2a50, 4],
    [4, 4],
    [0, 4],
  ])
  test.each([
    ['plain', tar],
    ['gzip', gzipSync(tar)],
    ['gzip of several members', concatBytes([gzipSync(tar.subarray(0, half)), gzipSync(tar.subarray(half))])],
    ['zstd', zstdCompressSync(tar)],
    // Node's own decoder stops after the first frame.
    [
      'zstd of several frames',
      concatBytes([zstdCompressSync(tar.subarray(0, half)), zstdCompressSync(tar.subarray(half))]),
    ],
    ['zstd that begins with a skippable frame', concatBytes([skippable, zstdCompressSync(tar)])],
    ['without its end', tar.subarray(0, -1024)],
  ])('is read if it is %s', async (_, bytes) => {
    expect(await read(new Uint8Array(bytes))).toMatchObject({ lines: listed, issues: [] })
  })

  test('is read if it is xz, of which one stream may follow another', async () => {
    const bytes = new Uint8Array(Buffer.from(xzArchive, 'base64'))
    expect(await read(bytes)).toMatchObject({ lines: ['a/', 'a/b text', 'c more'], issues: [] })
    const { lines, issues } = await read(bytes.subarray(0, -30))
    expect([lines, issues]).not.toEqual([['a/', 'a/b text', 'c more'], []])
    expect((await read(bytes.subarray(0, 40))).issues).toEqual(['archive-broken'])
  })

  test('is read if it is bzip2, of which one stream may follow another', async () => {
    const bytes = new Uint8Array(Buffer.from(bzip2Archive, 'base64'))
    const lines = ['a/', 'a/b text', 'c more']
    expect(await read(bytes)).toMatchObject({ lines, issues: [] })
    const empty = new Uint8Array(Buffer.from('QlpoORdyRThQkAAAAAA=', 'base64'))
    expect(await read(concatBytes([empty, bytes, empty]))).toMatchObject({ lines, issues: [] })
    // Any bit of a block changes its checksum.
    for (const at of [30, 60, bytes.length - 3]) {
      const changed = bytes.slice()
      changed[at]! ^= 4
      expect((await read(changed)).issues).toContain('archive-broken')
    }
  })

  // Each number is a record of its own.
  const zeroZero = [
    ...tarEntry('p', {
      type: 'x',
      bytes: [
        ['size', '8'],
        ['numblocks', '2'],
        ['offset', '1'],
        ['numbytes', '2'],
        ['offset', '5'],
        ['numbytes', '1'],
      ]
        .map(([key, value]) => record(`GNU.sparse.${key}`, value!))
        .join(''),
    }),
    ...tarEntry('a/s', { type: '0', bytes: 'abc' }),
  ]
  const holes = (text: string) => text.replaceAll('.', '\0')
  const extension = new Uint8Array(512)
  extension.set(new TextEncoder().encode(`${'7'.padStart(11, '0')}\0${'1'.padStart(11, '0')}\0`))
  const lines = `3\n1\n2\n5\n1\n9\n0\n`.padEnd(512, '\0')
  test.each<[string, Uint8Array[], string]>([
    [
      'old',
      [
        sparseHeader(3, [1, 2, 5, 1], { size: 8, isMore: false }),
        ...tarEntry('', { type: '0', bytes: 'abc' }).slice(1),
      ],
      '.ab..c..',
    ],
    [
      'old, of many parts',
      [
        sparseHeader(4, [1, 2, 5, 1], { size: 8, isMore: true }),
        extension,
        ...tarEntry('', { type: '0', bytes: 'abcd' }).slice(1),
      ],
      '.ab..c.d',
    ],
    ['0.0', zeroZero, '.ab..c..'],
    ['0.1', sparsePax({ 'GNU.sparse.size': '8', 'GNU.sparse.map': '1,2,5,1' }, 'abc'), '.ab..c..'],
    [
      '1.0',
      sparsePax(
        { 'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.realsize': '9' },
        `${lines}abc`,
      ),
      '.ab..c...',
    ],
    [
      '0.1, without any content',
      sparsePax({ 'GNU.sparse.size': '3', 'GNU.sparse.numblocks': '0' }, ''),
      '...',
    ],
  ])('has sparse files with their holes: %s', async (_, entry, expected) => {
    const tar = concatBytes([...entry, ...tarEntry('b', { type: '0', bytes: 'after' }), new Uint8Array(1024)])
    for (const bytes of [tar, new Uint8Array(gzipSync(tar))]) {
      expect(await read(bytes)).toMatchObject({
        lines: ['a/', `a/s ${holes(expected)}`, 'b after'],
        issues: [],
      })
      const { tree } = await tarTree(memorySource(bytes), { ...openContext(), wants: () => false })
      const part = await tree.read('a/s', { start: 1, end: 6 })
      expect(new TextDecoder().decode(part!)).toBe(holes(expected).slice(1, 6))
    }
  })

  test('has ranges, also of files that were not kept', async () => {
    for (const bytes of [tar, new Uint8Array(gzipSync(tar))]) {
      const { tree } = await tarTree(memorySource(bytes), { ...openContext(), wants: () => false })
      expect(new TextDecoder().decode((await tree.read('a/b', { start: 1, end: 3 }))!)).toBe('ex')
    }
  })

  test('has long names, names in another encoding, and sizes of extended headers', async () => {
    const long = `${'x'.repeat(60)}/${'y'.repeat(80)}`
    const pax = `${record('path', 'é/ü')}${record('size', '3')}`
    const odd = concatBytes([...tarEntry('n?', { type: '0', bytes: 'odd' }), new Uint8Array(1024)])
    expect((await read(odd)).lines).toEqual(['n? odd'])
    const bytes = makeTar([
      [long, 'long'],
      ['pax', { type: 'x', bytes: pax }],
      ['short', { type: '0', bytes: 'abc', size: 0 }],
    ])
    expect((await read(bytes)).lines).toEqual([`${'x'.repeat(60)}/`, `${long} long`, 'é/', 'é/ü abc'])
  })

  test('may be of the oldest format', async () => {
    const bytes = makeTar([['a', 'v7']])
    // Without the magic; the checksum changes with it.
    const sum = bytes.subarray(257, 265).reduce((total, byte) => total + byte, 0)
    const old = Number.parseInt(new TextDecoder().decode(bytes.subarray(148, 154)), 8) - sum
    bytes.fill(0, 257, 265)
    bytes.set(new TextEncoder().encode(old.toString(8).padStart(6, '0')), 148)
    expect(await read(bytes)).toMatchObject({ lines: ['a v7'], issues: [] })
  })

  test('has the last of several entries of one path', async () => {
    expect(
      (
        await read(
          makeTar([
            ['a', '1'],
            ['a', '2'],
          ]),
        )
      ).lines,
    ).toEqual(['a 2'])
    expect(
      (
        await read(
          makeTar([
            ['a', '1'],
            ['a/b', '2'],
          ]),
        )
      ).lines,
    ).toEqual(['a/', 'a/b 2'])
  })

  test('leads nowhere outside of it', async () => {
    const { lines, tree, issues } = await read(
      makeTar([
        ['../../evil', '1'],
        ['/etc/passwd', '2'],
        ['up', { link: '../../../etc/passwd' }],
        ['x', { link: 'y' }],
        ['y', { link: 'x' }],
      ]),
    )
    expect(lines).toEqual(['etc/', 'etc/passwd 2', 'up -> ../../../etc/passwd', 'x -> y', 'y -> x'])
    expect(issues).toEqual(['entry-outside'])
    expect(await resolvePath(tree, 'up')).toBe('etc/passwd')
    expect(await resolvePath(tree, 'x')).toBeNull()
    expect(await resolvePath(tree, 'up/more')).toBeNull()
  })

  test('is written through the links of its folders', async () => {
    const { lines } = await read(
      makeTar([
        ['usr/lib/', null],
        ['lib', { link: 'usr/lib' }],
        ['lib/x', '1'],
      ]),
    )
    expect(lines).toEqual(['lib -> usr/lib', 'usr/', 'usr/lib/', 'usr/lib/x 1'])
  })
})

describe('a broken or hostile archive is an issue, and what was read before stays:', () => {
  const good: Parts = [['a', 'text']]
  const after = (...blocks: Uint8Array[]) => concatBytes([makeTar(good).subarray(0, 1024), ...blocks])
  const header = (size: number) => tarEntry('big', { type: '0', size })[0]!
  const negative = header(0)
  negative.fill(0xff, 124, 136)
  test.each<[string, Uint8Array, string]>([
    ['content that ends too early', after(header(10), new Uint8Array(5)), 'archive-truncated'],
    ['a header that ends too early', after(header(10).subarray(0, 100)), 'archive-truncated'],
    ['garbage', after(new Uint8Array(512).fill(7)), 'archive-broken'],
    [
      'an endless extended header',
      after(tarEntry('x', { type: 'x', size: 8 * 1024 ** 3 })[0]!),
      'archive-broken',
    ],
    ['a negative size', after(negative), 'archive-broken'],
    [
      'a sparse file whose parts overlap',
      after(...sparsePax({ 'GNU.sparse.size': '9', 'GNU.sparse.map': '0,2,1,2' }, 'abcd')),
      'archive-broken',
    ],
    [
      'a sparse file whose parts are beyond its end',
      after(...sparsePax({ 'GNU.sparse.size': '9', 'GNU.sparse.map': '8,2' }, 'ab')),
      'archive-broken',
    ],
    [
      'a sparse file of which less is stored',
      after(...sparsePax({ 'GNU.sparse.size': '9', 'GNU.sparse.map': '0,3' }, 'ab')),
      'archive-truncated',
    ],
    [
      'a sparse file with an endless map',
      after(
        ...sparsePax(
          { 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '9' },
          `${2 ** 40}\n`.padEnd(512, '\0'),
        ),
      ),
      'archive-broken',
    ],
    ['an entry of an unknown kind', after(...tarEntry('m', { type: 'M', bytes: 'x' })), 'entry-unknown'],
    [
      'truncated bzip2',
      new Uint8Array(Buffer.from(bzip2Archive, 'base64').subarray(0, -9)),
      'archive-broken',
    ],
    [
      'another archive after its end',
      concatBytes([makeTar(good), makeTar([['b', 'hidden']])]),
      'archive-trailing',
    ],
    [
      'truncated gzip',
      new Uint8Array(gzipSync(makeTar([...good, ['b', 'x'.repeat(9999)]])).subarray(0, -9)),
      'archive-broken',
    ],
    ['truncated zstd', new Uint8Array(zstdCompressSync(makeTar(good)).subarray(0, -9)), 'archive-broken'],
  ])('%s', async (_, bytes, code) => {
    const { lines, issues } = await read(bytes)
    expect(issues).toContain(code)
    if (bytes[0] === 0x61) expect(lines).toContain('a text')
    expect(lines.join()).not.toMatch(/hidden|big \0/)
  })

  test('a bomb', async () => {
    const bomb = new Uint8Array(gzipSync(makeTar([['zeros', new Uint8Array(96 * 1024 ** 2)]])))
    expect((await read(bomb, { maxRatio: 100 })).issues).toEqual(['archive-bomb'])
    expect((await read(bomb, { maxUnpackedBytes: 1024 ** 2 })).issues).toEqual(['archive-too-large'])
  })

  test('too many entries, and files that are too large', async () => {
    const many = makeTar(Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x'] as const))
    const { lines, issues } = await read(many, { maxEntries: 20 })
    expect([lines.length, issues]).toEqual([20, ['archive-too-many']])
    const large = new Uint8Array(
      gzipSync(
        makeTar([
          ['a', 'x'.repeat(100)],
          ['b', 'y'],
        ]),
      ),
    )
    expect((await read(large, { maxFileBytes: 50 })).issues).toEqual(['file-too-large'])
  })

  test('an endless one, when its time is over', async () => {
    const context = openContext()
    let calls = 0
    const budget = {
      ...context.budget,
      spendUnpacked: () => (calls++ > 2 ? context.budget.spendUnpacked(2 ** 60) : undefined),
    }
    const bytes = new Uint8Array(gzipSync(makeTar([['zeros', new Uint8Array(8 * 1024 ** 2)]])))
    const { issues, tree } = await tarTree(memorySource(bytes), { ...context, budget })
    expect(issues.map(({ code, isUnread }) => [code, isUnread])).toEqual([['archive-too-large', true]])
    expect(await textAt(tree, 'zeros')).toBeNull()
  })
})
