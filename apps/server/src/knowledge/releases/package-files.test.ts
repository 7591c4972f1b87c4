import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { json, type RegistryServer, startRegistry, status } from '#testing/registry-server.ts'
import { tarGzOf } from '#testing/tar.ts'
import { zipOf } from '#testing/zip.ts'
import type { PackageFacts, WantedPackage } from './clients/client.ts'
import { clientOf } from './clients/clients.ts'
import { getFrom } from './registry-http.ts'

// Licenses and copyrights that registries do not tell are in the files of packages.

let registry: RegistryServer
beforeAll(async () => {
  registry = await startRegistry()
})
afterEach(() => {
  registry.answers.clear()
  registry.requests.length = 0
})
afterAll(() => registry.stop())

const mit = `Copyright (c) 2020 Jane Doe

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software").

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.
`
const bytes =
  (body: Uint8Array): Parameters<RegistryServer['answers']['set']>[1] =>
  (_request, response) =>
    void response.writeHead(200).end(body)
const serve = (answers: Record<string, Parameters<RegistryServer['answers']['set']>[1]>) => {
  for (const [path, answer] of Object.entries(answers)) registry.answers.set(`GET ${path}`, answer)
}

async function read(
  ecosystem: EcosystemId,
  name: string,
  wanted: Partial<WantedPackage> & { base?: string },
) {
  const get = getFrom(
    { baseUrl: registry.url + (wanted.base ?? '') },
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
    ...wanted,
  })
  return (result as PackageFacts).releases
}

test('Go: the texts beside go.mod, and none of what is vendored', async () => {
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

test('Cargo: what Cargo.toml declares, from where the registry says that its files are', async () => {
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

test('npm: the copyright of the tarball, and the license as the registry has it', async () => {
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

test('archives that are broken, too large or not for everyone leave the releases known', async () => {
  const answers = [
    bytes(Buffer.from('PK\u0003\u0004 no')),
    bytes(Buffer.alloc(200_000)),
    status(403),
    status(404),
  ]
  for (const answer of answers) {
    serve({
      '/example.org/m/@v/list': bytes(Buffer.from('v1.0.0')),
      '/example.org/m/@v/v1.0.0.zip': answer,
    })
    expect(await read('go', 'example.org/m', { versions: ['v1.0.0'] })).toEqual([
      { version: 'v1.0.0', publishedAt: null, licenses: [], copyright: '' },
    ])
  }
})

test('a file is read once, also while nothing else changes', async () => {
  const known = { version: 'v1.0.0', publishedAt: 1 }
  const answers: (string | undefined)[] = []
  serve({
    '/example.org/m/@v/list': (request, response) => {
      answers.push(request.headers['if-none-match'])
      response.writeHead(200).end('v1.0.0')
    },
    '/example.org/m/@v/v1.0.0.zip': bytes(zipOf({ 'example.org/m@v1.0.0/COPYING': mit })),
  })
  const [first] = await read('go', 'example.org/m', { versions: ['v1.0.0'], known: [known] })
  expect(first).toMatchObject({ publishedAt: 1, licenses: ['MIT'] })
  const [second] = await read('go', 'example.org/m', { versions: ['v1.0.0'], known: [first!] })
  expect(second).toEqual(first)
  expect(answers).toEqual([undefined, '"old"'])
  expect(registry.requests.filter((each) => each.endsWith('.zip'))).toHaveLength(1)
})
