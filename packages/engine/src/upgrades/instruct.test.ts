import { execFileSync } from 'node:child_process'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystems } from '../ecosystems.ts'
import type { Component, Requirement } from '../inventory.ts'
import { describeObstacles, malwareAdvice } from './describe-instruction.ts'
import { instruct, shellLine, shellLines } from './instruct.ts'

type Request = Partial<Omit<Requirement, 'by'>> & {
  /** 'name version'; absent for the project itself. */
  by?: string
}

interface Case {
  lockfile: string | null
  name?: string
  from?: string
  to?: string | null
  isDirect?: boolean | null
  asks?: Request[]
  /** Another locked version, and who asks for it. */
  other?: { version: string; asks: Request[] }
}

/** The line for a shell, or what else to do. */
function adviceFor(
  ecosystem: EcosystemId,
  { lockfile, name = 'victim', from = '1.2.0', to = '1.3.0', isDirect, asks = [], other }: Case,
): string {
  const components: Component[] = []
  const add = (of: Partial<Component>) =>
    components.push({
      ecosystem,
      name,
      version: from,
      purl: null,
      scope: 'runtime',
      isDirect: null,
      requiredBy: [],
      licenses: [],
      locations: lockfile === null ? [] : [lockfile],
      ...of,
    }) - 1
  const requirementsOf = (all: Request[]) =>
    all.map(({ by, ...asked }): Requirement => {
      const [dependent, version = ''] = by?.split(' ') ?? []
      const index = dependent === undefined ? null : add({ name: dependent, version })
      return { file: lockfile ?? '', by: index, ...asked }
    })
  const isOwn = isDirect ?? (asks.length === 0 ? null : asks.some(({ by }) => by === undefined))
  const replaced = [add({ isDirect: isOwn })]
  const requirements = requirementsOf(asks)
  if (asks.length > 0) components[replaced[0]!]!.requirements = requirements
  const all = [...replaced]
  if (other) {
    const index = add({ version: other.version })
    components[index]!.requirements = requirementsOf(other.asks)
    all.push(index)
  }
  const placed = instruct({ ecosystem, name, to, components, replaced, all })
  return [shellLine(placed), ...describeObstacles(placed, to === null)]
    .filter((each) => each !== null)
    .join(' | ')
}

