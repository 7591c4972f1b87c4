import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { json, type RegistryServer, startRegistry, status } from '#testing/registry-server.ts'
import type { PackageToRead } from './clients/client.ts'
import { registryClients } from './clients/clients.ts'
import { getFrom } from './registry-http.ts'

const registry = forAllTests(startRegistry)
afterEach(() => {
  registry.handlers.clear()
  registry.requests.length = 0
})

const egress = { limitBytes: 1_000_000, timeoutMs: 60_000, allowsPrivate: true }

interface QueriedPackage extends Partial<PackageToRead> {
  base?: string
  etag?: string
  limitBytes?: number
}

function read(
  ecosystem: EcosystemId,
  name: string,
  { base = '', etag, limitBytes, ...pkg }: QueriedPackage = {},
) {
  const client = registryClients.find((each) => each.ecosystem === ecosystem)!
  const get = getFrom(
    { baseUrl: registry.url + base },
    {
      egress: { ...egress, limitBytes: limitBytes ?? egress.limitBytes },
      turn: () => Promise.resolve(),
      validators: { etag: etag ?? null, lastModified: null },
    },
  )
  return client.read(get, { ecosystem, name, displayName: name, versions: [], known: [], ...pkg })
}

const text =
  (body: string, headers: Record<string, string> = {}): Parameters<RegistryServer['handlers']['set']>[1] =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body)

const serve = (handlers: Record<string, Parameters<RegistryServer['handlers']['set']>[1]>) => {
  for (const [path, handler] of Object.entries(handlers)) registry.handlers.set(`GET ${path}`, handler)
}

/** The first path each client requests for a package. */
const first: [ecosystem: EcosystemId, name: string, path: string][] = [
  ['npm', '@Scope/Odd.name', '/@Scope%2fOdd.name'],
  ['pypi', 'zope-interface', '/zope-interface/'],
  ['maven', 'org.slf4j:slf4j-api', '/org/slf4j/slf4j-api/maven-metadata.xml'],
  ['go', 'github.com/Masterminds/semver/v3', '/github.com/!masterminds/semver/v3/@v/list'],
  ['crates.io', 'serde_json', '/se/rd/serde_json'],
  ['rubygems', 'Odd-name_1', '/api/v1/versions/Odd-name_1.json'],
  ['nuget', 'newtonsoft.json', '/registration/newtonsoft.json/index.json'],
  ['packagist', 'symfony/console', '/p2/symfony/console.json'],
  ['hex', 'phoenix', '/api/packages/phoenix'],
  ['pub', 'http_parser', '/api/packages/http_parser'],
]

const serveIndexes = (base = '') =>
  serve({
    [`${base}/index.json`]: json({
      resources: [
        { '@type': 'RegistrationsBaseUrl', '@id': `${registry.url}/old/` },
        { '@type': 'RegistrationsBaseUrl/3.6.0', '@id': `${registry.url}/registration/` },
      ],
    }),
    [`${base}/packages.json`]: json({ 'metadata-url': '/p2/%package%.json' }),
  })

