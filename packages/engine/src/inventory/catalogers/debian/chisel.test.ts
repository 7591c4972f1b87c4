import { zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { catalogTree } from '../../catalog.ts'
import { osRelease } from '../../testing/find-in.ts'
import { makeTar } from '../../testing/make-archives.ts'
import { openContext } from '../../testing/open-archive.ts'
import { memorySource } from '../../trees/byte-source.ts'
import { tarTree } from '../../trees/tar-tree.ts'

const manifest = 'var/lib/chisel/manifest.wall'
const lines = [
  { jsonwall: '1.0', schema: '1.0', count: 5 },
  { kind: 'content', slice: 'libssl3_libs', path: '/usr/lib/libssl.so.3' },
  { kind: 'package', name: 'libssl3t64', version: '3.0.13-0ubuntu3.4', sha256: 'ab', arch: 'amd64' },
  { kind: 'package', name: 'openssl', version: '3.0.13-0ubuntu3.4', sha256: 'cd', arch: 'amd64' },
  { kind: 'slice', name: 'package' },
]

async function catalogOf(content: Uint8Array) {
  const tar = makeTar([...Object.entries(osRelease('ubuntu', '24.04')), [manifest, content]])
  const { tree } = await tarTree(memorySource(tar), { ...openContext(), where: 'a.tar', wants: () => true })
  return catalogTree(tree, openContext())
}

test('packages of slices are those of the release, and a gap says that their sources are not known', async () => {
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('')
  const { packages, issues } = await catalogOf(zstdCompressSync(text))
  expect(packages.map(({ purl }) => purl)).toEqual([
    'pkg:deb/ubuntu/libssl3t64@3.0.13-0ubuntu3.4?arch=amd64&distro=ubuntu-24.04',
    'pkg:deb/ubuntu/openssl@3.0.13-0ubuntu3.4?arch=amd64&distro=ubuntu-24.04',
  ])
  expect(issues).toMatchObject([{ code: 'sources-unnamed', gap: 'file-unsupported', where: manifest }])
})

test.each([
  ['cut off', zstdCompressSync('{"kind":"package","name":"a","version":"1"}').subarray(0, 20)],
  ['without packages', zstdCompressSync('{"jsonwall":"1.0"}\n')],
])('a manifest that is %s is unread', async (_, content) => {
  const { packages, issues } = await catalogOf(content)
  expect(packages).toEqual([])
  expect(issues).toMatchObject([{ where: manifest, isUnread: true }])
})
