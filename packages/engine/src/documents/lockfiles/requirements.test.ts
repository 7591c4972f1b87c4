import { expect, test } from 'vitest'
import type { Requirement, SourceDocument, SourceTree } from '../../inventory.ts'
import { readers } from '../readers.ts'

const encoder = new TextEncoder()

/** Who asks for a package of the first file: '^1 as al in packages/p (dev)', 'parent: ^1'. */
function asksFor(name: string, files: Record<string, string>): string[] {
  const documents = new Map(
    Object.entries(files).map(([path, text]): [string, SourceDocument] => [
      path,
      { path, bytes: encoder.encode(text) },
    ]),
  )
  const tree: SourceTree = { find: (path) => documents.get(path) ?? null, paths: () => documents.keys() }
  const [document] = documents.values()
  const reader = readers.find((each) => each.matchesPath(document!.path.split('/').at(-1)!, ''))!
  const { inventory } = reader.read(document!, tree)
  const { components } = inventory!
  const print = ({ by, range, alias, member, group, isBundled, isOverride, manifest }: Requirement) =>
    [
      ...(by === null ? [] : [`${components[by]!.name}:`]),
      range ?? '?',
      ...(alias === undefined ? [] : [`as ${alias}`]),
      ...(member === undefined ? [] : [`in ${member}`]),
      ...(group === undefined ? [] : [`(${group})`]),
      ...(isBundled ? ['bundled'] : []),
      ...(isOverride ? ['forced'] : []),
      ...(manifest === undefined ? [] : [`by ${manifest}`]),
    ].join(' ')
  return components
    .filter((each) => each.name.toLowerCase() === name)
    .flatMap((each) => (each.requirements ?? []).map(print))
}

const json = (value: unknown) => JSON.stringify(value)

