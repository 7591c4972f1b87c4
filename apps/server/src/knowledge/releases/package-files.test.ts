import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { json, type RegistryServer, startRegistry, status } from '#testing/registry-server.ts'
import { tarGzOf, tarOf } from '#testing/tar.ts'
import { zipOf } from '#testing/zip.ts'
import type { PackageFacts, PackageToRead } from './clients/client.ts'
import { clientOf } from './clients/clients.ts'
import { getFrom } from './registry-http.ts'

// Licenses and copyrights that registries do not provide are read from the files of packages.

const registry = forAllTests(startRegistry)
afterEach(() => {
  registry.handlers.clear()
  registry.requests.length = 0
})

const mit = `Copyright (c) 2020 Jane Doe

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software").

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.
`
const bytes =
  (body: Uint8Array): Parameters<RegistryServer['handlers']['set']>[1] =>
  (_request, response) =>
    void response.writeHead(200).end(body)
const serve = (handlers: Record<string, Parameters<RegistryServer['handlers']['set']>[1]>) => {
  for (const [path, handler] of Object.entries(handlers)) registry.handlers.set(`GET ${path}`, handler)
}

async function read(ecosystem: EcosystemId, name: string, pkg: Partial<PackageToRead> & { base?: string }) {
  const get = getFrom(
    { baseUrl: registry.url + (pkg.base ?? '') },
    {
      egress: { limitBytes: 100_000, timeoutMs: 60_000, allowsPrivate: true },
      turn: () => Promise.resolve(),
      validators: { etag: '"old"', lastModified: null },
    },
  )
  const result = await clientOf(ecosystem)!.read(get, {
    ecosystem,
    name,
    displayName: name,
    versions: [],
    known: [],
    ...pkg,
  })
  return (result as PackageFacts).releases
}

test('Go: the texts next to go.mod, without vendored ones', async () => {
  serve({
    '/example.org/!mod/@v/list': bytes(Buffer.from('v1.0.0\nv1.1.0\n')),
    '/example.org/!mod/@v/v1.0.0.zip': bytes(
      zipOf({
        'example.org/Mod@v1.0.0/LICENSE': mit,
        'example.org/Mod@v1.0.0/vendor/x/LICENSE': 'Apache License Version 2.0',
      }),
    ),
  })
  expect(await read('go', 'example.org/Mod', { versions: ['v1.0.0'] })).toEqual([
    { version: 'v1.1.0', publishedAt: null },
    { version: 'v1.0.0', publishedAt: null, licenses: ['MIT'], copyright: 'Copyright (c) 2020 Jane Doe' },
  ])
})

test('Cargo: the declarations of Cargo.toml, from the location that the registry names', async () => {
  serve({
    '/3/f/foo': bytes(Buffer.from('{"vers":"1.0.0"}\n{"vers":"2.0.0"}\n')),
    '/config.json': json({ dl: `${registry.url}/dl` }),
    '/dl/foo/1.0.0/download': bytes(
      tarGzOf({
        'foo-1.0.0/Cargo.toml': '[package]\nname = "foo"\nlicense = "MIT OR Apache-2.0"\n',
        'foo-1.0.0/LICENSE-MIT': mit,
        'foo-1.0.0/src/LICENSE': 'GNU General Public License version 3',
      }),
    ),
  })
  expect(await read('crates.io', 'foo', { versions: ['1.0.0'] })).toEqual([
    {
      version: '1.0.0',
      publishedAt: null,
      licenses: ['MIT OR Apache-2.0'],
      copyright: 'Copyright (c) 2020 Jane Doe',
    },
    { version: '2.0.0', publishedAt: null },
  ])
})

test('Pub: the texts of the archive', async () => {
  serve({
    '/api/packages/odd': json({
      versions: [{ version: '1.0.0', archive_url: `${registry.url}/odd.tar.gz` }],
    }),
    '/odd.tar.gz': bytes(tarGzOf({ LICENSE: mit, 'lib/LICENSE': 'x' })),
  })
  expect(await read('pub', 'odd', { versions: ['1.0.0'] })).toMatchObject([
    { licenses: ['MIT'], copyright: 'Copyright (c) 2020 Jane Doe' },
  ])
})