describe('every client', () => {
  test('has a test case', () => {
    expect(first.map(([ecosystem]) => ecosystem)).toEqual(registryClients.map(({ ecosystem }) => ecosystem))
  })

  test.each(first)('of %s requests %s and treats 404 and 410 as absent', async (ecosystem, name, path) => {
    serveIndexes()
    expect(await read(ecosystem, name)).toBe('absent')
    expect(registry.requests.at(-1)).toBe(`GET ${path}`)
    serve({ [path]: status(410) })
    expect(await read(ecosystem, name)).toBe('absent')
  })

  test.each(first)('of %s requests nothing else for names that would lead elsewhere', async (ecosystem) => {
    const base = '/npm/private'
    serveIndexes(base)
    const names = [
      '..',
      '../../x',
      String.raw`..\..\x`,
      '%2e%2e/%2e%2e/x',
      '....x/..',
      'x?y=1',
      'x#y',
      'a:..',
      'a/../../x',
    ]
    for (const name of names) await read(ecosystem, name, { base })
    const below = /^\/(?:npm\/private|registration)\//
    const paths = registry.requests.map((request) => request.split(' ')[1]!)
    expect(paths.filter((each) => !below.test(each))).toEqual([])
    expect(paths.filter((each) => /[?#]/.test(each))).toEqual([])
  })

  test.each(first)('of %s handles 304 Not Modified', async (ecosystem, name, path) => {
    serveIndexes()
    serve({
      [path]: (request, response) => {
        expect(request.headers['if-none-match']).toBe('"a"')
        response.writeHead(304).end()
      },
    })
    expect(await read(ecosystem, name, { etag: '"a"' })).toBe('unchanged')
  })

  test.each(first)(
    'of %s handles garbage, oversized and rate-limited responses',
    async (ecosystem, name, path) => {
      serveIndexes()
      const bodies = [
        '{',
        '<',
        '<a href="x">',
        '[]',
        '{}',
        'null',
        '{"versions":7,"files":{},"packages":[]}',
        '\0\0',
        'x y z\n\n',
      ]
      for (const body of bodies) {
        serve({ [path]: text(body, { 'content-type': 'application/json' }) })
        const result = await read(ecosystem, name).catch((error: unknown) => error)
        if (result instanceof Error) expect(result.name).toBe('SourceError')
        else
          expect(
            typeof result === 'string' || Array.isArray((result as { releases: unknown }).releases),
          ).toBe(true)
      }
      serve({ [path]: text('x'.repeat(2000)) })
      await expect(read(ecosystem, name, { limitBytes: 1000 })).rejects.toMatchObject({
        isTooLarge: true,
        concerns: 'package',
      })
      serve({
        [path]: (_request, response) =>
          void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000))),
      })
      await expect(read(ecosystem, name, { limitBytes: 1000 })).rejects.toMatchObject({ isTooLarge: true })
      serve({ [path]: status(302, { location: 'http://[' }) })
      await expect(read(ecosystem, name)).rejects.toMatchObject({ name: 'SourceError', concerns: 'package' })
      serve({ [path]: status(429, { 'retry-after': '120' }) })
      await expect(read(ecosystem, name)).rejects.toMatchObject({ concerns: 'source', retryAfterMs: 120_000 })
    },
  )
})

const at = (iso: string) => Date.parse(iso)

describe('npm', () => {
  test('reads times, licenses in every form, and deprecation messages', async () => {
    serve({
      '/odd': json({
        time: { created: '2020-01-01T00:00:00Z', '1.0.0': '2020-02-01T00:00:00.000Z' },
        versions: {
          '1.0.0': { license: 'MIT' },
          '1.1.0': { license: { type: 'ISC', url: 'x' }, deprecated: 'Broken' },
          '1.2.0': { licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }], deprecated: '' },
          '2.0.0-rc.1': { deprecated: true },
          constructor: {},
        },
      }),
    })
    expect(await read('npm', 'odd')).toEqual({
      releases: [
        { version: '1.0.0', publishedAt: at('2020-02-01'), licenses: ['MIT'] },
        { version: '1.1.0', publishedAt: null, deprecated: 'Broken', licenses: ['ISC'] },
        { version: '1.2.0', publishedAt: null, licenses: ['MIT', 'Apache-2.0'] },
        { version: '2.0.0-rc.1', publishedAt: null, deprecated: '' },
        { version: 'constructor', publishedAt: null },
      ],
    })
  })

  test('reports an unpublished package without versions', async () => {
    serve({ '/gone': json({ time: { unpublished: { time: '2020-01-01' } } }) })
    expect(await read('npm', 'gone')).toBe('absent')
  })

  test('reads the abbreviated form of a document that is too large', async () => {
    serve({
      '/huge': (request, response) =>
        void response.end(
          request.headers.accept === 'application/json'
            ? 'x'.repeat(3000)
            : JSON.stringify({ versions: { '1.0.0': { deprecated: 'Old' } } }),
        ),
    })
    expect(await read('npm', 'huge', { limitBytes: 2000 })).toEqual({
      releases: [{ version: '1.0.0', publishedAt: null, deprecated: 'Old' }],
    })
  })
})

