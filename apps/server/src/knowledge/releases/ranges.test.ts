import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { afterEach, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { json, type RegistryServer, startRegistry } from '#testing/registry-server.ts'
import type { PackageReader, PackageToRead } from './clients/client.ts'
import { clientOf } from './clients/clients.ts'
import { depsDevReader } from './clients/deps-dev.ts'
import { requiresOf } from './clients/ranges.ts'
import { getFrom } from './registry-http.ts'

const registry = forAllTests(startRegistry)
afterEach(() => {
  registry.handlers.clear()
  registry.requests.length = 0
})

const egress = { limitBytes: 1_000_000, timeoutMs: 60_000, allowsPrivate: true }

/** What is known to be required, by version. */
async function requiredBy(
  reader: PackageReader,
  pkg: Pick<PackageToRead, 'ecosystem' | 'name'> & Partial<PackageToRead>,
) {
  const get = getFrom(
    { baseUrl: `${registry.url}/registry` },
    { egress, turn: () => Promise.resolve(), validators: { etag: null, lastModified: null } },
  )
  const read = await reader.read(get, {
    displayName: pkg.name,
    versions: ['1.1.0'],
    known: [],
    wantsRanges: true,
    ...pkg,
  })
  if (typeof read === 'string') return read
  return Object.fromEntries(
    read.releases.flatMap(({ version, requires }) => (requires ? [[version, requires]] : [])),
  )
}

type Handler = Parameters<RegistryServer['handlers']['set']>[1]

const text =
  (body: string): Handler =>
  (_request, response) =>
    void response.writeHead(200).end(body)

const serve = (handlers: Record<string, Handler>) => {
  for (const [path, handler] of Object.entries(handlers))
    registry.handlers.set(`GET /registry${path}`, handler)
}

const npmDocument = json({
  versions: {
    '1.0.0': { dependencies: { qs: '1' } },
    '1.1.0': { dependencies: { qs: '~1.1', al: 'npm:@a/b@^2' }, peerDependencies: { react: '>=16' } },
    '1.2.0': { dependencies: { qs: '' }, optionalDependencies: { fs: '^1' }, devDependencies: { x: '1' } },
    '2.0.0-rc.1': { dependencies: {} },
    '2.0.0': {},
  },
})

const pypiFiles = (...versions: string[]) => ({
  files: [
    ...versions.map((version) => ({ filename: `a-${version}-py3-none-any.whl`, url: '' })),
    { filename: 'a-1.3.0-py3-none-any.whl', url: 'files/a.whl', 'core-metadata': { sha256: '' } },
  ],
})

const crates = [
  { vers: '1.1.0', deps: [{ name: 'time', req: '^0.1', kind: 'normal' }] },
  {
    vers: '1.2.0',
    deps: [
      { name: 'clock', package: 'time', req: '^0.2', kind: 'build' },
      { name: 'test', req: '^1', kind: 'dev' },
    ],
  },
]

const answers: [EcosystemId, Record<string, Handler>, Record<string, Record<string, string>>][] = [
  [
    'npm',
    { '/a': npmDocument },
    {
      '1.1.0': { qs: '~1.1', '@a/b': '^2', react: '>=16' },
      '1.2.0': { qs: '', fs: '^1' },
      '2.0.0': {},
    },
  ],
  [
    'pypi',
    {
      '/a/': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' })
          .end(JSON.stringify(pypiFiles('1.0.0', '1.1.0', '1.2.0'))),
    },
    {
      '1.1.0': { idna: '<3,>=2.5', 'zope-interface': '' },
      '1.2.0': { idna: '<4', pysocks: '!=1.5.7,>=1.5.6, >=2' },
      '1.3.0': { idna: '<5' },
    },
  ],
  [
    'crates.io',
    {
      '/config.json': json({ dl: '/dl' }),
      '/1/a': text(crates.map((each) => JSON.stringify(each)).join('\n')),
    },
    { '1.1.0': { time: '^0.1' }, '1.2.0': { time: '^0.2' } },
  ],
  [
    'packagist',
    {
      '/packages.json': json({ 'metadata-url': '/p2/%package%.json' }),
      '/p2/a.json': json({
        minified: 'composer/2.0',
        packages: {
          a: [
            { version: '1.2.0', require: { php: '>=8', 'ext-json': '*', 'monolog/monolog': '^3' } },
            { version: '1.1.0', require: { 'monolog/monolog': '^2' } },
            { version: '1.0.0', require: '__unset' },
          ],
        },
      }),
    },
    { '1.1.0': { 'monolog/monolog': '^2' }, '1.2.0': { 'monolog/monolog': '^3' } },
  ],
  [
    'rubygems',
    {
      '/api/v1/versions/a.json': json([{ number: '1.1.0' }, { number: '1.2.0', platform: 'java' }]),
      '/info/a': text(
        '---\n1.0.0 |checksum:1\n1.1.0 rack:>= 1.0&< 3,mime:>= 0|checksum:2,ruby:>= 2\n1.2.0-java |checksum:3\n',
      ),
    },
    { '1.1.0': { rack: '>= 1.0, < 3', mime: '>= 0' }, '1.2.0': {} },
  ],
  [
    'hex',
    {
      '/api/packages/a': json({ releases: ['1.0.0', '1.1.0', '1.2.0'].map((version) => ({ version })) }),
      '/api/packages/a/releases/1.1.0': json({
        requirements: { plug: { requirement: '~> 1.0', optional: false, app: 'plug' } },
      }),
      '/api/packages/a/releases/1.2.0': json({ requirements: {} }),
    },
    { '1.1.0': { plug: '~> 1.0' }, '1.2.0': {} },
  ],
]

test.each(answers)(
  'the ranges of releases from the version in use on: %s',
  async (ecosystem, handlers, expected) => {
    serve(handlers)
    if (ecosystem === 'pypi') {
      serve({
        '/a/files/a.whl.metadata': text('Name: a\nRequires-Dist: idna<5\n\nRequires-Dist: not a header\n'),
      })
      const info = {
        '1.1.0': ['idna (<3,>=2.5)', 'Zope.Interface'],
        '1.2.0': ['idna<4', 'PySocks!=1.5.7,>=1.5.6; extra == "socks"', 'pysocks >=2'],
      }
      for (const [version, requires] of Object.entries(info))
        registry.handlers.set(`GET /pypi/a/${version}/json`, json({ info: { requires_dist: requires } }))
    }
    const client = clientOf(ecosystem)!
    expect(await requiredBy(client, { ecosystem, name: 'a' })).toEqual(expected)
    expect(await requiredBy(client, { ecosystem, name: 'a', wantsRanges: false })).toEqual({})
  },
)

test('deps.dev: each version once, and those known before are kept', async () => {
  const path = '/v3/systems/CARGO/packages/a'
  const graph = {
    nodes: ['a', 'time', 'libc'].map((name) => ({ versionKey: { name } })),
    edges: [
      { fromNode: 0, toNode: 1, requirement: '^0.2' },
      { fromNode: 1, toNode: 2, requirement: '^1' },
    ],
  }
  serve({
    [path]: json({ versions: ['1.1.0', '1.2.0', '1.3.0'].map((version) => ({ versionKey: { version } })) }),
    [`${path}/versions/1.3.0:dependencies`]: json(graph),
  })
  const known = ['1.1.0', '1.2.0'].map((version) => ({
    version,
    publishedAt: null,
    licenses: [],
    requires: { time: version },
  }))
  expect(
    await requiredBy(depsDevReader({ usesBatches: false }), { ecosystem: 'crates.io', name: 'a', known }),
  ).toEqual({
    '1.1.0': { time: '1.1.0' },
    '1.2.0': { time: '1.2.0' },
    '1.3.0': { time: '^0.2' },
  })
})

test('an overlong range is not cut, which would change what it says', () => {
  const pkg = { ecosystem: 'npm' as const, versions: [] }
  expect(
    requiresOf(pkg, [
      ['a', '1'.repeat(600)],
      ['__proto__', '1'],
    ]),
  ).toEqual(
    Object.fromEntries([
      ['a', '?'],
      ['__proto__', '1'],
    ]),
  )
})

const index =
  (contentType: string, body: string): Handler =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': contentType }).end(body)

test.each<[EcosystemId, string, Record<string, Handler>, Record<string, string>]>([
  [
    'pypi',
    'as JSON',
    {
      '/a/': index(
        'application/vnd.pypi.simple.v1+json',
        JSON.stringify({
          files: [
            { filename: 'a-1.0.0.tar.gz', url: '' },
            { filename: 'a-1.1.0.tar.gz', url: '', 'requires-python': '>=3.9' },
            { filename: 'a-1.2.0-py3-none-any.whl', url: '', 'requires-python': '>=3.10,!=3.11.0' },
          ],
        }),
      ),
    },
    { '1.1.0': '>=3.9', '1.2.0': '>=3.10,!=3.11.0' },
  ],
  [
    'pypi',
    'as HTML',
    {
      '/a/': index(
        'text/html',
        '<a href="a-1.1.0.tar.gz" data-requires-python="&gt;=3.9,&lt;4">a-1.1.0.tar.gz</a><a href="x">a-1.2.0.tar.gz</a>',
      ),
    },
    { '1.1.0': '>=3.9,<4' },
  ],
  [
    'crates.io',
    'in the index',
    {
      '/config.json': json({ dl: '/dl' }),
      '/1/a': text('{"vers":"1.1.0","rust_version":"1.70"}\n{"vers":"1.2.0"}'),
    },
    { '1.1.0': '>=1.70' },
  ],
  [
    'packagist',
    'among the requirements',
    {
      '/packages.json': json({ 'metadata-url': '/p2/%package%.json' }),
      '/p2/a.json': json({
        packages: { a: [{ version: '1.2.0', require: { php: '^8.1' } }, { version: '1.1.0' }] },
      }),
    },
    { '1.2.0': '^8.1' },
  ],
  [
    'rubygems',
    'of versions',
    { '/api/v1/versions/a.json': json([{ number: '1.1.0', ruby_version: '>= 3.1' }, { number: '1.2.0' }]) },
    { '1.1.0': '>= 3.1' },
  ],
  [
    'npm',
    'as engines',
    {
      '/a': json({
        versions: { '1.1.0': { engines: { node: '>=18' } }, '1.2.0': { engines: ['node >= 0.6'] } },
      }),
    },
    { '1.1.0': '>=18' },
  ],
])('the runtime that releases are for on %s, %s', async (...[ecosystem, , handlers, expected]) => {
  serve(handlers)
  const get = getFrom(
    { baseUrl: `${registry.url}/registry` },
    { egress, turn: () => Promise.resolve(), validators: { etag: null, lastModified: null } },
  )
  const read = await clientOf(ecosystem)!.read(get, {
    ecosystem,
    name: 'a',
    displayName: 'a',
    versions: [],
    known: [],
  })
  const releases = typeof read === 'string' ? [] : read.releases
  expect(
    Object.fromEntries(releases.flatMap(({ version, runtime }) => (runtime ? [[version, runtime]] : []))),
  ).toEqual(expected)
})

test('nuget: the ranges of all target frameworks, of pages that stand apart, too', async () => {
  const at = `${registry.url}/registry`
  const entry = (version: string, ...groups: object[]) => ({
    catalogEntry: { version, dependencyGroups: groups.map((each) => ({ dependencies: [each] })) },
  })
  serve({
    '/index.json': json({ resources: [{ '@type': 'RegistrationsBaseUrl/3.6.0', '@id': `${at}/reg` }] }),
    '/reg/a/index.json': json({
      items: [
        {
          items: [
            entry('1.0.0', { id: 'B', range: '[1.0, )' }),
            entry('1.1.0+build', { id: 'B', range: '[1.0, )' }, { id: 'b', range: '[2.0, 3.0)' }),
          ],
        },
        { '@id': `${at}/page` },
      ],
    }),
    '/page': json({ items: [entry('1.2.0')] }),
  })
  expect(await requiredBy(clientOf('nuget')!, { ecosystem: 'nuget', name: 'a' })).toEqual({
    '1.1.0': { b: '[1.0, ), [2.0, 3.0)' },
    '1.2.0': {},
  })
})