test('npm: the copyright from the tarball, and the license from the registry', async () => {
  const dist = { tarball: `${registry.url}/odd/-/odd-1.0.0.tgz` }
  serve({
    '/odd': json({
      versions: {
        '1.0.0': { license: 'ISC', dist },
        '2.0.0': { license: 'ISC', dist: { tarball: `${registry.url}/large.tgz`, unpackedSize: 1e9 } },
      },
    }),
    '/odd/-/odd-1.0.0.tgz': bytes(tarGzOf({ 'package/LICENSE.md': mit })),
  })
  expect(await read('npm', 'odd', { versions: ['1.0.0', '2.0.0'] })).toEqual([
    { version: '1.0.0', publishedAt: null, licenses: ['ISC'], copyright: 'Copyright (c) 2020 Jane Doe' },
    { version: '2.0.0', publishedAt: null, licenses: ['ISC'], copyright: '' },
  ])
})

test('PyPI: the smallest file, where the index has no JSON interface', async () => {
  const metadata =
    'Metadata-Version: 2.1\nName: odd\nClassifier: License :: OSI Approved :: MIT License\n\nLicense: no'
  serve({
    '/simple/odd/': json(
      {
        files: [
          { filename: 'odd-1.0.tar.gz', url: '/files/odd-1.0.tar.gz', size: 9000 },
          { filename: 'odd-1.0-py3-none-any.whl', url: '../../files/odd-1.0.whl', size: 900 },
        ],
      },
      { 'content-type': 'application/vnd.pypi.simple.v1+json' },
    ),
    '/files/odd-1.0.whl': bytes(
      zipOf({ 'odd-1.0.dist-info/METADATA': metadata, 'odd-1.0.dist-info/LICENSE': mit }),
    ),
  })
  expect(await read('pypi', 'odd', { base: '/simple', versions: ['1.0'] })).toEqual([
    {
      version: '1.0',
      publishedAt: null,
      licenses: ['MIT License'],
      copyright: 'Copyright (c) 2020 Jane Doe',
    },
  ])
})

test.each([
  ['UNKNOWN', 'MIT License'],
  ['None', 'MIT License'],
  ['', 'MIT License'],
  ['see LICENSE', 'MIT License'],
  ['See the LICENSE.txt file', 'MIT License'],
  ['LICENSE', 'MIT License'],
  ['BSD License', 'BSD License'],
  ['Our own license', 'Our own license'],
])('PyPI: the license %j and a classifier state %s', async (license, stated) => {
  serve({
    '/simple/odd/': json(
      { files: [{ filename: 'odd-1.0.tar.gz', url: '' }] },
      { 'content-type': 'application/json' },
    ),
    '/pypi/odd/1.0/json': json({
      info: { license, classifiers: ['License :: OSI Approved :: MIT License'] },
    }),
  })
  expect(await read('pypi', 'odd', { base: '/simple', versions: ['1.0'] })).toMatchObject([
    { licenses: [stated] },
  ])
})

test('Maven: the files in META-INF of the jar, or of the aar', async () => {
  const list = (version: string) =>
    bytes(
      Buffer.from(
        `<metadata><versioning><versions><version>${version}</version></versions></versioning></metadata>`,
      ),
    )
  serve({
    '/g/h/a/maven-metadata.xml': list('1.0'),
    '/g/h/a/1.0/a-1.0.jar': bytes(
      zipOf({
        'META-INF/MANIFEST.MF': 'Copyright 1999 No One',
        'META-INF/LICENSE.txt': mit,
        'META-INF/maven/x/y/LICENSE': 'Apache License Version 2.0',
      }),
    ),
    '/g/h/b/maven-metadata.xml': list('2.0'),
    '/g/h/b/2.0/b-2.0.aar': bytes(zipOf({ NOTICE: 'Odd\nCopyright 2001-2023 Acme' })),
    '/g/h/c/maven-metadata.xml': list('3.0'),
  })
  expect(await read('maven', 'g.h:a', { versions: ['1.0'] })).toEqual([
    { version: '1.0', publishedAt: null, licenses: ['MIT'], copyright: 'Copyright (c) 2020 Jane Doe' },
  ])
  expect(await read('maven', 'g.h:b', { versions: ['2.0'] })).toMatchObject([
    { copyright: 'Copyright 2001-2023 Acme' },
  ])
  expect(await read('maven', 'g.h:c', { versions: ['3.0'] })).toMatchObject([{ copyright: '' }])
})