const cases: [EcosystemId, string, Case, string][] = [
  [
    'npm',
    'direct',
    { lockfile: 'package-lock.json', asks: [{ range: '^1.0.0' }] },
    'npm install victim@1.3.0',
  ],
  [
    'npm',
    'in a folder',
    { lockfile: 'web/a b/package-lock.json', asks: [{ range: '^1.0.0' }] },
    "(cd 'web/a b' && npm install victim@1.3.0)",
  ],
  [
    'npm',
    'a development dependency keeps its group',
    { lockfile: 'package-lock.json', asks: [{ range: '^1.0.0', group: 'dev' }] },
    'npm install victim@1.3.0',
  ],
  [
    'npm',
    'an alias of two members and of the root',
    {
      lockfile: 'package-lock.json',
      asks: [{ alias: 'al' }, { alias: 'al', member: 'packages/p' }, { member: 'packages/q' }],
    },
    'npm install al@npm:victim@1.3.0 && npm install al@npm:victim@1.3.0 --workspace packages/p && npm install victim@1.3.0 --workspace packages/q',
  ],
  [
    'npm',
    'a folder that is no workspace',
    { lockfile: 'package-lock.json', asks: [{ manifest: 'lib/package.json' }] },
    'Edit lib/package.json',
  ],
  [
    'npm',
    'transitive, in range',
    { lockfile: 'package-lock.json', asks: [{ by: 'parent 1.0.0', range: '^1.0.0' }] },
    'npm update victim',
  ],
  [
    'npm',
    'transitive, out of range',
    { lockfile: 'package-lock.json', to: '2.0.0', asks: [{ by: 'parent 1.0.0', range: '^1.0.0' }] },
    "npm pkg set 'overrides[parent@1.0.0][victim@1.2.0]=2.0.0' && npm install",
  ],
  [
    'npm',
    'a name in which npm would see a path',
    { lockfile: 'package-lock.json', to: '2.0.0', asks: [{ by: 'pa[r]ent 1.0.0', range: '^1.0.0' }] },
    'Edit package.json',
  ],
  [
    'npm',
    'direct, and transitive out of range',
    {
      lockfile: 'package-lock.json',
      to: '2.0.0',
      asks: [{ range: '^1' }, { by: 'parent 1.0.0', range: '^1' }],
    },
    "npm pkg set 'overrides[parent@1.0.0][victim@1.2.0]=2.0.0' && npm install victim@2.0.0",
  ],
  [
    'npm',
    'bundled',
    { lockfile: 'package-lock.json', asks: [{ by: 'parent 1.0.0', range: '^1.0.0', isBundled: true }] },
    'The archive of parent 1.0.0 contains it: only another release of parent replaces it',
  ],
  [
    'npm',
    'a peer that does not allow it',
    {
      lockfile: 'package-lock.json',
      to: '2.0.0',
      asks: [{}, { by: 'plugin 3.0.0', range: '^1', group: 'peer' }],
    },
    'plugin 3.0.0 does not allow it, and no release of plugin is known that does',
  ],
  [
    'npm',
    'an optional peer that is ignored already',
    { lockfile: 'package-lock.json', asks: [{}, { by: 'plugin 3.0.0', range: '^9', group: 'peer' }] },
    'npm install victim@1.3.0',
  ],
  [
    'npm',
    'overridden',
    {
      lockfile: 'package-lock.json',
      asks: [
        { by: 'parent 1.0.0', range: '^1' },
        { isOverride: true, range: '1.2.0' },
      ],
      isDirect: false,
    },
    "npm pkg set 'overrides[victim]=1.3.0' && npm install",
  ],
  [
    'npm',
    'overridden below a dependent',
    { lockfile: 'package-lock.json', asks: [{ by: 'parent 1.0.0' }, { isOverride: true }], isDirect: false },
    'Edit package.json',
  ],
  ['npm', 'an SBOM', { lockfile: 'bom.json', isDirect: true }, 'npm install victim@1.3.0'],
  ['npm', 'an SBOM without a graph', { lockfile: 'bom.json' }, 'Edit package.json'],
  [
    'npm',
    'malware',
    { lockfile: 'package-lock.json', to: null, asks: [{ alias: 'al', member: 'packages/p' }] },
    'npm uninstall al --workspace packages/p',
  ],
  [
    'npm',
    'transitive malware',
    { lockfile: 'package-lock.json', to: null, asks: [{ by: 'parent 1.0.0' }] },
    'parent 1.0.0 brings it in: remove or replace it, too',
  ],
  [
    'npm',
    'pnpm: groups and members',
    {
      lockfile: 'pnpm-lock.yaml',
      asks: [
        { group: 'dev', format: 'pnpm workspace' },
        { group: 'optional', member: 'packages/p', alias: 'al', format: 'pnpm workspace' },
      ],
    },
    'pnpm add -w -D victim@1.3.0 && pnpm --filter ./packages/p add -O al@npm:victim@1.3.0',
  ],
  [
    'npm',
    'pnpm: a catalog',
    { lockfile: 'pnpm-lock.yaml', asks: [{ range: 'catalog:', format: 'pnpm' }] },
    'Edit pnpm-workspace.yaml',
  ],
  [
    'npm',
    'pnpm: transitive, of the same line',
    { lockfile: 'pnpm-lock.yaml', asks: [{ by: 'parent 1.0.0' }] },
    'pnpm update victim',
  ],
  [
    'npm',
    'pnpm: transitive, of another line',
    { lockfile: 'pnpm-lock.yaml', to: '2.0.0', asks: [{ by: 'parent 1.0.0' }] },
    "Edit pnpm-workspace.yaml: overrides: { 'parent@1.0.0>victim': '2.0.0' }",
  ],
  [
    'npm',
    'Yarn 1: groups and members',
    {
      lockfile: 'yarn.lock',
      asks: [
        { group: 'dev', format: 'yarn.lock 1 workspace' },
        { member: 'p', alias: 'al', format: 'yarn.lock 1' },
      ],
    },
    'yarn add -W -D victim@1.3.0 && yarn workspace p add al@npm:victim@1.3.0',
  ],
  [
    'npm',
    'Yarn 1: transitive',
    { lockfile: 'yarn.lock', asks: [{ by: 'parent 1.0.0', range: '^1', format: 'yarn.lock 1' }] },
    "npm pkg set 'resolutions[**/parent/victim]=1.3.0' && yarn install",
  ],
  [
    'npm',
    'Yarn 1: a dependent asks for two versions',
    {
      lockfile: 'yarn.lock',
      asks: [{ by: 'parent 1.0.0', range: '^1', format: 'yarn.lock 1' }],
      to: '2.0.0',
      other: { version: '3.0.0', asks: [{ by: 'parent 2.0.0', range: '^3', format: 'yarn.lock 1' }] },
    },
    'parent 1.0.0 does not allow it, and no release of parent is known that does',
  ],
  [
    'npm',
    'Yarn 2: transitive, in range and direct',
    {
      lockfile: 'yarn.lock',
      asks: [
        { range: 'npm:^1', format: 'yarn.lock 2' },
        { by: 'parent 1.0.0', range: 'npm:^1', format: 'yarn.lock 2' },
      ],
    },
    'yarn add victim@1.3.0 && yarn up -R victim',
  ],
  [
    'npm',
    'Bun: groups and members',
    { lockfile: 'bun.lock', asks: [{ group: 'dev' }, { member: 'packages/p', group: 'optional' }] },
    'bun add -d victim@1.3.0 && bun add --cwd packages/p --optional victim@1.3.0',
  ],
  [
    'npm',
    'Bun: overrides take every version',
    {
      lockfile: 'bun.lock',
      to: '2.0.0',
      asks: [{ by: 'parent 1.0.0', range: '^1' }],
      other: { version: '3.0.0', asks: [{ by: 'new 1.0.0', range: '^3' }] },
    },
    'parent 1.0.0 does not allow it, and no release of parent is known that does',
  ],
  [
    'crates.io',
    'in range',
    { lockfile: 'Cargo.lock', asks: [{ range: '1' }, { by: 'parent 1.0.0' }] },
    'cargo update -p victim@1.2.0 --precise 1.3.0',
  ],
  [
    'crates.io',
    'out of range, by table, name and member',
    {
      lockfile: 'Cargo.lock',
      from: '0.3.0',
      to: '0.4.0',
      asks: [
        { range: '0.3', group: 'dev', alias: 'al', member: 'app' },
        { range: '0.3', group: 'build' },
      ],
    },
    'cargo add victim@0.4.0 --rename al --dev -p app && cargo add victim@0.4.0 --build && cargo update --workspace',
  ],
  [
    'crates.io',
    'a dependent of another line',
    { lockfile: 'Cargo.lock', from: '0.3.0', to: '0.4.0', asks: [{ by: 'parent 1.0.0' }] },
    'parent 1.0.0 does not allow it, and no release of parent is known that does',
  ],
  ['crates.io', 'unknown place', { lockfile: 'Cargo.lock' }, 'Edit Cargo.toml'],
  [
    'crates.io',
    'malware',
    { lockfile: 'Cargo.lock', to: null, asks: [{ group: 'dev', member: 'app' }] },
    'cargo remove victim --dev -p app',
  ],
  [
    'go',
    'a module',
    { lockfile: 'api/go.mod', name: 'golang.org/x/net', to: 'v0.17.0' },
    '(cd api && go get golang.org/x/net@v0.17.0 && go mod tidy)',
  ],
  ['go', 'the standard library', { lockfile: 'go.mod', name: 'stdlib', to: '1.21.3' }, 'go get go@1.21.3'],
  ['go', 'replaced', { lockfile: 'go.mod', asks: [{ isOverride: true }] }, 'Edit go.mod'],
  [
    'go',
    'a vendored module',
    { lockfile: 'api/vendor/modules.txt' },
    '(cd api && go get victim@v1.3.0 && go mod tidy && go mod vendor)',
  ],
  [
    'go',
    'a vendored replacement',
    { lockfile: 'vendor/modules.txt', asks: [{ isOverride: true }] },
    'Edit go.mod',
  ],
  ['go', 'malware', { lockfile: 'go.mod', to: null }, 'go get victim@none && go mod tidy'],
  ['pypi', 'a pin', { lockfile: 'requirements.txt' }, 'Edit requirements.txt: victim==1.3.0'],
  [
    'pypi',
    'uv: in range',
    { lockfile: 'uv.lock', asks: [{ range: '>=1' }] },
    'uv lock --upgrade-package victim==1.3.0',
  ],
  [
    'pypi',
    'uv: out of range, by group, extra and member',
    {
      lockfile: 'uv.lock',
      to: '2.0.0',
      asks: [
        { range: '<2', group: 'lint' },
        { range: '<2', group: 'extra web', member: 'app' },
      ],
    },
    "uv add --group lint 'victim>=2.0.0' --upgrade-package victim==2.0.0 && uv add --optional web --package app 'victim>=2.0.0' --upgrade-package victim==2.0.0",
  ],
  [
    'pypi',
    'Poetry: in and out of range',
    { lockfile: 'poetry.lock', asks: [{ range: '^1.0', group: 'dev' }] },
    'poetry update victim',
  ],
  [
    'pypi',
    'Poetry: out of range',
    { lockfile: 'poetry.lock', to: '2.0.0', asks: [{ range: '^1.0', group: 'dev' }] },
    'poetry add --group dev victim@^2.0.0',
  ],
  [
    'pypi',
    'Poetry: a dependent does not allow it',
    { lockfile: 'poetry.lock', to: '2.0.0', asks: [{ by: 'parent 1.0', range: '>=1,<2' }] },
    'parent 1.0 does not allow it, and no release of parent is known that does',
  ],
  [
    'pypi',
    'PDM: out of range',
    {
      lockfile: 'pdm.lock',
      to: '2.0.0',
      asks: [
        { range: '<2', group: 'dev' },
        { range: '<2', group: 'extra web' },
      ],
    },
    "pdm add -dG dev 'victim>=2.0.0' && pdm add -G web 'victim>=2.0.0'",
  ],
  [
    'packagist',
    'out of range',
    { lockfile: 'composer.lock', to: '2.0.0', asks: [{ range: '^1', group: 'dev' }] },
    "composer require --dev 'victim:^2.0.0' --with-all-dependencies".replaceAll("'", ''),
  ],
  [
    'packagist',
    'in range',
    { lockfile: 'composer.lock', asks: [{ by: 'parent 1.0', range: '^1' }] },
    'composer update victim --with victim:1.3.0 --with-dependencies',
  ],
  [
    'rubygems',
    'in range',
    { lockfile: 'Gemfile.lock', asks: [{ range: '~> 1.0' }] },
    'bundle update --conservative victim',
  ],
  [
    'rubygems',
    'out of range',
    { lockfile: 'Gemfile.lock', to: '2.0.0', asks: [{ range: '~> 1.0' }] },
    "Edit Gemfile: gem 'victim', '~> 2.0.0'",
  ],
  [
    'maven',
    'a version in the file',
    { lockfile: 'pom.xml', name: 'a:b', asks: [{ range: '1.2.0' }] },
    'mvn versions:use-dep-version -Dincludes=a:b -DdepVersion=1.3.0 -DforceVersion=true -DgenerateBackupPoms=false',
  ],
  [
    'maven',
    'a version in a property',
    { lockfile: 'pom.xml', name: 'a:b', asks: [{ range: '${b.version}' }] },
    'mvn versions:set-property -Dproperty=b.version -DnewVersion=1.3.0 -DgenerateBackupPoms=false',
  ],
  [
    'maven',
    'a version from a parent or BOM',
    { lockfile: 'pom.xml', name: 'a:b', asks: [{ isOverride: true }] },
    'Edit pom.xml: dependencyManagement: a:b:1.3.0',
  ],
  [
    'maven',
    'Gradle',
    { lockfile: 'gradle.lockfile', name: 'a:b' },
    'Edit build.gradle: dependencies { constraints { implementation("a:b:1.3.0") } }',
  ],
  [
    'maven',
    'a plugin of a Gradle build',
    { lockfile: 'buildscript-gradle.lockfile', name: 'a:b' },
    'Edit build.gradle: buildscript { dependencies { constraints { classpath("a:b:1.3.0") } } }',
  ],
  [
    'nuget',
    'direct',
    { lockfile: 'packages.lock.json', isDirect: true },
    'dotnet add package victim --version 1.3.0',
  ],
  ['hex', 'Mix', { lockfile: 'mix.lock' }, 'mix deps.update victim'],
  ['hex', 'rebar3', { lockfile: 'rebar.lock' }, 'rebar3 upgrade victim'],
  ['hex', 'Gleam', { lockfile: 'manifest.toml' }, 'gleam update victim'],
  [
    'julia',
    'Pkg',
    { lockfile: 'Manifest.toml', isDirect: true },
    'julia --project -e \'using Pkg; Pkg.update("victim")\'',
  ],
  [
    'julia',
    'Pkg, transitive',
    { lockfile: 'Manifest.toml', isDirect: false },
    'julia --project -e \'using Pkg; Pkg.update("victim"; mode=PKGMODE_MANIFEST)\'',
  ],
  [
    'julia',
    'malware',
    { lockfile: 'Manifest.toml', isDirect: true, to: null },
    'julia --project -e \'using Pkg; Pkg.rm("victim")\'',
  ],
  [
    'julia',
    'a name that is code',
    { lockfile: 'Manifest.toml', name: 'a"); exit(1); ("', isDirect: true },
    '',
  ],
  [
    'opam',
    'a lockfile',
    { lockfile: 'shop.opam.locked' },
    'opam install victim.1.3.0 && opam lock ./shop.opam',
  ],
  ['opam', 'malware', { lockfile: 'shop.opam.locked', to: null }, 'Edit shop.opam'],
  ['debian', 'a package', { lockfile: null }, 'apt-get install --only-upgrade victim'],
  ['alpine', 'a package', { lockfile: null }, 'apk add --upgrade victim'],
  ['rocky-linux', 'a package', { lockfile: null }, 'dnf upgrade victim'],
  ['suse', 'a package', { lockfile: null }, 'zypper update victim'],
]