describe('PyPI', () => {
  test('reads versions from files, as yanked when all of them are, and licenses of versions in use', async () => {
    serve({
      '/simple/zope-interface/': json(
        {
          meta: { 'api-version': '1.4' },
          'project-status': { status: 'deprecated', reason: 'Use attrs' },
          versions: ['5.0', '5.1', '6.0'],
          files: [
            { filename: 'zope.interface-5.0.tar.gz', 'upload-time': '2021-02-01T00:00:00Z', yanked: false },
            {
              filename: 'zope_interface-5.0-cp39-cp39-any.whl',
              'upload-time': '2021-01-01T00:00:00Z',
              yanked: 'bad',
            },
            { filename: 'zope.interface-5.1.zip', 'upload-time': '2021-03-01T00:00:00Z', yanked: 'broken' },
            { filename: 'other-9.0.zip', yanked: false },
          ],
        },
        { 'content-type': 'application/vnd.pypi.simple.v1+json' },
      ),
      '/pypi/zope-interface/5.0/json': json({
        info: {
          license: 'Zope\nwhole text',
          classifiers: ['License :: OSI Approved :: Zope Public License', 'Topic :: X'],
        },
      }),
    })
    expect(await read('pypi', 'zope-interface', { base: '/simple', versions: ['5.0', '9.9'] })).toEqual({
      deprecated: 'The project is deprecated by its maintainers: Use attrs',
      releases: [
        {
          version: '5.0',
          publishedAt: at('2021-01-01'),
          licenses: ['Zope Public License'],
          copyright: '',
        },
        { version: '5.1', publishedAt: at('2021-03-01'), isYanked: true },
        { version: '6.0', publishedAt: null },
      ],
    })
  })

  test('reads an HTML-only index', async () => {
    serve({
      '/simple/odd/': text(
        '<a href="/x#sha256=1" data-yanked="why">odd-1.0-py3-none-any.whl</a><br><a href="/y">Odd-2.0.post1.tar.gz</a>',
        { 'content-type': 'text/html' },
      ),
    })
    expect(await read('pypi', 'odd', { base: '/simple' })).toEqual({
      releases: [
        { version: '1.0', publishedAt: null, isYanked: true },
        { version: '2.0.post1', publishedAt: null },
      ],
    })
  })
})

test('Maven: reads times and licenses, including inherited ones, of used and new versions', async () => {
  serve({
    '/g/h/a/maven-metadata.xml': text(
      '<metadata><versioning><versions><version>1.0</version><version>1.1-rc</version></versions></versioning></metadata>',
    ),
    '/g/h/a/0.9/a-0.9.pom': text(
      '<project><licenses><license><name>MIT</name></license></licenses></project>',
      { 'last-modified': 'Wed, 01 Jan 2020 00:00:00 GMT' },
    ),
    '/g/h/a/1.0/a-1.0.pom': text(
      '<project xmlns="http://maven.apache.org/POM/4.0.0"><parent><groupId>g.p</groupId><artifactId>p</artifactId><version>7</version></parent></project>',
      { 'last-modified': 'Thu, 02 Jan 2020 00:00:00 GMT' },
    ),
    '/g/p/p/7/p-7.pom': text(
      '<project><licenses><license><url>https://example.org/l</url></license></licenses></project>',
    ),
  })
  expect(await read('maven', 'g.h:a', { versions: ['0.9'] })).toEqual({
    releases: [
      { version: '1.0', publishedAt: at('2020-01-02'), licenses: ['https://example.org/l'] },
      { version: '1.1-rc', publishedAt: null },
      { version: '0.9', publishedAt: at('2020-01-01'), licenses: ['MIT'], copyright: '' },
    ],
  })
})

test.each([
  ['maven', 'g:a', (version: string) => `/g/a/${version}/a-${version}.pom`, ''],
  ['go', 'g.h/a', (version: string) => `/g.h/a/@v/${version}.info`, 'v'],
] as const)('%s: of many versions, the newest release is dated first, then those in use', async (...each) => {
  const [ecosystem, name, pathOf, prefix] = each
  const used = Array.from({ length: 40 }, (_, at) => `${prefix}1.${at}.0`)
  // Deployed before the last of the older line.
  const listed = [`${prefix}2.0.0`, `${prefix}2.1.0`, `${prefix}3.0.0-beta.1`, ...used]
  serve({
    '/g/a/maven-metadata.xml': text(
      `<metadata><versioning><versions>${listed.map((version) => `<version>${version}</version>`).join('')}</versions></versioning></metadata>`,
    ),
    '/g.h/a/@v/list': text(listed.join('\n')),
  })
  await read(ecosystem, name, { versions: used })
  const dated = registry.requests.map((request) =>
    listed.findIndex((version) => request === `GET ${pathOf(version)}`),
  )
  expect(dated.filter((at) => at >= 0).slice(0, 3)).toEqual([1, 3, 4])
})

