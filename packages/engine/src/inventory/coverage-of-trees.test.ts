import { expect, test } from 'vitest'
import { type Coverage, computeCoverage } from '../coverage.ts'
import { readDocuments } from '../documents/read.ts'
import { type GapReason, gapReasons } from '../gap-reasons.ts'
import type { SourceDocument } from '../inventory.ts'
import { type Catalog, catalogTree } from './catalog.ts'
import { catalogImage } from './image/catalog-image.ts'
import { partsOfFiles } from './image/stored-image.ts'
import { bytesOf, makeTar, makeZip } from './testing/make-archives.ts'
import { makeLayout } from './testing/make-image.ts'
import { openContext } from './testing/open-archive.ts'
import { memorySource } from './trees/byte-source.ts'
import { tarTree } from './trees/tar-tree.ts'
import { zipTree } from './trees/zip-tree.ts'
import { writeInventory } from './write-inventory.ts'

type Project = Readonly<Record<string, string>>

const packageLock = (...packages: [name: string, more: object][]) =>
  JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'app', dependencies: Object.fromEntries(packages.map(([name]) => [name, '*'])) },
      ...Object.fromEntries(
        packages.map(([name, more]) => [`node_modules/${name}`, { version: '1.0.0', ...more }]),
      ),
    },
  })
const npm = (more: object): Project => ({ 'app/package-lock.json': packageLock(['b', {}], ['a', more]) })

/** A project with a gap of each kind; null if only documents other than lockfiles and manifests have it. */
const projects: Readonly<Record<GapReason, Project | null>> = {
  'source-git': npm({ resolved: 'git+ssh://git@example.org/a.git#0123456789abcdef0123456789abcdef01234567' }),
  'source-folder': npm({ resolved: 'file:../a' }),
  'source-file': npm({ resolved: 'https://example.org/files/a.tgz' }),
  'source-private': npm({ resolved: 'https://npm.example.org/a/-/a-1.0.0.tgz' }),
  'action-commit': {
    '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n      - uses: a/b@${'0123456789'.repeat(4)}\n`,
  },
  'image-unscanned': null,
  'purl-missing': null,
  'ecosystem-unsupported': null,
  'version-missing': {
    'pom.xml':
      '<project><groupId>g</groupId><artifactId>app</artifactId><version>1</version><dependencies><dependency><groupId>org.example</groupId><artifactId>b</artifactId></dependency></dependencies></project>',
  },
  'version-unreadable': npm({ version: 'latest' }),
  'release-missing': null,
  'advisories-missing': { 'conan.lock': JSON.stringify({ version: '0.5', requires: ['zlib/1.2.11#1%1'] }) },
  'advisories-outdated': {
    'mix.lock': '%{\n  "plug": {:hex, :plug, "1.0.0", "", [:mix], [], "hexpm", ""},\n}\n',
  },
  'lockfile-missing': { 'web/package.json': JSON.stringify({ devDependencies: { a: '^1.0.0' } }) },
  'transitive-unlisted': { 'requirements.txt': 'requests==2.19.0\n' },
  'file-unsupported': { 'edge/shard.lock': 'version: 2.0\n' },
  'file-unread': { 'app/yarn.lock': '\u0000' },
  'document-empty': null,
}

const cargo = {
  'Cargo.lock':
    'version = 3\n\n[[package]]\nname = "rand"\nversion = "0.8.5"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
}

function cover(documents: readonly SourceDocument[]): Coverage {
  const { inventory, issues } = readDocuments(documents)
  return computeCoverage({
    inventory,
    issues: [...inventory.issues, ...issues],
    hasAdvisories: (id) => id !== 'conan',
    hasPackage: () => false,
    freshnessOf: (id) => (id === 'hex' ? 'outdated' : 'current'),
    acceptedGaps: [],
    now: 0,
  })
}

/** Positions are those of the documents: only of files they are the same. */
const summarize = ({ listed, checked, gaps }: Coverage) => ({
  listed,
  checked,
  gaps: gaps
    .map(({ reason, component, where, isDevelopment }) =>
      [reason, component === null ? where : '', isDevelopment ? 'development' : ''].join(' '),
    )
    .toSorted(),
})

