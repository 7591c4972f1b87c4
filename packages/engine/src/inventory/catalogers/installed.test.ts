import { expect, test } from 'vitest'
import { findIn, osRelease, purlsIn } from '../testing/find-in.ts'
import { makeHeader, makeNdb } from '../testing/make-rpm.ts'

const json = (value: unknown) => JSON.stringify(value)

test.each<[string, Record<string, string>, string[]]>([
  [
    'a package, also with a scope',
    {
      'app/node_modules/a/package.json': json({ name: 'a', version: '1.0.0' }),
      'app/node_modules/@s/b/package.json': json({ name: '@s/b', version: '2.0.0' }),
    },
    ['pkg:npm/@s/b@2.0.0', 'pkg:npm/a@1.0.0'],
  ],
  [
    'a package within another',
    { 'node_modules/a/node_modules/b/package.json': json({ name: 'b', version: '1.0.0' }) },
    ['pkg:npm/b@1.0.0'],
  ],
  [
    'an alias is only the name of the folder',
    { 'node_modules/foo/package.json': json({ name: '@scope/foo', version: '1.0.0' }) },
    ['pkg:npm/@scope/foo@1.0.0'],
  ],
  [
    'a stub of a sub-path is no package',
    {
      'node_modules/a/esm/package.json': json({ type: 'module' }),
      'node_modules/a/test/bad/package.json': '{"name":',
    },
    [],
  ],
  ['a broken file is none', { 'node_modules/a/package.json': '{"name":' }, []],
  [
    'odd members do not matter',
    { 'node_modules/a/package.json': json({ name: 'a', version: '1.0.0', author: 5, license: ['MIT'] }) },
    ['pkg:npm/a@1.0.0'],
  ],
  [
    'the lockfile beside is only a wish',
    {
      'app/package-lock.json': json({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/b': { version: '1.0.0' } },
      }),
      'app/node_modules/a/package.json': json({ name: 'a', version: '1.0.0' }),
    },
    ['pkg:npm/a@1.0.0'],
  ],
  [
    'a wheel',
    {
      'usr/local/lib/python3.12/site-packages/requests-2.31.0.dist-info/METADATA':
        'Metadata-Version: 2.1\nName: requests\nbad line\nVersion: 2.31.0\n\nVersion: 9\n',
    },
    ['pkg:pypi/requests@2.31.0'],
  ],
  [
    'a wheel with an SBOM of what was compiled into it',
    {
      'lib/cryptography-50.0.2.dist-info/METADATA': 'Name: cryptography\nVersion: 50.0.2\n',
      'lib/cryptography-50.0.2.dist-info/sboms/rust.cyclonedx.json': json({
        bomFormat: 'CycloneDX',
        specVersion: '1.5',
        components: [{ name: 'openssl', version: '0.10.81', purl: 'pkg:cargo/openssl@0.10.81' }],
      }),
      'lib/cryptography-50.0.2.dist-info/sboms/broken.json': '{',
    },
    ['pkg:cargo/openssl@0.10.81', 'pkg:pypi/cryptography@50.0.2'],
  ],
  [
    'a single file of distutils, and an egg',
    {
      'x/site-packages/x.egg-info': 'Name: x\nVersion: 1\n',
      'x/y.egg/EGG-INFO/PKG-INFO': 'Name: y\nVersion: 2\n',
    },
    ['pkg:pypi/x@1', 'pkg:pypi/y@2'],
  ],
  [
    'the interpreter itself is none',
    { 'lib/site-packages/Python.egg-info': 'Name: Python\nVersion: 3.12\n' },
    [],
  ],
  [
    'a gem, whose platform is no part of the version',
    {
      'g/specifications/nokogiri-1.15.4-x86_64-linux.gemspec':
        '# -*- encoding: utf-8 -*-\n# stub: nokogiri 1.15.4 x86_64-linux lib\n',
    },
    ['pkg:gem/nokogiri@1.15.4'],
  ],
  [
    'default gems and newer ones are both there',
    {
      'g/specifications/default/json-2.6.1.gemspec': '  s.name = "json".freeze\n  s.version = "2.6.1"\n',
      'g/specifications/json-2.7.0.gemspec': '  s.name = "json"\n  s.version = Gem::Version.new("2.7.0")\n',
    },
    ['pkg:gem/json@2.6.1', 'pkg:gem/json@2.7.0'],
  ],
  [
    "Composer's first format",
    { 'vendor/composer/installed.json': json([{ name: 'a/b', version: 'v1.0' }]) },
    ['pkg:composer/a/b@v1.0'],
  ],
])('%s', (_, files, expected) => {
  expect(purlsIn(files).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(expected)
})

test("Composer's second format says what is for development", () => {
  const installed = {
    packages: [
      { name: 'a/b', version: '1.0', license: ['MIT'] },
      { name: 'c/d', version: '2.0' },
    ],
    'dev-package-names': ['c/d'],
  }
  const { packages } = findIn({ 'app/vendor/composer/installed.json': json(installed) })
  expect(packages.map(({ purl, isDevelopment }) => [purl, isDevelopment])).toEqual([
    ['pkg:composer/a/b@1.0', undefined],
    ['pkg:composer/c/d@2.0', true],
  ])
})

test('a package from a repository is none of the index', () => {
  const folder = 'x/site-packages/a-1.dist-info'
  const { packages } = findIn({
    [`${folder}/METADATA`]: 'Name: a\nVersion: 1\n',
    [`${folder}/direct_url.json`]: json({
      url: 'https://example.org/r',
      vcs_info: { vcs: 'git', commit_id: 'abc' },
    }),
  })
  expect(packages[0]!.origin).toEqual({ kind: 'git', address: 'git+https://example.org/r@abc' })
})

const python = 'usr/lib/python3/dist-packages/urllib3-1.26.12.dist-info/METADATA'
const metadata = 'Name: urllib3\nVersion: 1.26.12\n'
const rpm = makeNdb([
  makeHeader({
    name: 'python3-urllib3',
    version: '1.26.12',
    release: '1',
    files: ['/usr/bin/x', `/${python}`],
  }),
])
test.each<[string, Record<string, string | Uint8Array>]>([
  ['rpm', { ...osRelease('sles', '15.5'), 'usr/lib/sysimage/rpm/Packages.db': rpm }],
  [
    'dpkg',
    {
      ...osRelease('debian', '12'),
      'var/lib/dpkg/status': 'Package: python3-urllib3\nStatus: install ok installed\nVersion: 1.26.12-1\n',
      'var/lib/dpkg/info/python3-urllib3.list': `/.\n/usr\n/${python}\n`,
    },
  ],
  [
    'apk',
    {
      ...osRelease('alpine', '3.19.1'),
      'lib/apk/db/installed': `P:py3-urllib3\nV:1.26.12-r0\nF:${python.replace('/METADATA', '')}\nR:METADATA\n`,
    },
  ],
])('what a package of %s contains is that package, whose fixes are its own', (_, files) => {
  const purls = purlsIn({ ...files, [python]: metadata })
  expect(purls).toHaveLength(1)
  expect(purls[0]).toMatch(/^pkg:(?:deb|apk|rpm)\//)
  expect(
    purlsIn({
      ...files,
      ['usr/local/lib/python3.12/site-packages/urllib3-1.26.12.dist-info/METADATA']: metadata,
    }),
  ).toHaveLength(2)
})

test('a package that others have built hides nothing of what it contains', () => {
  const path = 'usr/lib/node_modules/npm/package.json'
  const files = {
    ...osRelease('debian', '12'),
    'var/lib/dpkg/status':
      'Package: nodejs\nStatus: install ok installed\nMaintainer: <dev@nodesource.com>\nVersion: 20-1nodesource1\n',
    'var/lib/dpkg/info/nodejs.list': `/${path}\n`,
    [path]: json({ name: 'npm', version: '10.8.2' }),
  }
  expect(purlsIn(files)).toEqual(['pkg:deb/nodesource/nodejs@20-1nodesource1', 'pkg:npm/npm@10.8.2'])
})
