import { expect, test } from 'vitest'
import { bytesOf, concatBytes, makeZip } from '../testing/make-archives.ts'
import { listTree, openContext, textAt } from '../testing/open-archive.ts'
import type { TreeLimits } from './budget.ts'
import { memorySource } from './byte-source.ts'
import { zipTree } from './zip-tree.ts'

async function read(bytes: Uint8Array, limits: Partial<TreeLimits> = {}) {
  const { tree, issues } = await zipTree(memorySource(bytes), openContext(limits))
  const lines = await listTree(tree)
  return { tree, lines, issues: issues.map(({ code }) => code) }
}

const zip = makeZip([
  ['a/', ''],
  ['a/b.txt', 'text'],
  ['META-INF\\x', '1'],
])
const lines = ['META-INF/', 'META-INF/x 1', 'a/', 'a/b.txt text']

test.each([
  ['at the start', zip],
  ['behind the script of an executable jar', concatBytes([bytesOf('#!/bin/sh\nexec java\n'), zip])],
  [
    'before a comment that looks like an end',
    withComment(zip, new Uint8Array([0x50, 0x4b, 5, 6, ...Array<number>(30).fill(0)])),
  ],
])('reads an archive %s', async (_, bytes) => {
  expect(await read(bytes)).toMatchObject({ lines, issues: [] })
})

function withComment(bytes: Uint8Array, comment: Uint8Array): Uint8Array {
  const copy = concatBytes([bytes, comment])
  copy[bytes.length - 2] = comment.length
  return copy
}

test('of two entries of a name, the first counts, and none leads out', async () => {
  const bytes = makeZip([
    ['a', '1'],
    ['a', '2'],
    ['../b', '3'],
  ])
  expect(await read(bytes)).toMatchObject({ lines: ['a 1'], issues: ['entry-outside'] })
})

test.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
  ['without a directory', (bytes) => bytes.subarray(0, -10), 'archive-broken'],
  ['that is empty', () => new Uint8Array(), 'archive-broken'],
  ['with another size than listed', (bytes) => edited(bytes, 24, 3), 'archive-broken'],
  ['with an encrypted file', (bytes) => edited(bytes, 8, 1), 'entry-encrypted'],
  ['with an unknown compression', (bytes) => edited(bytes, 10, 12), 'compression-unsupported'],
  ['whose file is elsewhere', (bytes) => edited(bytes, 42, 1), 'archive-broken'],
  ['whose file is longer than it', (bytes) => edited(bytes, 21, 1), 'archive-truncated'],
])('an archive %s is an issue', async (_, edit, code) => {
  expect((await read(edit(makeZip([['a', 'text']])))).issues).toContain(code)
})

/** Changes a byte of the only entry of the directory. */
function edited(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = new Uint8Array(bytes)
  copy[bytes.length - 22 - 47 + offset] = value
  return copy
}

test('a bomb is an issue', async () => {
  const bomb = makeZip([['zeros', new Uint8Array(96 * 1024 ** 2)]])
  for (const limits of [{ maxRatio: 100 }, { maxFileBytes: 1024 }, { maxUnpackedBytes: 1024 }]) {
    const { tree, issues } = await zipTree(memorySource(bomb), openContext(limits))
    expect(await textAt(tree, 'zeros')).toBeNull()
    expect(issues).toHaveLength(1)
  }
  expect(
    (
      await read(
        makeZip([
          ['a', ''],
          ['b', ''],
        ]),
        { maxEntries: 1 },
      )
    ).issues,
  ).toEqual(['archive-too-many'])
})