const documentsOf = (files: Project): SourceDocument[] =>
  Object.entries(files).map(([path, text]) => ({ path, bytes: bytesOf(text) }))

const written = (catalog: Catalog): SourceDocument[] => [
  { path: 'app.cdx.json', bytes: writeInventory(catalog, { type: 'application', name: 'app', version: '' }) },
]

const inTree: Readonly<Record<string, (files: Project) => Promise<Catalog>>> = {
  async tar(files) {
    const { tree } = await tarTree(memorySource(makeTar(Object.entries(files))), openContext())
    return catalogTree(tree, openContext())
  },
  async zip(files) {
    const { tree } = await zipTree(memorySource(makeZip(Object.entries(files))), openContext())
    return catalogTree(tree, openContext())
  },
  async image(files) {
    const stored = makeLayout({ layers: [[['etc/hostname', 'a']], Object.entries(files)] })
    const open = (path: string) => Promise.resolve(stored.has(path) ? memorySource(stored.get(path)!) : null)
    const choice = { platform: 'linux/amd64', isExplicit: false }
    const parts = await partsOfFiles({ open }, { choice, codecs: openContext().codecs })
    return catalogImage(parts!, openContext())
  },
}

const projectsWithGap = gapReasons.flatMap((reason) => {
  const project = projects[reason]
  return project === null ? [] : [{ reason, files: { ...cargo, ...project } }]
})

test.for(projectsWithGap)(
  'a folder and each archive of it have the same gaps: $reason',
  async ({ reason, files }) => {
    const expected = summarize(cover(documentsOf(files)))
    expect(expected.gaps.some((gap) => gap.startsWith(`${reason} `))).toBe(true)
    for (const [kind, catalog] of Object.entries(inTree))
      expect({ kind, ...summarize(cover(written(await catalog(files)))) }).toEqual({ kind, ...expected })
  },
)

test('a gap of an archive names the file in it', async () => {
  const files = { ...cargo, ...projects['source-git'] }
  const { gaps } = cover(written(await inTree['tar']!(files)))
  expect(gaps).toMatchObject([{ reason: 'source-git', where: 'app/package-lock.json' }])
})

/** A manifest, what is installed for it, and what is not. */
test.for<[manifest: string, text: string, installed: string, other: string]>([
  [
    'app/package.json',
    '{"dependencies":{"a":"1"}}',
    'app/node_modules/a/package.json',
    'usr/lib/node_modules/npm/package.json',
  ],
  [
    'app/pyproject.toml',
    '[project]\ndependencies = ["a"]\n',
    'usr/lib/python3/site-packages/a-1.dist-info/METADATA',
    'usr/lib/python3/site-packages/pip-1.dist-info/METADATA',
  ],
  [
    'app/requirements.txt',
    'a==1\n',
    'app/.venv/lib/python3/site-packages/a-1.dist-info/METADATA',
    'app/lib/a.py',
  ],
  [
    'app/Gemfile',
    "gem 'a'\n",
    'usr/lib/ruby/gems/specifications/a-1.gemspec',
    'usr/lib/ruby/gems/specifications/default/a-1.gemspec',
  ],
  [
    'composer.json',
    '{"require":{"a/b":"1"}}',
    'vendor/composer/installed.json',
    'a/vendor/composer/installed.json',
  ],
])('%s is no gap if its packages are installed', async ([manifest, text, installed, other]) => {
  const gapsWith = async (file: string) =>
    (await inTree['tar']!({ [manifest]: text, [file]: '{}' })).issues.flatMap(({ gap }) => gap ?? [])
  expect(await gapsWith(installed)).toEqual([])
  expect(await gapsWith(other)).toHaveLength(1)
})

test('manifests of installed packages and of the operating system are no gaps', async () => {
  const text = '{"dependencies":{"a":"1"}}'
  const { issues } = await inTree['tar']!({
    'usr/share/nodejs/b/package.json': text,
    'var/lib/dpkg/info/node-b.list': '/usr/share/nodejs/b/package.json\n',
    'usr/lib/ruby/gems/3.2.0/gems/a-1.0.0/Gemfile': "gem 'b'\n",
    'usr/local/cargo/registry/src/a-1.0.0/Cargo.toml': '[dependencies]\na = "1"\n',
  })
  expect(issues).toEqual([])
})