const cases: [string, Record<string, string>, string[]][] = [
  [
    'npm: aliases, members, groups, bundled packages and overrides',
    {
      'package-lock.json': json({
        lockfileVersion: 3,
        packages: {
          '': { workspaces: ['packages/*'], devDependencies: { al: 'npm:victim@^1.0.0' } },
          'packages/p': { name: 'p', optionalDependencies: { victim: '1.x' } },
          'node_modules/p': { resolved: 'packages/p', link: true },
          'node_modules/al': { name: 'victim', version: '1.2.0' },
          'node_modules/victim': { version: '1.2.0' },
          'node_modules/parent': {
            version: '1.0.0',
            bundleDependencies: ['victim'],
            dependencies: { victim: '~1.2' },
          },
          'node_modules/parent/node_modules/victim': { version: '1.2.0', inBundle: true },
        },
      }),
      'package.json': json({ overrides: { victim: '1.2.0' } }),
    },
    ['npm:victim@^1.0.0 as al (dev)', 'parent: ~1.2 bundled', '1.x in packages/p (optional)', '1.2.0 forced'],
  ],
  [
    'pnpm: aliases, members, groups and overrides',
    {
      'pnpm-lock.yaml': `lockfileVersion: '9.0'
overrides: {'parent>victim': 1.2.0}
importers:
  .: {}
  packages/p:
    devDependencies:
      al: {specifier: 'npm:victim@^1.0.0', version: victim@1.2.0}
    dependencies:
      parent: {specifier: '1', version: 1.0.0}
packages:
  victim@1.2.0: {resolution: {integrity: sha512-a}}
  parent@1.0.0: {resolution: {integrity: sha512-a}}
snapshots:
  victim@1.2.0: {}
  parent@1.0.0: {dependencies: {victim: 1.2.0}}
`,
    },
    ['parent: ?', 'npm:victim@^1.0.0 as al in packages/p (dev)', '1.2.0 forced'],
  ],
  [
    'Yarn 1: aliases and members',
    {
      'yarn.lock': `# yarn lockfile v1


"al@npm:victim@^1.0.0", victim@1.x:
  version "1.2.0"
`,
      'package.json': json({ workspaces: ['packages/*'], dependencies: { al: 'npm:victim@^1.0.0' } }),
      'packages/p/package.json': json({ name: 'p', devDependencies: { victim: '1.x' } }),
    },
    ['npm:victim@^1.0.0 as al', '1.x in p (dev)'],
  ],
  [
    'Bun: members and groups',
    {
      'bun.lock': json({
        lockfileVersion: 1,
        workspaces: { '': { name: 'a' }, 'packages/p': { name: 'p', devDependencies: { victim: '^1' } } },
        packages: { p: ['p@workspace:packages/p'], victim: ['victim@1.2.0', '', {}, 'sha512-a'] },
      }),
    },
    ['^1 in packages/p (dev)'],
  ],
  [
    'Cargo: tables, targets, names and what the workspace sets',
    {
      'Cargo.lock': `version = 4
[[package]]
name = "app"
version = "0.1.0"
dependencies = ["victim", "parent"]
[[package]]
name = "m"
version = "0.1.0"
dependencies = ["victim"]
[[package]]
name = "parent"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
dependencies = ["victim"]
[[package]]
name = "victim"
version = "0.3.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
`,
      'Cargo.toml': `[package]
name = "app"
[workspace]
members = ["m"]
dependencies = { victim = "0.3" }
[target.'cfg(unix)'.dev-dependencies]
al = { package = "victim", version = "0.3.0" }
`,
      'm/Cargo.toml': '[package]\nname = "m"\n[build-dependencies]\nvictim = { workspace = true }\n',
    },
    ['0.3.0 as al in app (dev cfg(unix))', '0.3 in m (build) by Cargo.toml', 'parent: ?'],
  ],
  [
    'Mix: the requirements of packages and of the project',
    {
      'mix.lock': `%{
  "parent": {:hex, :parent, "1.0.0", "a", [:mix], [{:victim, "~> 1.0", [hex: :victim, repo: "hexpm", optional: false]}], "hexpm", "b"},
  "victim": {:hex, :victim, "1.2.0", "a", [:mix], [], "hexpm", "b"},
}
`,
      'mix.exs': 'defp deps do\n [{:parent, "~> 1.0"}, {:victim, "~> 1.2", only: :test}]\nend\n',
    },
    ['parent: ~> 1.0', '~> 1.2'],
  ],
  [
    'NuGet: the ranges of packages, projects and frameworks',
    {
      'packages.lock.json': json({
        version: 1,
        dependencies: {
          net8: {
            Victim: { type: 'Direct', requested: '[1.2.0, )', resolved: '1.2.0' },
            Parent: { type: 'Transitive', resolved: '1.0.0', dependencies: { victim: '[1.0.0, 2.0.0)' } },
            lib: { type: 'Project', dependencies: { Victim: '[1.1.0, )' } },
          },
        },
      }),
    },
    ['[1.2.0, )', 'Parent: [1.0.0, 2.0.0)', '[1.1.0, ) in lib'],
  ],
  [
    'NuGet: project.assets.json',
    {
      'project.assets.json': json({
        targets: {
          net8: {
            'Victim/1.2.0': { type: 'package' },
            'Parent/1.0.0': { type: 'package', dependencies: { Victim: '[1.0.0, 2.0.0)' } },
          },
        },
        libraries: {},
      }),
    },
    ['Parent: [1.0.0, 2.0.0)'],
  ],
  [
    'Go: replaced',
    { 'go.mod': 'module a\ngo 1.21\nrequire b v1.0.0\nreplace b => victim v1.2.0\n' },
    ['? forced'],
  ],
  [
    'uv: groups, extras and ranges',
    {
      'uv.lock': `version = 1
requires-python = ">=3.9"
[[package]]
name = "app"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "parent" }]
[package.optional-dependencies]
web = [{ name = "victim" }]
[package.dev-dependencies]
lint = [{ name = "victim" }]
[package.metadata]
requires-dist = [{ name = "parent" }, { name = "victim", marker = "extra == 'web'", specifier = ">=1,<2" }]
[package.metadata.requires-dev]
lint = [{ name = "victim", specifier = "<2" }]
[[package]]
name = "parent"
version = "1.0"
dependencies = [{ name = "victim" }]
[[package]]
name = "victim"
version = "1.2"
`,
    },
    ['>=1,<2 (extra web)', '<2 (lint)', 'parent: ?'],
  ],
  [
    'Poetry: groups, extras and ranges',
    {
      'poetry.lock': `[[package]]
name = "victim"
version = "1.2"
[[package]]
name = "parent"
version = "1.0"
[package.dependencies]
victim = ">=1,<2"
[metadata]
lock-version = "2.1"
`,
      'pyproject.toml': `[tool.poetry.dependencies]
python = "^3.9"
victim = { version = "^1.0", optional = true }
[tool.poetry.extras]
web = ["victim"]
[tool.poetry.group.lint.dependencies]
victim = "^1.1"
`,
    },
    ['parent: >=1,<2', '^1.0 (extra web)', '^1.1 (lint)'],
  ],
  [
    'PDM: groups and ranges',
    {
      'pdm.lock': `[metadata]
lock_version = "4.5.0"
[[package]]
name = "victim"
version = "1.2"
[[package]]
name = "parent"
version = "1.0"
dependencies = ["victim<2"]
`,
      'pyproject.toml': '[project]\nname = "a"\n[dependency-groups]\ndev = ["victim>=1"]\n',
    },
    ['parent: <2', '>=1 (dev)'],
  ],
  [
    'Pipenv: sections',
    {
      'Pipfile.lock': json({ _meta: {}, default: {}, develop: { victim: { version: '==1.2' } } }),
      Pipfile: '[dev-packages]\nvictim = "<2"\n',
    },
    ['<2 (dev)'],
  ],
  [
    'Composer: sections and constraints',
    {
      'composer.lock': json({
        'content-hash': 'a',
        packages: [{ name: 'a/parent', version: '1.0', require: { 'a/victim': '^1' } }],
        'packages-dev': [{ name: 'a/victim', version: '1.2' }],
      }),
      'composer.json': json({ 'require-dev': { 'a/victim': '~1.2' } }),
    },
    ['a/parent: ^1', '~1.2 (dev)'],
  ],
  [
    'Bundler: requirements',
    {
      'Gemfile.lock':
        'GEM\n  remote: https://rubygems.org/\n  specs:\n    parent (1.0)\n      victim (>= 1, < 2)\n    victim (1.2)\n\nDEPENDENCIES\n  victim (~> 1.0)\n',
    },
    ['~> 1.0', 'parent: >= 1, < 2'],
  ],
]

test.each(cases)('%s', (_, files, expected) => {
  const name = Object.keys(files)[0] === 'composer.lock' ? 'a/victim' : 'victim'
  expect(asksFor(name, files)).toEqual(expected)
})

test('Maven: versions of the file, of a property, and of another file', () => {
  const dependency = (name: string, version: string) =>
    `<dependency><groupId>a</groupId><artifactId>${name}</artifactId>${version}</dependency>`
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>x</artifactId>
    <version>1</version><properties><b.version>1.2</b.version></properties>
    <dependencyManagement><dependencies>${dependency('managed', '<version>1.2</version>')}</dependencies></dependencyManagement>
    <dependencies>${dependency('plain', '<version>1.2</version>')}${dependency('property', '<version>${b.version}</version>')}
    ${dependency('managed', '')}${dependency('elsewhere', '')}</dependencies></project>`
  const of = (name: string) => asksFor(`a:${name}`, { 'pom.xml': pom })
  expect([of('plain'), of('property'), of('managed'), of('elsewhere')]).toEqual([
    ['1.2'],
    ['${b.version}'],
    ['1.2'],
    ['? forced'],
  ])
})
