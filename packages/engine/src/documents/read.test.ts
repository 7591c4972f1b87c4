import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Inventory } from '../inventory.ts'
import { maxVersions } from './parsers/limits.ts'
import { needsFileName, readDocument, readDocuments } from './read.ts'
import { claimedReader } from './readers.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const read = (bytes: Uint8Array, path = 'some.json') => readDocument({ path, bytes })
const codes = (bytes: Uint8Array) => {
  const { inventory, issues } = read(bytes)
  return (inventory?.issues ?? issues ?? []).map(({ code }) => code)
}
const fixture = readFileSync(new URL('fixtures/cyclonedx-json/1.6.json', import.meta.url), 'utf8')
const lock = (name: string, version: string) =>
  JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: { '': { dependencies: { [name]: '*' } }, [`node_modules/${name}`]: { version } },
  })

describe('readDocument', () => {
  it('detects formats by content', () => {
    expect(read(encode(fixture), 'any.txt').inventory?.formats).toEqual(['CycloneDX 1.6'])
    expect(read(encode(lock('a', '1.0.0')), 'any.txt').inventory?.formats).toEqual(['package-lock 3'])
  })

  // A regular expression with a group for each character exhausts the stack on such a line.
  it.each([
    'requirements.txt',
    'go.sum',
    'go.mod',
    'Gemfile.lock',
    'yarn.lock',
    'Podfile.lock',
    'mix.lock',
    'gradle.lockfile',
    'build.gradle',
    'Cargo.lock',
    'pubspec.lock',
    'cabal.project.freeze',
    'bom.spdx',
  ])('does not throw on a line of megabytes in %s', (path) => {
    expect(() => read(encode('a'.repeat(12_000_000)), path)).not.toThrow()
  })

  it('accepts a byte order mark and leading whitespace', () => {
    expect(read(encode(`\uFEFF \n${fixture}`)).inventory?.components).toHaveLength(4)
  })

  it.each([
    ['nothing', new Uint8Array(), 'document-empty'],
    ['blanks', encode(' \r\n\t'), 'document-empty'],
    ['broken JSON in UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0]), 'json-invalid'],
    ['NUL in UTF-16', new Uint8Array([0xfe, 0xff, 0, 0x7b, 0, 0]), 'document-binary'],
    ['an archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'document-binary'],
    ['broken JSON', encode('{"bomFormat": "CycloneDX",'), 'json-invalid'],
    ['endless nesting', encode('['.repeat(1_000_000)), 'json-invalid'],
    ['XML', encode('\uFEFF<?xml version="1.0"?><bom/>'), 'document-unknown'],
    ['text', encode('requests==2.0'), 'document-unknown'],
    ['other JSON', encode('{"a":1}'), 'document-unknown'],
    ['a JSON scalar', encode('null'), 'document-unknown'],
    ['deep JSON', encode('['.repeat(1_000_000) + ']'.repeat(1_000_000)), 'document-unknown'],
  ])('rejects %s', (_, bytes, code) => {
    const result = read(bytes)
    expect(result).toMatchObject({ inventory: null, issues: [{ code, where: 'some.json' }] })
  })

  const utf16 = (text: string, isBigEndian = false) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
    return new Uint8Array(isBigEndian ? bytes.swap16() : bytes)
  }

  it.each([false, true])('reads UTF-16 with a byte order mark (big-endian: %s)', (isBigEndian) => {
    const requirements = read(utf16('requests==2.31.0\r\n# é\r\n', isBigEndian), 'requirements.txt')
    expect(requirements.inventory?.components).toMatchObject([{ name: 'requests', version: '2.31.0' }])
    expect(requirements.inventory?.issues).toEqual([])
    expect(read(utf16(fixture, isBigEndian), 'any.txt').inventory?.formats).toEqual(['CycloneDX 1.6'])
  })

  it('lets the file name decide, even if the content resembles another format', () => {
    const poetry = '[[package]]\nname = "flask"\nversion = "3.0.0"\n\n[metadata]\nlock-version = "2.0"\n'
    expect(read(encode(poetry), 'poetry.lock').inventory).toMatchObject({
      formats: ['poetry.lock 2.0'],
      components: [{ ecosystem: 'pypi', name: 'flask' }],
    })
  })

  it('falls back to the content if the file name suggests another format', () => {
    const spdx = '{"spdxVersion":"SPDX-2.3","packages":[{"SPDXID":"a","name":"a"}]}'
    expect(read(encode(spdx), 'sbom.spdx').inventory?.formats).toEqual(['SPDX 2.3'])
    expect(read(encode('spdxVersion: SPDX-2.3\npackages: []\n'), 'a.spdx').inventory?.formats).toEqual([
      'SPDX 2.3',
    ])
    const bom = '<bom xmlns="http://cyclonedx.org/schema/bom/1.4" version="1"/>'
    expect(read(encode(bom), 'pom.xml').inventory?.formats).toEqual(['CycloneDX 1.4'])
    expect(read(encode('{'), 'poetry.lock').issues).toMatchObject([{ code: 'toml-invalid' }])
  })

  it('lists the supported formats in the error message', () => {
    expect(read(encode('<bom/>')).issues?.[0]?.message).toMatch(/XML.*cyclonedx-json.*package-lock/)
  })

  it('reads documents with invalid UTF-8 and reports an issue', () => {
    const latin1 = Uint8Array.from(fixture.replace('MIT/X11', 'é'), (char) => char.charCodeAt(0))
    expect(codes(latin1)).toEqual(['encoding-invalid'])
    expect(codes(encode(fixture.replace('MIT/X11', '\uFFFD')))).toEqual([])
  })
})

it.each([
  ['package-lock.json', lock('a', '1.0.0'), false],
  ['bom.xml', '<bom xmlns="http://cyclonedx.org/schema/bom/1.4"/>', false],
  ['some.txt', 'a==1', false],
  ['bom.xml', '<bom/>', true],
  ['sbom.spdx', 'PackageName: a', true],
  ['poetry.lock', '[[package]]\nname = "a"', true],
])('determines whether %s is recognized only by its file name', (path, text, expected) => {
  expect(needsFileName({ path, bytes: encode(text) })).toBe(expected)
})

describe('readDocuments', () => {
  it('merges the components of several documents', () => {
    const { inventory, issues } = readDocuments([
      { path: 'a/package-lock.json', bytes: encode(lock('left', '1.0.0')) },
      { path: 'broken.json', bytes: encode('{') },
      { path: 'sbom.json', bytes: encode(fixture) },
      { path: 'b/package-lock.json', bytes: encode(lock('express', '4.17.1')) },
    ])
    expect(issues).toMatchObject([{ code: 'json-invalid', where: 'broken.json' }])
    expect(inventory).toMatchObject({
      formats: ['package-lock 3', 'CycloneDX 1.6'],
      files: ['a/package-lock.json', 'sbom.json', 'b/package-lock.json'],
      root: { name: 'app' },
    })
    const { components } = inventory
    expect(components.map(({ name }) => name)).toEqual([
      'left',
      'express',
      '@babel/core',
      'org.slf4j:slf4j-api',
      'golang.org/x/text',
    ])
    expect(components[1]?.locations).toEqual(['sbom.json', 'b/package-lock.json'])
    expect(components[2]?.requiredBy).toEqual([1, 3])
  })

  it('applies statements only to components of the same document', () => {
    const bom = (names: string[], more: object = {}) =>
      encode(
        JSON.stringify({
          bomFormat: 'CycloneDX',
          specVersion: '1.6',
          ...more,
          components: names.map((name) => ({ name, 'bom-ref': name, purl: `pkg:npm/${name}@1` })),
        }),
      )
    const about = (id: string, ref?: string) => ({
      id,
      analysis: { state: 'not_affected' },
      ...(ref !== undefined && { affects: [{ ref }] }),
    })
    const { inventory } = readDocuments([
      { path: 'a.json', bytes: bom(['x']) },
      { path: 'b.json', bytes: bom(['y', 'z'], { vulnerabilities: [about('CVE-1'), about('CVE-2', 'z')] }) },
      { path: 'c.json', bytes: bom([], { vulnerabilities: [about('CVE-3')] }) },
    ])
    expect(inventory.vex?.map(({ ids, components }) => [...ids, ...components])).toEqual([
      ['CVE-1', 1, 2],
      ['CVE-2', 2],
    ])
  })

  it('reads files that another document includes only with that one', () => {
    const file = (path: string, text: string) => ({ path, bytes: encode(text) })
    const included = [file('base.in', 'y==2'), file('pins.txt', 'x==1')]
    const { inventory, issues } = readDocuments([
      ...included,
      file('requirements.txt', '-r base.in\n-c pins.txt\nx'),
    ])
    expect(issues).toMatchObject([{ code: 'transitive-unlisted', where: 'requirements.txt' }])
    expect(inventory.components.map(({ name, version }) => `${name} ${version}`)).toEqual(['x 1', 'y 2'])
    expect(inventory).toMatchObject({ files: ['requirements.txt'], issues: [] })
    expect(readDocuments(included).issues).toMatchObject([{ where: 'base.in' }, { where: 'pins.txt' }])
  })

  it.each([
    ['requirements.txt', ''],
    ['requirements.txt', '# none\n'],
    ['go.sum', '\n'],
    ['cabal.project.freeze', ''],
    ['cabal.project.freeze', '-- none\nactive-repositories: hackage.haskell.org:merge\n'],
  ])('reads %s without packages (%j) as complete', (path, text) => {
    const { inventory, issues } = readDocuments([{ path: `a/${path}`, bytes: encode(text) }])
    expect({ ...inventory, issues: [...inventory.issues, ...issues] }).toMatchObject({
      files: [`a/${path}`],
      components: [],
      issues: [],
    })
  })

  it.each(['package-lock.json', 'poetry.lock', 'Cargo.lock', 'a.txt'])(
    'does not accept %s if empty',
    (path) => {
      const { inventory, issues } = readDocuments([{ path, bytes: new Uint8Array() }])
      expect(inventory.files).toEqual([])
      expect(issues).toMatchObject([{ code: 'document-empty', where: path, isUnread: true }])
    },
  )

  it('returns an empty inventory for no documents', () => {
    expect(readDocuments([]).inventory).toEqual({
      formats: [],
      files: [],
      root: null,
      components: [],
      issues: [],
    })
  })

  it('adds only locations when the same document is read twice', () => {
    const document = (path: string) => ({ path, bytes: encode(fixture) })
    const once = readDocuments([document('a')]).inventory
    const twice = readDocuments([document('a'), document('b')]).inventory
    const bare = ({ components }: Inventory) => components.map((each) => ({ ...each, locations: [] }))
    expect(bare(twice)).toEqual(bare(once))
    expect(twice.components[0]?.locations).toEqual(['a', 'b'])
  })

  it('does not merge separate entries of one document', () => {
    const jar = (classifier: string) => ({
      name: 'a',
      version: '1',
      purl: `pkg:maven/g/a@1?classifier=${classifier}`,
    })
    const text = JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.4',
      components: [jar('x'), jar('y')],
    })
    const { components } = readDocuments(['a', 'b'].map((path) => ({ path, bytes: encode(text) }))).inventory
    expect(components.map(({ purl }) => purl)).toEqual([jar('x').purl, jar('y').purl])
  })
})

