import { expect, test } from 'vitest'
import { catalogTree } from '../../catalog.ts'
import { findInProgram } from '../../testing/find-in-program.ts'
import { makeTar } from '../../testing/make-archives.ts'
import { makePe, makeVersioned } from '../../testing/make-programs.ts'
import { openContext } from '../../testing/open-archive.ts'
import { memorySource } from '../../trees/byte-source.ts'
import { tarTree } from '../../trees/tar-tree.ts'

const newtonsoft = {
  CompanyName: 'Newtonsoft',
  FileVersion: '13.0.3.27908',
  InternalName: 'Newtonsoft.Json.dll',
  ProductName: 'Json.NET',
  ProductVersion: '13.0.3+0a2e291c0d9c0c7675d445703e51750363a549ef',
  'Assembly Version': '13.0.0.0',
}

test.each<[string, Record<string, string>, string[]]>([
  ['an assembly of .NET', newtonsoft, ['pkg:nuget/Newtonsoft.Json@13.0.3']],
  [
    'a library of another compiler',
    { ProductName: 'The OpenSSL Toolkit', ProductVersion: '3.0.13', FileVersion: '3.0.13' },
    ['pkg:generic/The%20OpenSSL%20Toolkit@3.0.13'],
  ],
  [
    'an old spelling, with a remark',
    { ProductName: 'zlib', ProductVersion: 'latest', FileVersion: '1, 2, 13, 0 (release)' },
    ['pkg:generic/zlib@1.2.13.0'],
  ],
  [
    'a program, which is no package',
    { ...newtonsoft, InternalName: 'App.exe' },
    ['pkg:generic/Json.NET@13.0.3'],
  ],
  ['texts of a language alone', { ...newtonsoft, InternalName: 'App.resources.dll' }, []],
  ['no version', { ProductName: 'a', ProductVersion: '0.0.0.0' }, []],
  ['no name', { ProductVersion: '1.0' }, []],
])('%s', async (_, texts, expected) => {
  const { packages, issues } = await findInProgram(makeVersioned(texts), 'app/file.dll')
  expect([packages.map(({ purl }) => purl), issues]).toEqual([expected, []])
  for (const { sureness } of packages) expect(sureness).toBe('guessed')
})

test('a module of a package of Python or Node is listed as that package alone', async () => {
  const bytes = makeVersioned({ ProductName: 'a', ProductVersion: '1.0' })
  for (const path of ['x/a.pyd', 'node_modules/a/build/a.node'])
    expect((await findInProgram(bytes, path)).packages).toEqual([])
})

test('a program without such a resource says nothing', async () => {
  const bytes = makePe([{ name: '.text', bytes: new Uint8Array(64) }])
  expect((await findInProgram(bytes, 'a.dll')).packages).toEqual([])
  const broken = makeVersioned(newtonsoft)
  // Where the block of the version is.
  broken.fill(0xff, 256 + 72, 256 + 80)
  expect((await findInProgram(broken, 'a.dll')).packages).toEqual([])
})

async function purlsOf(files: Record<string, string | Uint8Array>): Promise<string[]> {
  const parts = Object.entries(files).map(([path, content]) => [path, content] as const)
  const { tree } = await tarTree(memorySource(makeTar(parts)), openContext())
  return (await catalogTree(tree, openContext())).packages.map(({ purl, sureness }) => `${purl} ${sureness}`)
}

test('what a list of packages beside it says counts more, and a package with the same name and version', async () => {
  const library = Buffer.concat([makeVersioned(newtonsoft), new Uint8Array(1_024)])
  const deps = JSON.stringify({
    targets: { '.NETCoreApp,Version=v8.0': { 'A/1.0.0': { runtime: { 'lib/A.dll': {} } } } },
    libraries: { 'A/1.0.0': { type: 'package', serviceable: true, sha512: '' } },
  })
  expect(
    await purlsOf({
      'app/app.deps.json': deps,
      'app/lib/Newtonsoft.Json.dll': library,
      'other/a.dll': library,
    }),
  ).toEqual(['pkg:nuget/A@1.0.0 resolved', 'pkg:nuget/Newtonsoft.Json@13.0.3 guessed'])
  const config = '<packages><package id="Newtonsoft.Json" version="13.0.3"/></packages>'
  expect(await purlsOf({ 'packages.config': config, 'bin/Newtonsoft.Json.dll': library })).toEqual([
    'pkg:nuget/Newtonsoft.Json@13.0.3 resolved',
  ])
})
