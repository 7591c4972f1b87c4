import { expect, test } from 'vitest'
import { readReleases } from './registry-releases.ts'
import { lostRegistry, registryOf } from './testing/registry-of.ts'

const host = 'https://files.example.org'
const wheel = (version: string, more: object = {}) => ({
  filename: `lib-${version}-py3-none-any.whl`,
  url: `${host}/lib-${version}.whl`,
  'core-metadata': true,
  ...more,
})
const index = {
  '/simple/lib/': JSON.stringify({
    files: [
      wheel('1.0', { 'upload-time': '2020-01-02T00:00:00Z' }),
      { filename: 'lib-1.0.tar.gz', url: `${host}/lib-1.0.tar.gz`, 'upload-time': '2020-01-01T00:00:00Z' },
      wheel('1.1', { 'requires-python': '>=3.8' }),
      wheel('1.2', { yanked: 'broken' }),
      wheel('2.0rc1'),
    ],
  }),
  [`${host}/lib-1.1.whl.metadata`]: [
    'Name: lib',
    'Requires-Dist: idna (<4,>=2.5)',
    'Requires-Dist: idna>=3; python_version >= "3.8"',
    "Requires-Dist: pysocks; extra == 'socks'",
    '',
    'Requires-Dist: not a header',
  ].join('\n'),
}

test('PyPI: releases with their time, Python and what they require from the versions in use on', async () => {
  const read = await readReleases(registryOf(index), { ecosystem: 'pypi', name: 'Lib', rangesFrom: ['1.1'] })
  expect(read).toMatchObject({ ecosystem: 'pypi', name: 'lib' })
  expect(read!.releases).toEqual([
    { version: '1.0', publishedAt: Date.UTC(2020, 0, 1) },
    { version: '1.1', publishedAt: null, runtime: '>=3.8', requires: { idna: '<4,>=2.5, >=3' } },
    { version: '1.2', publishedAt: null, isYanked: true },
    { version: '2.0rc1', publishedAt: null },
  ])
})

test('npm: releases with their Node.js and what they require, without aliases', async () => {
  const versions = {
    '1.0.0': { dependencies: { a: '^1', al: 'npm:@s/b@~2' }, peerDependencies: { react: '>=16' } },
    '1.1.0': { engines: { node: '>=18' }, deprecated: 'use another' },
  }
  const facts = registryOf({ '/lib': JSON.stringify({ versions }) })
  const read = await readReleases(facts, { ecosystem: 'npm', name: 'lib', rangesFrom: null })
  expect(read!.releases).toEqual([
    { version: '1.0.0', publishedAt: null, requires: { a: '^1', '@s/b': '~2', react: '>=16' } },
    { version: '1.1.0', publishedAt: null, requires: {}, runtime: '>=18', deprecated: 'use another' },
  ])
})

test.each(['npm', 'pypi', 'maven'] as const)(
  '%s: unknown if the registry cannot be asked',
  async (ecosystem) => {
    expect(await readReleases(lostRegistry, { ecosystem, name: 'lib', rangesFrom: ['1.0.0'] })).toBeNull()
  },
)