test('RubyGems: data.tar.gz of the gem, of a platform where there is no other', async () => {
  const gem = (copyright: string) =>
    bytes(tarOf({ 'metadata.gz': 'x', 'data.tar.gz': tarGzOf({ LICENSE: mit.replace('Jane', copyright) }) }))
  serve({
    '/api/v1/versions/odd.json': json([
      { number: '1.0.0', platform: 'java' },
      { number: '1.0.0', platform: 'ruby', licenses: ['ISC'] },
      { number: '2.0.0', platform: 'x86_64-linux' },
    ]),
    '/gems/odd-1.0.0.gem': gem('Any'),
    '/gems/odd-2.0.0-x86_64-linux.gem': gem('Linux'),
  })
  expect(await read('rubygems', 'odd', { versions: ['1.0.0', '2.0.0'] })).toEqual([
    { version: '1.0.0', publishedAt: null, licenses: ['ISC'], copyright: 'Copyright (c) 2020 Any Doe' },
    { version: '2.0.0', publishedAt: null, licenses: ['MIT'], copyright: 'Copyright (c) 2020 Linux Doe' },
  ])
})

test('NuGet: the copyright of the manifest, otherwise that of the texts', async () => {
  const leaf = (version: string, file: string) => ({
    packageContent: `${registry.url}/${file}`,
    catalogEntry: { version, licenseUrl: 'https://aka.ms/deprecateLicenseUrl' },
  })
  const nuspec = (copyright: string) =>
    `<?xml version="1.0"?><package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>Odd</id>${copyright}</metadata></package>`
  serve({
    '/index.json': json({ resources: [{ '@type': 'RegistrationsBaseUrl', '@id': `${registry.url}/r` }] }),
    '/r/odd/index.json': json({ items: [{ items: [leaf('1.0.0', 'a.nupkg'), leaf('2.0.0+x', 'b.nupkg')] }] }),
    '/a.nupkg': bytes(
      zipOf({ 'Odd.nuspec': nuspec('<copyright>© Acme &amp; Co 2019</copyright>'), 'LICENSE.txt': mit }),
    ),
    '/b.nupkg': bytes(zipOf({ 'Odd.nuspec': nuspec(''), 'LICENSE.txt': mit })),
  })
  expect(await read('nuget', 'odd', { versions: ['1.0.0', '2.0.0'] })).toEqual([
    { version: '1.0.0', publishedAt: null, licenses: ['MIT'], copyright: '© Acme & Co 2019' },
    { version: '2.0.0', publishedAt: null, licenses: ['MIT'], copyright: 'Copyright (c) 2020 Jane Doe' },
  ])
})

describe('Packagist', () => {
  const servePackage = (dist: string) =>
    serve({
      '/packages.json': json({ 'metadata-url': '/p2/%package%.json' }),
      '/p2/a/b.json': json({
        packages: { 'a/b': ['2.0.0', '1.0.0'].map((version) => ({ version, dist: { url: dist } })) },
      }),
    })
  const versions = ['2.0.0', '1.0.0']

  test('the texts of the archive of the code host', async () => {
    servePackage(`${registry.url}/zipball`)
    serve({ '/zipball': bytes(zipOf({ 'a-b-123/LICENSE': mit, 'a-b-123/src/LICENSE': 'x' })) })
    expect(await read('packagist', 'a/b', { versions: ['1.0.0'] })).toEqual([
      { version: '2.0.0', publishedAt: null },
      { version: '1.0.0', publishedAt: null, licenses: ['MIT'], copyright: 'Copyright (c) 2020 Jane Doe' },
    ])
  })

  test('a code host that rejects a request is not asked again, and the copyright stays unknown', async () => {
    const host = await startRegistry()
    host.handlers.set('GET /zipball', status(403))
    servePackage(`${host.url}/zipball`)
    const unknown = versions.map((version) => ({ version, publishedAt: null }))
    expect(await read('packagist', 'a/b', { versions })).toEqual(unknown)
    expect(await read('packagist', 'a/b', { versions })).toEqual(unknown)
    expect(host.requests).toEqual(['GET /zipball'])
    await host.stop()
    servePackage('http://localhost:1/zipball')
    expect(await read('packagist', 'a/b', { versions })).toEqual(unknown)
  })
})

