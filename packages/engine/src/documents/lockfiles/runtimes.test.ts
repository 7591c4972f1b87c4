import { expect, test } from 'vitest'
import { readDocuments } from '../read.ts'

const python = '[[package]]\nname = "a"\nversion = "1.0"\n'
const lines = (...all: string[]) => all.join('\n')

test.for<[path: string, text: string, expected: object, more?: Record<string, string>]>([
  ['uv.lock', `version = 1\nrequires-python = ">=3.9"\n\n${python}`, { range: '>=3.9' }],
  [
    'poetry.lock',
    `${python}\n[metadata]\nlock-version = "2.0"\npython-versions = "^3.9"\n`,
    { range: '^3.9', isWhole: true },
  ],
  [
    'pdm.lock',
    `[metadata]\nlock_version = "4.5.0"\n\n[[metadata.targets]]\nrequires_python = ">=3.9"\n\n${python}`,
    { range: '>=3.9', isWhole: true },
  ],
  [
    'pylock.toml',
    'lock-version = "1.0"\nrequires-python = ">=3.9"\n\n[[packages]]\nname = "a"\nversion = "1.0"\n',
    { range: '>=3.9' },
  ],
  [
    'Pipfile.lock',
    JSON.stringify({ _meta: { requires: { python_version: '3.9' } }, default: { a: { version: '==1.0' } } }),
    { range: '==3.9.*' },
  ],
  [
    'Pipfile.lock',
    JSON.stringify({
      _meta: { requires: { python_full_version: '3.9.2' } },
      default: { a: { version: '==1.0' } },
    }),
    { range: '==3.9.2' },
  ],
  [
    'package-lock.json',
    JSON.stringify({
      lockfileVersion: 3,
      packages: { '': { engines: { node: '>=18' } }, 'node_modules/a': { version: '1.0.0' } },
    }),
    { range: '>=18' },
  ],
  [
    'package-lock.json',
    JSON.stringify({ lockfileVersion: 1, dependencies: { a: { version: '1.0.0' } } }),
    { range: '>=18' },
    { 'package.json': '{"engines":{"node":">=18"}}' },
  ],
  [
    'yarn.lock',
    '# yarn lockfile v1\n\n\na@^1:\n  version "1.0.0"\n',
    { range: '>=18' },
    { 'package.json': '{"engines":{"node":">=18"}}' },
  ],
  [
    'pnpm-lock.yaml',
    "lockfileVersion: '9.0'\npackages:\n  a@1.0.0: {}\nsnapshots:\n  a@1.0.0: {}\n",
    { range: '>=18' },
    { 'package.json': '{"engines":{"node":">=18"}}' },
  ],
  [
    'bun.lock',
    JSON.stringify({
      lockfileVersion: 1,
      workspaces: { '': { name: 'x' } },
      packages: { a: ['a@1.0.0', '', {}, ''] },
    }),
    { range: '>=18' },
    { 'package.json': '{"engines":{"node":">=18"}}' },
  ],
  [
    'composer.lock',
    JSON.stringify({
      'content-hash': '1',
      packages: [{ name: 'a/b', version: '1.0.0' }],
      'platform-overrides': { php: '7.4.33' },
    }),
    { range: '7.4.33' },
  ],
  [
    'Gemfile.lock',
    lines(
      'GEM',
      '  remote: https://rubygems.org/',
      '  specs:',
      '    rack (3.0.0)',
      '',
      'RUBY VERSION',
      '   ruby 3.1.2p20',
      '',
    ),
    { range: '3.1.2' },
  ],
  [
    'Cargo.lock',
    lines('version = 3', '', '[[package]]', 'name = "app"', 'version = "0.1.0"', ''),
    { range: '>=1.70' },
    { 'Cargo.toml': '[package]\nname = "app"\nrust-version = "1.70"\n' },
  ],
  [
    'Cargo.lock',
    lines('version = 3', '', '[[package]]', 'name = "app"', 'version = "0.1.0"', ''),
    { range: '>=1.71' },
    {
      'Cargo.toml':
        '[package]\nname = "app"\nrust-version.workspace = true\n\n[workspace.package]\nrust-version = "1.71"\n',
    },
  ],
])('%s says for which runtime the project is', ([path, text, expected, more = {}]) => {
  const documents = Object.entries({ [`app/${path}`]: text, ...prefixed(more) }).map(([each, content]) => ({
    path: each,
    bytes: new TextEncoder().encode(content),
  }))
  expect(readDocuments(documents).inventory.runtimes).toEqual([
    { ecosystem: expect.any(String), file: `app/${path}`, ...expected },
  ])
})

const prefixed = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`app/${name}`, text]))

test('a file that does not say it has none', () => {
  const bytes = new TextEncoder().encode(`version = 1\n\n${python}`)
  expect(readDocuments([{ path: 'uv.lock', bytes }]).inventory).not.toHaveProperty('runtimes')
})