test('Maven: versions that are dates are not the newest release', async () => {
  const list = ['1.0', '2.1', '20030203.000550'].map((version) => `<version>${version}</version>`).join('')
  serve({
    '/g/a/maven-metadata.xml': text(
      `<metadata><versioning><versions>${list}</versions></versioning></metadata>`,
    ),
  })
  await read('maven', 'g:a', { versions: ['1.0'] })
  expect(registry.requests.filter((request) => request.endsWith('.pom'))).toEqual([
    'GET /g/a/2.1/a-2.1.pom',
    'GET /g/a/1.0/a-1.0.pom',
    'GET /g/a/20030203.000550/a-20030203.000550.pom',
  ])
})

describe('Go', () => {
  test('reads times, retractions and the deprecation message', async () => {
    serve({
      '/github.com/!odd/!mod/@v/list': text(
        'v1.0.0\nv1.2.0\nv1.10.0\nv2.0.0+incompatible\nv2.1.0-beta+incompatible\n',
      ),
      '/github.com/!odd/!mod/@v/v1.0.0.info': json({ Version: 'v1.0.0', Time: '2020-01-01T00:00:00Z' }),
      '/github.com/!odd/!mod/@v/v2.0.0+incompatible.info': json({ Time: '2021-01-01T00:00:00Z' }),
      '/github.com/!odd/!mod/@v/v0.0.0-20190101000000-abcdefabcdef.info': json({
        Time: '2019-01-01T00:00:00Z',
      }),
      '/github.com/!odd/!mod/@v/v2.0.0+incompatible.mod': text(
        '// Deprecated: use example.org/other\n// instead.\nmodule github.com/Odd/Mod\n\nretract v1.0.0 // oops\nretract (\n\t[v1.5.0, v1.99.0] // leaks\n)\n',
      ),
    })
    expect(
      await read('go', 'github.com/Odd/Mod', { versions: ['v0.0.0-20190101000000-abcdefabcdef'] }),
    ).toEqual({
      deprecated: 'use example.org/other instead.',
      releases: [
        { version: 'v2.1.0-beta+incompatible', publishedAt: null },
        { version: 'v2.0.0+incompatible', publishedAt: at('2021-01-01') },
        { version: 'v1.10.0', publishedAt: null, isYanked: true },
        { version: 'v1.2.0', publishedAt: null },
        { version: 'v1.0.0', publishedAt: at('2020-01-01'), isYanked: true },
        {
          version: 'v0.0.0-20190101000000-abcdefabcdef',
          publishedAt: at('2019-01-01'),
          licenses: [],
          copyright: '',
        },
      ],
    })
  })

  test('reports the newest commit of a module without tags', async () => {
    serve({
      '/example.org/untagged/@v/list': text(''),
      '/example.org/untagged/@latest': json({
        Version: 'v0.0.0-20200101000000-aaaaaaaaaaaa',
        Time: '2020-01-01T00:00:00Z',
      }),
    })
    expect(await read('go', 'example.org/untagged')).toEqual({
      releases: [{ version: 'v0.0.0-20200101000000-aaaaaaaaaaaa', publishedAt: at('2020-01-01') }],
    })
  })
})

test('Cargo: reads yanked versions, and times if the index has them', async () => {
  serve({
    '/3/f/foo': text(
      '{"name":"foo","vers":"1.0.0","yanked":true}\n{"vers":"1.1.0+build","yanked":false,"pubtime":"2024-01-01T00:00:00Z"}\n',
    ),
    '/1/a': text('{"vers":"0.1.0"}'),
  })
  expect(
    await read('crates.io', 'Foo', { known: [{ version: '1.0.0', publishedAt: null, licenses: ['MIT'] }] }),
  ).toEqual({
    releases: [
      { version: '1.0.0', publishedAt: null, isYanked: true, licenses: ['MIT'] },
      { version: '1.1.0+build', publishedAt: at('2024-01-01') },
    ],
  })
  expect(await read('crates.io', 'a')).toEqual({ releases: [{ version: '0.1.0', publishedAt: null }] })
})

