import { describe, expect, it } from 'vitest'
import { resolveManifests } from '../resolve-manifests.ts'
import { documentsOf, linesOf } from '../testing/documents.ts'
import { lostRegistry, registryOf } from '../testing/registry-of.ts'
import { environmentOf, holdsMarker } from './markers.ts'

interface Published {
  requires?: string[]
  python?: string
  isYanked?: boolean
  /** Only sources are there. */
  isSource?: boolean
}

/** Versions by name: what they require besides. */
function pythonIndex(packages: Record<string, Record<string, Published>>) {
  const documents: Record<string, string> = {}
  for (const [name, versions] of Object.entries(packages)) {
    const files = Object.entries(versions).map(([version, { python, isYanked, isSource }]) => {
      const filename = isSource
        ? `${name}-${version}.tar.gz`
        : `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`
      const url = `https://files.example.org/${filename}`
      return {
        filename,
        url,
        'core-metadata': !isSource,
        'requires-python': python ?? null,
        yanked: isYanked ?? false,
      }
    })
    documents[`/simple/${name}/`] = JSON.stringify({ files })
    for (const [at, { requires = [] }] of Object.values(versions).entries())
      documents[`${files[at]!.url}.metadata`] =
        `Metadata-Version: 2.1\nName: ${name}\n${requires.map((each) => `Requires-Dist: ${each}\n`).join('')}\nRequires-Dist: text`
  }
  return registryOf(documents)
}

async function resolved(
  path: string,
  text: string,
  index: ReturnType<typeof pythonIndex>,
): Promise<string[]> {
  const [resolution] = await resolveManifests(documentsOf({ [path]: text }), index)
  return linesOf(resolution!.packages)
}

const cases: [string, string, ReturnType<typeof pythonIndex>, string[]][] = [
  [
    'the newest version that all requests allow; no pre-release and no withdrawn one unless it is asked for',
    'a>=1,<3\nb\nc==1.0\nd>=2.0b1\n',
    pythonIndex({
      a: { '1.0': {}, '2.0': {}, '2.5rc1': {}, '3.0': {} },
      b: { '1.0': { requires: ['a (<2)'] } },
      c: { '1.0': { isYanked: true }, '1.1': {} },
      d: { '1.0': {}, '2.0b2': {} },
    }),
    ['a 1.0 b', 'b 1.0', 'c 1.0', 'd 2.0b2'],
  ],
  [
    'an older version if the newest one asks for what others do not allow',
    'app\nbase<2\n',
    pythonIndex({
      app: { '1.0': { requires: ['lib'] }, '2.0': { requires: ['lib', 'base>=2'] } },
      lib: { '1.0': {}, '2.0': { requires: ['base>=2'] } },
      base: { '1.0': {}, '2.0': {} },
    }),
    ['app 1.0', 'base 1.0', 'lib 1.0 app'],
  ],
  [
    'extras add what they name, markers leave out what is for other machines',
    'web[fast]; python_version >= "3.8"\nwin; sys_platform == "win32"\n',
    pythonIndex({
      web: {
        '1.0': {
          requires: ['core[speed]; extra == "fast"', 'slow; extra == "plain"', 'old; python_version < "3"'],
        },
      },
      core: { '1.0': { requires: ['c-part>=1; extra == "speed" and platform_system == "Linux"'] } },
      'c-part': { '1.0': {} },
    }),
    ['c-part 1.0 core', 'core 1.0 web', 'web 1.0'],
  ],
  [
    'versions for other versions of Python are left out',
    'a\n',
    pythonIndex({ a: { '1.0': { python: '>=3.6' }, '2.0': { python: '>=3.99' }, '0.9': { python: '<3' } } }),
    ['a 1.0'],
  ],
  [
    'what the index does not have has no version',
    'a==1\nlost>=2\n',
    pythonIndex({ a: { '1': {} } }),
    ['a 1', 'lost '],
  ],
  [
    'what the index does not have keeps the version that it is pinned to',
    'a\nlost==2.1\n',
    pythonIndex({ a: { '1': {} } }),
    ['a 1', 'lost 2.1'],
  ],
]