test('Hex: contents.tar.gz of the archive', async () => {
  serve({
    '/api/packages/odd': json({ url: `${registry.url}/api/packages/odd`, releases: [{ version: '1.0.0' }] }),
    '/tarballs/odd-1.0.0.tar': bytes(
      tarOf({ VERSION: '3', 'contents.tar.gz': tarGzOf({ 'LICENSE.md': mit, 'deps/x/LICENSE': 'x' }) }),
    ),
  })
  expect(await read('hex', 'odd', { versions: ['1.0.0'] })).toEqual([
    { version: '1.0.0', publishedAt: null, licenses: ['MIT'], copyright: 'Copyright (c) 2020 Jane Doe' },
  ])
})

describe('hostile archives', () => {
  const serveGem = (body: Buffer) =>
    serve({
      '/api/v1/versions/odd.json': json([{ number: '1.0.0', platform: 'ruby' }]),
      '/gems/odd-1.0.0.gem': bytes(body),
    })
  const readGem = () => read('rubygems', 'odd', { versions: ['1.0.0'] })
  const nothing = [{ version: '1.0.0', publishedAt: null, licenses: [], copyright: '' }]

  test.each([
    ['which unpacks to more than allowed', gzipSync(Buffer.alloc(200 * 1024 * 1024))],
    ['whose file is larger than a license', tarGzOf({ LICENSE: mit + ' '.repeat(300_000) })],
    ['with a path out of the folder', tarGzOf({ '../LICENSE': mit, '/LICENSE': mit, 'a/../LICENSE': mit })],
    ['which is cut off', tarGzOf({ LICENSE: mit }).subarray(0, 60)],
    ['which is not one', Buffer.from('no')],
  ])('an inner archive %s', async (_what, inner) => {
    serveGem(tarOf({ 'data.tar.gz': inner }))
    expect(await readGem()).toEqual(nothing)
  })

  test('a size beyond the end of the archive', async () => {
    const gem = tarOf({ 'data.tar.gz': 'x' })
    gem.write('77777777777', 124)
    serveGem(gem)
    expect(await readGem()).toEqual(nothing)
  })

  test('a zip whose file is larger than its entry says, or which names a path out of the folder', async () => {
    const bomb = zipOf({ 'META-INF/LICENSE': 'a'.repeat(5_000_000) })
    const at = bomb.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    bomb.writeUInt32LE(100, at + 24)
    for (const body of [bomb, zipOf({ '../LICENSE': mit }), zipOf({ 'META-INF/../LICENSE': mit })]) {
      serve({
        '/g/a/maven-metadata.xml': bytes(
          Buffer.from(
            '<metadata><versioning><versions><version>1.0.0</version></versions></versioning></metadata>',
          ),
        ),
        '/g/a/1.0.0/a-1.0.0.jar': bytes(body),
      })
      expect(await read('maven', 'g:a', { versions: ['1.0.0'] })).toEqual(nothing)
    }
  })
})

test('releases are read even if archives are broken, too large or not public', async () => {
  const handlers = [
    bytes(Buffer.from('PK\u0003\u0004 no')),
    bytes(Buffer.alloc(200_000)),
    status(403),
    status(404),
  ]
  for (const handler of handlers) {
    serve({
      '/example.org/m/@v/list': bytes(Buffer.from('v1.0.0')),
      '/example.org/m/@v/v1.0.0.zip': handler,
    })
    expect(await read('go', 'example.org/m', { versions: ['v1.0.0'] })).toEqual([
      { version: 'v1.0.0', publishedAt: null, licenses: [], copyright: '' },
    ])
  }
})

test('a file is read once, also while nothing else changes', async () => {
  const known = { version: 'v1.0.0', publishedAt: 1 }
  const results: (string | undefined)[] = []
  serve({
    '/example.org/m/@v/list': (request, response) => {
      results.push(request.headers['if-none-match'])
      response.writeHead(200).end('v1.0.0')
    },
    '/example.org/m/@v/v1.0.0.zip': bytes(zipOf({ 'example.org/m@v1.0.0/COPYING': mit })),
  })
  const [first] = await read('go', 'example.org/m', { versions: ['v1.0.0'], known: [known] })
  expect(first).toMatchObject({ publishedAt: 1, licenses: ['MIT'] })
  const [second] = await read('go', 'example.org/m', { versions: ['v1.0.0'], known: [first!] })
  expect(second).toEqual(first)
  expect(results).toEqual([undefined, '"old"'])
  expect(registry.requests.filter((each) => each.endsWith('.zip'))).toHaveLength(1)
})