it('finds the reader for a file name', () => {
  expect(claimedReader('sbom.json')?.id).toBe('cyclonedx-json')
  expect(claimedReader('package-lock.json')?.id).toBe('package-lock')
  expect(claimedReader('package.json')).toBeNull()
})

describe('mutated documents', () => {
  const isSound = ({ components, issues }: Inventory) =>
    issues.every(
      ({ code, message, where }) => code !== '' && message !== '' && where.startsWith('some.json'),
    ) &&
    components.every(
      ({ name, requiredBy, locations }, index) =>
        name !== '' &&
        locations.length > 0 &&
        requiredBy.every((each) => each !== index && components[each] !== undefined),
    )
  const check = (bytes: Uint8Array) => {
    const { inventory, issues } = read(bytes)
    return inventory ? isSound(inventory) : issues.length > 0
  }

  it('are read or rejected after byte edits', () => {
    const edit = fc.record({
      at: fc.nat({ max: fixture.length }),
      drop: fc.nat({ max: 40 }),
      insert: fc.oneof(fc.string(), fc.constantFrom('{', '}', '[', ']', '"', ',', 'null', '\u0000')),
    })
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        const text = edits.reduce(
          (old, { at, drop, insert }) => old.slice(0, at) + insert + old.slice(at + drop),
          fixture,
        )
        return check(encode(text))
      }),
      { numRuns: 500 },
    )
  })

  it('are read or rejected after replacing a value', () => {
    const pool = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('root', 'core', '__proto__', 'pkg:npm/%', '', ' '),
    )
    fc.assert(
      fc.property(fc.nat(), pool, (seed, value) =>
        check(encode(JSON.stringify(replaceOne(JSON.parse(fixture), seed, value)))),
      ),
      { numRuns: 500 },
    )
  })
})