describe('the packages of a requirements.txt without versions of all', () => {
  it.each(cases)('%s', async (...[, text, index, expected]) => {
    expect(await resolved('requirements.txt', text, index)).toEqual(expected)
  })

  it('have a gap if the index has no description of a version', async () => {
    const index = pythonIndex({ a: { '1.0': { isSource: true } } })
    const [resolution] = await resolveManifests(documentsOf({ 'requirements.txt': 'a\n' }), index)
    expect(resolution!.packages.map(({ version }) => version)).toEqual(['1.0'])
    expect(resolution!.issues.map(({ gap }) => gap)).toEqual(['transitive-unlisted'])
  })

  it('stay as declared if they contradict each other, come from another index, or nothing can be asked', async () => {
    const index = pythonIndex({ a: { '1.0': {}, '2.0': {} }, b: { '1.0': { requires: ['a>1'] } } })
    const read = (text: string, facts = index) =>
      resolveManifests(documentsOf({ 'requirements.txt': text }), facts)
    expect(await read('a<2\nb\n')).toEqual([])
    expect(await read('--index-url https://own.example.org/simple\na\n')).toEqual([])
    expect(await read('a\n', lostRegistry)).toEqual([])
  })

  it('are those of the file if a tool wrote all of them', async () => {
    const index = pythonIndex({ a: { '1.0': {} } })
    expect(
      await resolveManifests(documentsOf({ 'requirements.txt': 'a==1.0\n    # via b\n' }), index),
    ).toEqual([])
  })
})

it('reads pyproject.toml: extras, groups and tables of Poetry', async () => {
  const index = pythonIndex({
    a: { '1.5': {}, '2.0': {} },
    b: { '1.0': {} },
    c: { '1.0': { requires: ['b'] } },
    d: { '1.2.9': {}, '1.3': {} },
  })
  const text = `[project]
name = "shop"
requires-python = ">=3.9"
dependencies = ["a<2"]
[project.optional-dependencies]
more = ["b"]
[dependency-groups]
dev = ["c", {include-group = "more"}]
[tool.poetry.dependencies]
python = "^3.9"
d = "~1.2"
`
  expect(await resolved('pyproject.toml', text, index)).toEqual([
    'a 1.5',
    'b 1.0 optional c',
    'c 1.0 dev',
    'd 1.2.9',
  ])
})

it.each([
  ['python_version >= "3.10"', true],
  ['python_version < "3.10" or os_name == "posix"', true],
  ['(sys_platform == "win32" or python_full_version >= "3.12.1") and os_name == "posix"', false],
  ["platform_machine not in 'arm64 aarch64'", true],
  ["'linux' in sys_platform", true],
  ['extra == "x"', false],
  ['what is this', true],
])('%s', (marker, expected) => {
  expect(holdsMarker(marker, environmentOf('3.12'))).toBe(expected)
})

describe('a requirement by its address', () => {
  const addressed = async (line: string) => {
    const [resolution] = await resolveManifests(
      documentsOf({ 'requirements.txt': `${line}\n` }),
      pythonIndex({}),
    )
    const { packages, issues } = resolution!
    return { packages, gaps: issues.map(({ gap, message }) => `${gap}: ${message}`) }
  }

  it.each([
    ['acme @ https://example.org/acme-2.5.1%2bcpu-cp311-cp311-linux_x86_64.whl', '2.5.1+cpu', 'file'],
    ['acme @ https://example.org/acme-2.5.1.tar.gz', '2.5.1', 'file'],
  ])('has the version of the name of its archive: %s', async (line, version, kind) => {
    const { packages, gaps } = await addressed(line)
    expect(packages).toMatchObject([{ name: 'acme', version, origin: { kind } }])
    expect(packages[0]).not.toHaveProperty('gap')
    expect(gaps).toEqual([
      `transitive-unlisted: What these require is not known, as no index describes them: 'acme ${version}'.`,
    ])
  })

  it('has none where the address tells none', async () => {
    const { packages } = await addressed('acme @ git+https://example.org/acme.git@main')
    expect(packages).toMatchObject([
      { version: '', origin: { kind: 'git' }, gap: 'is not from an index and has no version' },
    ])
  })
})