test('RubyGems: merges the platforms of a version into one release', async () => {
  serve({
    '/api/v1/versions/nokogiri.json': json([
      { number: '1.15.0', platform: 'ruby', created_at: '2023-05-15T10:00:00Z', licenses: ['MIT'] },
      { number: '1.15.0', platform: 'java', created_at: '2023-05-15T09:00:00Z', licenses: null },
    ]),
  })
  expect(await read('rubygems', 'nokogiri')).toEqual({
    releases: [{ version: '1.15.0', publishedAt: at('2023-05-15T09:00:00Z'), licenses: ['MIT'] }],
  })
})

test('NuGet: reads paged registrations, unlisted and deprecated versions', async () => {
  serveIndexes()
  serve({
    '/registration/odd.name/index.json': json({
      items: [
        {
          items: [
            { catalogEntry: { version: '1.0.0', published: '1900-01-01T00:00:00Z', listed: false } },
            {
              catalogEntry: {
                version: '1.1.0+build',
                published: '2020-01-01T00:00:00Z',
                licenseExpression: 'MIT',
                deprecation: { reasons: ['Legacy'], message: 'Use another' },
              },
            },
          ],
        },
        { '@id': `${registry.url}/registration/odd.name/page/2.json` },
      ],
    }),
    '/registration/odd.name/page/2.json': json({
      items: [
        { catalogEntry: { version: '2.0.0', licenseExpression: '', licenseUrl: 'https://example.org/l' } },
      ],
    }),
  })
  expect(await read('nuget', 'odd.name')).toEqual({
    releases: [
      { version: '1.0.0', publishedAt: null, isYanked: true },
      { version: '1.1.0', publishedAt: at('2020-01-01'), deprecated: 'Use another', licenses: ['MIT'] },
      { version: '2.0.0', publishedAt: null, licenses: ['https://example.org/l'] },
    ],
  })
})

test('Packagist: expands minified version metadata', async () => {
  serveIndexes()
  serve({
    '/p2/a/b.json': json({
      minified: 'composer/2.0',
      packages: {
        'a/b': [
          { version: 'v2.0.0', time: '2022-01-01T00:00:00+00:00', license: ['MIT'], abandoned: 'c/d' },
          { version: 'v1.1.0', time: '2021-01-01T00:00:00+00:00' },
          { version: 'v1.0.0', license: '__unset' },
        ],
      },
    }),
  })
  expect(await read('packagist', 'a/b')).toEqual({
    deprecated: 'The package is abandoned: use c/d instead',
    releases: [
      { version: 'v2.0.0', publishedAt: at('2022-01-01'), licenses: ['MIT'] },
      { version: 'v1.1.0', publishedAt: at('2021-01-01'), licenses: ['MIT'] },
      { version: 'v1.0.0', publishedAt: at('2021-01-01') },
    ],
  })
})

test('Hex: reads retired versions', async () => {
  serve({
    '/api/packages/odd': json({
      meta: { licenses: ['Apache-2.0'] },
      releases: [{ version: '1.0.0', inserted_at: '2020-01-01T00:00:00Z' }, { version: '1.1.0' }],
      retirements: { '1.0.0': { reason: 'security', message: 'Leaks' } },
    }),
  })
  expect(await read('hex', 'odd')).toEqual({
    releases: [
      {
        version: '1.0.0',
        publishedAt: at('2020-01-01'),
        isYanked: true,
        deprecated: 'Leaks',
        licenses: ['Apache-2.0'],
      },
      { version: '1.1.0', publishedAt: null, licenses: ['Apache-2.0'] },
    ],
  })
})