/** Replaces one value of the document, selected by the seed. */
function replaceOne(document: unknown, seed: number, value: unknown): unknown {
  const members: [holder: Record<string, unknown>, key: string][] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      members.push([node as Record<string, unknown>, key])
      visit((node as Record<string, unknown>)[key])
    }
  }
  visit(document)
  const [holder, key] = members[seed % members.length] ?? []
  if (holder && key !== undefined) holder[key] = value
  return document
}

describe('documents with too many versions of one package', () => {
  const bom = (versions: number) => ({
    path: 'bom.json',
    bytes: new TextEncoder().encode(
      JSON.stringify({
        bomFormat: 'CycloneDX',
        components: Array.from({ length: versions }, (_, at) => {
          const version = `${at}.0.0`
          return { name: 'linux', version, purl: `pkg:npm/linux@${version}` }
        }),
      }),
    ),
  })

  it('are rejected as a whole', () => {
    expect(readDocuments([bom(maxVersions)]).inventory.components).toHaveLength(maxVersions)
    const { inventory, issues } = readDocuments([bom(maxVersions + 1)])
    expect(inventory).toMatchObject({ components: [], formats: [] })
    expect(issues).toMatchObject([{ code: 'versions-too-many' }])
  })
})

it('a workflow that cannot be read hides nothing of the software, unlike a lockfile', () => {
  const bytes = new TextEncoder().encode('a: [\n')
  const unread = (path: string) => readDocuments([{ path, bytes }]).issues.map(({ isUnread }) => isUnread)
  expect(unread('.github/workflows/ci.yml')).toEqual([undefined])
  expect(unread('pnpm-lock.yaml')).toEqual([true])
})
