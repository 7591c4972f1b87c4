import { expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { findInProgram } from '../../testing/find-in-program.ts'
import { bytesOf } from '../../testing/make-archives.ts'
import {
  makeAuditable,
  makeDotnetFile,
  makeElf,
  makeMachO,
  makeNativeImage,
  makeNote,
  makePe,
  makeWasm,
  makeZipapp,
} from '../../testing/make-programs.ts'

const lines = ({ packages }: Catalog) =>
  packages.map(({ purl, requiredBy = [], origin }) =>
    [purl, ...requiredBy, origin?.kind].filter((each) => each !== undefined).join(' '),
  )
const linesOf = async (bytes: Uint8Array, path?: string) => lines(await findInProgram(bytes, path))

const crates = makeAuditable([
  { name: 'app', version: '0.1.0', source: 'local', root: true, dependencies: [2] },
  { name: 'cc', version: '1.0.0', source: 'crates.io', kind: 'build' },
  { name: 'serde', version: '1.0.2', source: 'crates.io' },
  { name: 'fork', version: '2.0.0', source: 'git', dependencies: [1, 9] },
])
const section = { name: '.dep-v0', bytes: crates }

test.each<[string, Uint8Array]>([
  ['ELF', makeElf([section])],
  ['PE', makePe([section])],
  ['Mach-O', makeMachO([section])],
  ['WebAssembly', makeWasm([{ name: 'name', bytes: bytesOf('x') }, section])],
])('cargo-auditable in %s: crates, without those that only built it', async (_, bytes) => {
  expect(await linesOf(bytes, 'app.wasm')).toEqual([
    'pkg:cargo/app@0.1.0 folder',
    'pkg:cargo/serde@1.0.2 0',
    'pkg:cargo/fork@2.0.0 git',
  ])
})

test.each<[object, string[]]>([
  [
    { type: 'deb', os: 'debian', osVersion: '12', name: 'curl', version: '7.88.1-10', architecture: 'amd64' },
    ['pkg:deb/debian/curl@7.88.1-10?arch=amd64&distro=debian-12'],
  ],
  [
    { type: 'rpm', name: 'curl', version: '8.0-1.fc40', osCpe: 'cpe:/o:fedoraproject:fedora:40' },
    ['pkg:rpm/fedora/curl@8.0-1.fc40?distro=fedora-40'],
  ],
  [{ type: 'module', name: 'x', version: '1' }, []],
  [{ type: 'deb', name: 'x' }, []],
])('a note of %s', async (note, expected) => {
  expect(await linesOf(makeElf([{ name: '.note.package', bytes: makeNote(note) }]))).toEqual(expected)
})

test('a native image of GraalVM has its SBOM', async () => {
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    components: [{ type: 'library', name: 'b', group: 'a', version: '1', purl: 'pkg:maven/a/b@1' }],
  }
  expect(await linesOf(makeNativeImage(bytesOf(JSON.stringify(sbom))))).toEqual(['pkg:maven/a/b@1'])
})

const deps = JSON.stringify({
  runtimeTarget: { name: 'net8/linux-x64' },
  targets: { 'net8/linux-x64': { 'A/13.0.3': { runtime: { 'a.dll': {} } }, 'Meta/1.0.0': {} } },
  libraries: { 'A/13.0.3': { type: 'package' }, 'Meta/1.0.0': { type: 'package' } },
})
const dotnet = ['pkg:nuget/A@13.0.3']

test('a single file of .NET has its list of packages', async () => {
  expect(await linesOf(makeDotnetFile(bytesOf(deps)))).toEqual(dotnet)
})

test('an application of Python in one file', async () => {
  const pex = makeZipapp([
    ['.deps/a.whl/requests-2.31.0.dist-info/METADATA', 'Name: requests\nVersion: 2.31.0\n'],
    ['site-packages/idna-3.4.dist-info/METADATA', 'Name: idna\nVersion: 3.4\n'],
  ])
  const { packages } = await findInProgram(pex, 'usr/bin/tool')
  expect(packages.map(({ purl, places }) => [purl, places[0]!.path])).toEqual([
    ['pkg:pypi/idna@3.4', 'usr/bin/tool!/site-packages/idna-3.4.dist-info/METADATA'],
    ['pkg:pypi/requests@2.31.0', 'usr/bin/tool!/.deps/a.whl/requests-2.31.0.dist-info/METADATA'],
  ])
})

test.each([
  ['openssl', 'OpenSSL 1.1.1t  7 Feb 2023', ['pkg:generic/openssl@1.1.1t']],
  ['libcrypto.so.1.1', 'OpenSSL 1.1.1 (compatible; AWS-LC 1.22.0)', ['pkg:generic/aws-lc@1.22.0']],
  ['python3.11', '\0x\u00003.11.4\0', ['pkg:generic/python@3.11.4']],
  ['node', 'node.js/v20.11.1', ['pkg:generic/node@20.11.1']],
  ['other', 'node.js/v20.11.1', []],
])('%s without a package manager has the version that it says: %s', async (name, said, expected) => {
  const program = makeElf([{ name: '.rodata', bytes: bytesOf(said) }])
  expect(await linesOf(program, `usr/local/bin/${name}`)).toEqual(expected)
})