test.each(cases)('%s: %s', (...[ecosystem, , of, expected]) => {
  expect(adviceFor(ecosystem, of)).toBe(expected)
})

test('what is vendored takes one line with its manifest', () => {
  const component: Component = {
    ecosystem: 'go',
    name: 'b',
    version: 'v1.0.0',
    purl: null,
    scope: 'runtime',
    isDirect: true,
    requiredBy: [],
    licenses: [],
    locations: ['api/go.mod', 'api/go.sum', 'api/vendor/modules.txt'],
  }
  const input = { ecosystem: 'go', name: 'b', to: 'v1.1.0', components: [component] } as const
  const placed = instruct({ ...input, replaced: [0], all: [0] })
  expect(shellLine(placed)).toBe('(cd api && go get b@v1.1.0 && go mod tidy && go mod vendor)')
})

test('what a lockfile leaves out is changed in the manifest that asks for it', () => {
  const file = 'java/MODULE.bazel.lock'
  const component: Component = {
    ecosystem: 'maven',
    name: 'a:b',
    version: '1.0',
    purl: null,
    scope: 'runtime',
    isDirect: true,
    sureness: 'declared',
    requiredBy: [],
    requirements: [{ file, by: null, range: '1.0', manifest: 'MODULE.bazel' }],
    licenses: [],
    locations: [file],
  }
  const input = { ecosystem: 'maven', name: 'a:b', to: '1.1', components: [component] } as const
  expect(describeObstacles(instruct({ ...input, replaced: [0], all: [0] }))).toEqual([
    'Edit java/MODULE.bazel',
  ])
})

