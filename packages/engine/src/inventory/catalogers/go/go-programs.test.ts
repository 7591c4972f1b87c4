import { describe, expect, test } from 'vitest'
import { findInProgram } from '../../testing/find-in-program.ts'
import {
  baseAddress,
  makeBuildInfo,
  makeElf,
  makeMachO,
  makeOldBuildInfo,
  makePacked,
  makePe,
  makeUniversal,
  type TestSection,
} from '../../testing/make-programs.ts'

const modules = [
  'path\texample.org/app/cmd',
  'mod\texample.org/app\tv1.2.3\th1:x',
  'dep\texample.org/a/b\tv1.0.0\th1:x',
  'dep\texample.org/old\tv1.0.0',
  '=>\texample.org/new/v2\tv2.1.0\th1:x',
  'dep\texample.org/local\tv1.0.0',
  '=>\t./local\t',
  'build\t-compiler=gc',
  '',
].join('\n')

const found = [
  'pkg:golang/example.org/app@v1.2.3',
  'pkg:golang/example.org/a/b@v1.0.0',
  'pkg:golang/example.org/new/v2@v2.1.0',
  'pkg:golang/example.org/local',
  'pkg:golang/stdlib@1.21.3',
]
const purls = async (bytes: Uint8Array) => (await findInProgram(bytes)).packages.map(({ purl }) => purl)
const data = (name: string, bytes: Uint8Array): TestSection => ({ name, bytes, isWritable: true })
const info = makeBuildInfo('go1.21.3 X:boringcrypto', modules)
const first = 128
const old = makeOldBuildInfo('go1.21.3', modules, baseAddress + first)

describe('a program of Go', () => {
  test.each<[string, Uint8Array]>([
    ['ELF', makeElf([data('.go.buildinfo', info)])],
    ['ELF without sections of its own', makeElf([data('.data', info)])],
    ['PE', makePe([data('.data', info)])],
    ['Mach-O', makeMachO([data('__go_buildinfo', info)])],
    ['universal Mach-O', makeUniversal([1, 2].map(() => makeMachO([data('__go_buildinfo', info)])))],
    ['ELF before Go 1.18', makeElf([data('.go.buildinfo', old)])],
    ['PE before Go 1.18', makePe([data('.data', makeOldBuildInfo('go1.21.3', modules, baseAddress + 256))])],
  ])('as %s lists what was linked into it', async (_, bytes) => {
    expect(await purls(bytes)).toEqual(found)
  })

  test('needs each module, and knows those of a folder', async () => {
    const { packages } = await findInProgram(makeElf([data('.go.buildinfo', info)]))
    expect(packages.map(({ requiredBy }) => requiredBy)).toEqual([undefined, [0], [0], [0], [0]])
    expect(packages[3]!.origin).toEqual({ kind: 'folder', address: './local' })
    expect(new Set(packages.map(({ sureness }) => sureness))).toEqual(new Set(['installed']))
  })

  test.each([
    ['devel go1.20-abc +sha date', '1.20'],
    ['go1.22.1-custom', '1.22.1'],
    ['go1.20rc1', '1.20rc1'],
  ])('%s has the standard library of %s', async (version, expected) => {
    const bytes = makeElf([data('.go.buildinfo', makeBuildInfo(version, 'path\tx\n'))])
    expect(await purls(bytes)).toEqual([`pkg:golang/stdlib@${expected}`])
  })

  test.each([
    ['', 'pkg:golang/example.org/app', 'installed'],
    ['-ldflags="-s -w -X main.version=v2.0.1"', 'pkg:golang/example.org/app@v2.0.1', 'guessed'],
  ])('without a version has none, or the one that the linker was told: %s', async (flags, purl, sureness) => {
    const text = `mod\texample.org/app\t(devel)\nbuild\t${flags}\nbuild\tvcs.revision=abc\n`
    const { packages } = await findInProgram(makeElf([data('.go.buildinfo', makeBuildInfo('go1.24', text))]))
    expect(packages[0]).toMatchObject({ purl, sureness })
  })

  test('without a list of modules is an issue', async () => {
    const { packages, issues } = await findInProgram(
      makeElf([data('.go.buildinfo', makeBuildInfo('go1.9', ''))]),
    )
    expect(packages).toHaveLength(1)
    expect(issues).toMatchObject([{ code: 'modules-missing', isUnread: true }])
  })
})

test('other programs have nothing of Go, and packed ones hide it', async () => {
  expect(await findInProgram(makeElf([data('.data', new Uint8Array(64))]))).toMatchObject({
    packages: [],
    issues: [],
  })
  expect((await findInProgram(makePacked())).issues).toMatchObject([
    { code: 'program-packed', isUnread: true },
  ])
})
