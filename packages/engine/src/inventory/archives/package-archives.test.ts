import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bytesOf, concatBytes, makeTar } from '../testing/make-archives.ts'
import { makeAr, makeCpio, makeDeb, makeRpmFile } from '../testing/make-packages.ts'
import { makeBuildInfo, makeElf } from '../testing/make-programs.ts'
import { nodeCodecs } from '../testing/node-codecs.ts'
import { budgetOf } from '../trees/budget.ts'
import { memorySource } from '../trees/byte-source.ts'
import { scanArchive } from './catalog-archive.ts'

async function scan(bytes: Uint8Array, name: string) {
  const choice = { platform: 'linux/amd64', isExplicit: false }
  const reading = {
    codecs: nodeCodecs,
    startBudget: () => budgetOf(),
    choice,
    usesAttached: false,
    name: `folder/${name}`,
  }
  const scanned = await scanArchive(memorySource(bytes), reading)
  return {
    lines: scanned?.packages.map(({ purl, places }) => `${decodeURIComponent(purl)} ${places[0]!.path}`),
    issues: scanned?.issues.map(({ code }) => code),
  }
}

const info = makeBuildInfo('go1.22.0', 'mod\texample.org/tool\tv1.0.0\n')
const tool = concatBytes([
  makeElf([{ name: '.go.buildinfo', bytes: info, isWritable: true }]),
  new Uint8Array(1024),
])
const inTool = ['pkg:golang/example.org/tool@v1.0.0 usr/bin/tool', 'pkg:golang/stdlib@1.22.0 usr/bin/tool']
const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))
const zstd = (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes))

const deb = (maintainer: string, version: string, pack: (bytes: Uint8Array) => Uint8Array = gzip) =>
  makeDeb(
    `Package: tool\nVersion: ${version}\nArchitecture: amd64\nMaintainer: ${maintainer}\n`,
    [['./usr/bin/tool', tool]],
    pack,
  )

test('a package of others has its name and what is in it', async () => {
  for (const pack of [gzip, zstd])
    expect(await scan(deb('Acme <a@example.org>', '1.0', pack), 'tool.deb')).toEqual({
      lines: ['pkg:deb/tool@1.0?arch=amd64 tool.deb', ...inTool],
      issues: [],
    })
})

test('what a package of a distribution contains is the distribution’s', async () => {
  const debian = deb('Debian Team <x@lists.debian.org>', '1.0-1+deb12u2')
  expect((await scan(debian, 'tool.deb')).lines).toEqual([
    'pkg:deb/debian/tool@1.0-1+deb12u2?arch=amd64&distro=debian-12 tool.deb',
  ])
})

test.each([
  ['Red Hat, Inc.', '1.el9', ['pkg:rpm/redhat/tool@1.0-1.el9?arch=x86_64&distro=redhat-9 tool.rpm']],
  ['Acme', '1', ['pkg:rpm/tool@1.0-1?arch=x86_64 tool.rpm', ...inTool]],
])('an rpm package of %s', async (vendor, release, expected) => {
  const header = { name: 'tool', version: '1.0', release, arch: 'x86_64', vendor }
  const payload = gzip(
    makeCpio([
      ['./usr/bin/tool', tool],
      ['./usr/share/doc', null],
      ['./usr/bin/t', { link: 'tool' }],
    ]),
  )
  expect(await scan(makeRpmFile(header, payload), 'tool.rpm')).toEqual({ lines: expected, issues: [] })
})

test('a gem', async () => {
  const metadata =
    '--- !ruby/object:Gem::Specification\nname: rack\nversion: !ruby/object:Gem::Version\n  version: 3.0.8\nlicenses:\n- MIT\n'
  const gem = makeTar([
    ['metadata.gz', gzip(bytesOf(metadata))],
    ['data.tar.gz', gzip(makeTar([['lib/rack.rb', '']]))],
  ])
  expect(await scan(gem, 'rack-3.0.8.gem')).toEqual({
    lines: ['pkg:gem/rack@3.0.8 rack-3.0.8.gem'],
    issues: [],
  })
})

test('broken packages are refused, and a payload that cannot be read is an issue', async () => {
  await expect(scan(makeAr([['debian-binary', bytesOf('2.0\n')]]), 'a.deb')).rejects.toThrow(
    'The package has no control.tar.',
  )
  const bzip = deb('Acme <a@example.org>', '1.0', () => bytesOf('BZh91AY'))
  expect(await scan(bzip, 'a.deb')).toEqual({
    lines: ['pkg:deb/tool@1.0?arch=amd64 a.deb'],
    issues: ['archive-truncated'],
  })
})