test('a command that an upgrade before has run is not run again', () => {
  const parent = ['npm install web@1.2.0']
  const plans = [
    [{ lockfile: 'package-lock.json', commands: parent }],
    [{ lockfile: 'package-lock.json', commands: [...parent, 'npm update qs'] }],
    [{ lockfile: 'package-lock.json', commands: parent }],
    [{ lockfile: 'docs/package-lock.json', commands: parent }],
  ]
  expect(shellLines(plans)).toEqual([
    'npm install web@1.2.0',
    'npm update qs',
    null,
    '(cd docs && npm install web@1.2.0)',
  ])
})

test('malware is removed or replaced, and its machines count as compromised', () => {
  const squat = { name: 'squat', to: null, isMalware: true, command: 'npm uninstall squat' }
  expect(malwareAdvice(squat)).toBe(
    'squat is malware: remove it (`npm uninstall squat`), and treat the machines that installed it as compromised: change their secrets',
  )
  expect(malwareAdvice({ ...squat, to: '1.0.1' })).toContain('go to 1.0.1, and treat')
  expect(malwareAdvice({ ...squat, isMalware: false })).toBeNull()
})

describe('hostile names and versions', () => {
  /** The words of the command as parsed by a shell, one per line. */
  const wordsOf = (command: string) =>
    execFileSync(
      'sh',
      ['-c', `for word in ${command.replaceAll(/ && |[()]/g, ' ')}; do printf '%s\\n' "$word"; done`],
      { encoding: 'utf8' },
    ).split('\n')

  test.each(ecosystems.filter((each) => each.instruct).map(({ id }) => id))(
    'are quoted for the shell: %s',
    (id) => {
      const hostile = ['a b', '$(touch x)', '`id`', "a'b", 'a;b', 'a\\b', 'a"b', 'a&b', '*', '~root', 'a|b']
      const arbitrary = fc.constantFrom(...hostile)
      const plain = hostile.filter((each) => !/[()]|&& /.test(each))
      fc.assert(
        fc.property(arbitrary, arbitrary, fc.boolean(), (name, version, isDirect) => {
          if (!plain.includes(name) || !plain.includes(version)) return
          const asks = isDirect ? [{ range: '*' }] : [{ by: 'parent 1.0.0', range: '*' }]
          const components = [
            componentOf(id, name, asks),
            { ...componentOf(id, 'parent', []), version: '1.0.0' },
          ]
          const placed = instruct({ ecosystem: id, name, to: version, components, replaced: [0], all: [0] })
          const command = shellLine(placed)
          if (command !== null) expect(wordsOf(command).some((word) => word.includes(name))).toBe(true)
        }),
        { numRuns: 15 },
      )
      for (const name of ['a\nb', 'a\u0000b', 'a\u202eb', 'a\u001b[2J', '--registry=https://evil.example'])
        expect(adviceFor(id, { lockfile: 'x', name, isDirect: true }).split(' | ')[0]).not.toContain(name)
    },
  )
})

const componentOf = (ecosystem: EcosystemId, name: string, asks: Request[]): Component => ({
  ecosystem,
  name,
  version: '1.0.0',
  purl: null,
  scope: 'runtime',
  isDirect: true,
  requiredBy: [],
  requirements: asks.map(({ by, ...asked }) => ({ file: 'x', by: by === undefined ? null : 1, ...asked })),
  licenses: [],
  locations: ['x'],
})