test('Pub: reads retracted versions and replaced packages', async () => {
  serve({
    '/api/packages/odd': json({
      isDiscontinued: true,
      replacedBy: 'even',
      versions: [
        { version: '1.0.0', published: '2020-01-01T00:00:00Z' },
        { version: '1.1.0', retracted: true },
      ],
    }),
  })
  expect(await read('pub', 'odd')).toEqual({
    deprecated: 'The package is discontinued: use even instead',
    releases: [
      { version: '1.0.0', publishedAt: at('2020-01-01') },
      { version: '1.1.0', publishedAt: null, isYanked: true },
    ],
  })
})

describe('a response over 1 MB', () => {
  const limitBytes = 24 * 1024 * 1024
  const readme = 'x'.repeat(2 * 1024 * 1024)

  test('is parsed outside this thread, which only gets the required fields', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const versions = { '1.0.0': { license: 'MIT', readme, scripts: { build: readme } } }
    serve({
      '/left-pad': json({ versions, time: { '1.0.0': '2026-01-01T00:00:00Z' }, readme }),
      '/we/b-/web-sys': text(`${JSON.stringify({ vers: '0.3.1', yanked: true, features: readme })}\n`),
    })
    expect(await read('npm', 'left-pad', { limitBytes })).toEqual({
      releases: [{ version: '1.0.0', publishedAt: Date.UTC(2026, 0, 1), licenses: ['MIT'] }],
    })
    expect(await read('crates.io', 'web-sys', { limitBytes })).toEqual({
      releases: [{ version: '0.3.1', publishedAt: null, isYanked: true }],
    })
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(1024 * 1024)
    parse.mockRestore()
  })

  test('may be a page of links', async () => {
    const links = Array.from(
      { length: 9000 },
      (_, at) => `<a href="../${'x'.repeat(100)}">acme-${at}.zip</a>`,
    )
    serve({ '/acme/': text(links.join('\n'), { 'content-type': 'text/html' }) })
    const result = await read('pypi', 'acme', { limitBytes })
    expect(result).toMatchObject({ releases: { length: 9000 } })
  })

  test.each([
    [
      'lists more versions than can be read',
      JSON.stringify({ time: Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [at, ''])) }),
    ],
    [
      'lists more versions than can be read',
      `{"versions":{"1.0.0":{"licenses":[${'1,'.repeat(600_000)}1]}}}`,
    ],
    ['is nested too deeply', `{"time":${'['.repeat(600_000)}${']'.repeat(600_000)}}`],
    [
      'is nested too deeply',
      `{"versions":{"1.0.0":{"license":${'{"a":['.repeat(200)}1${']}'.repeat(200)}}},"readme":"${readme}"}`,
    ],
    ['is not JSON', `{"versions":"${readme}`],
  ])('that %s is rejected', async (reason, body) => {
    serve({ '/left-pad': text(body) })
    await expect(read('npm', 'left-pad', { limitBytes })).rejects.toMatchObject({
      message: `The registry answered with something that ${reason}`,
      concerns: 'package',
    })
  })

  test('is rejected where only small ones are expected', async () => {
    serve({
      '/org/acme/app/maven-metadata.xml': text(`<metadata><!-- ${readme} --></metadata>`),
      '/acme.org/app/@v/list': text('v1.0.0\n'.repeat(200_000)),
    })
    for (const [ecosystem, name] of [
      ['maven', 'org.acme:app'],
      ['go', 'acme.org/app'],
    ] as const)
      await expect(read(ecosystem, name, { limitBytes })).rejects.toMatchObject({ isTooLarge: true })
  })
})

test('credentials are sent only to the host they were configured for', async () => {
  const elsewhere = await startRegistry()
  try {
    const seen: (string | undefined)[] = []
    elsewhere.handlers.set('GET /moved', (request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
    })
    serve({
      '/odd': (request, response) => {
        seen.push(request.headers.authorization)
        response.writeHead(302, { location: `${elsewhere.url}/moved` }).end()
      },
    })
    const get = getFrom(
      { baseUrl: registry.url, authorization: 'Bearer secret' },
      { egress, turn: () => Promise.resolve(), validators: { etag: null, lastModified: null } },
    )
    expect(await get('/odd')).toMatchObject({ kind: 'found' })
    expect(seen).toEqual(['Bearer secret', undefined])
  } finally {
    await elsewhere.stop()
  }
})
