import { expect, test } from 'vitest'
import type { PackageUsage } from '../package-usage.ts'
import { addBuilt, readCargoTree } from './cargo-tree.ts'

const tree = `app v0.1.0 (/home/me/app)
├── rand v0.8.5
│   └── libc v0.2.153
├── serde_derive v1.0.200 (proc-macro)
└── tokio v1.37.0 (*)
[dev-dependencies]
└── my-git v0.3.0-rc.1+git (https://example.org/my-git?rev=abc#0123abcd)
`
const built = [
  'app 0.1.0',
  'rand 0.8.5',
  'libc 0.2.153',
  'serde_derive 1.0.200',
  'tokio 1.37.0',
  'my-git 0.3.0-rc.1+git',
]

test.each([
  ['as a tree', tree],
  ['in ASCII', tree.replaceAll(/[├└]/g, '|').replaceAll('─', '-').replaceAll('│', '|')],
  ['without prefix', tree.replaceAll(/^[│├└─ ]+/gm, '')],
  ['with the depth', tree.replaceAll(/^[│├└─ ]+/gm, '1')],
  ['with carriage returns', tree.replaceAll('\n', '\r\n')],
])('the crates of the output, %s', (_, text) => {
  expect(readCargoTree(text, 'tree.txt')).toEqual({ crates: new Set(built), issues: [] })
})

test('anything else is an issue', () => {
  for (const text of ['', '{"a":1}', 'error: could not find `Cargo.toml`', 'go v1.22'.replace(' v', ' ')])
    expect(readCargoTree(text, 'x').issues.map(({ code }) => code)).toEqual(['cargo-tree-unreadable'])
})

const component = (name: string, version: string, ecosystem: 'crates.io' | 'npm' = 'crates.io') => ({
  ecosystem,
  name,
  version,
})
const usageOf = (packages: PackageUsage[]) =>
  addBuilt({ packages, searched: [] }, new Set(built), [
    component('rand', '0.7.3'),
    component('rand', '0.8.5'),
    component('winapi', '0.3.9'),
    component('winapi', '1.0.0', 'npm'),
  ]).packages
const notBuilt = { ecosystem: 'crates.io', packageName: 'winapi', state: 'not-seen', checkedBy: 'cargo tree' }

test('a package of the lockfile of which no version is built is not seen', () => {
  expect(usageOf([])).toEqual([notBuilt])
  const through: PackageUsage = {
    ecosystem: 'crates.io',
    packageName: 'winapi',
    state: 'used',
    through: 'rand',
    place: { file: 'src/main.rs', line: 1 },
  }
  expect(usageOf([through])).toEqual([notBuilt])
})

test('one that a source imports stays used: it may be built for another target', () => {
  const place = { file: 'src/windows.rs', line: 1 }
  const used: PackageUsage = { ecosystem: 'crates.io', packageName: 'winapi', state: 'used', place }
  expect(usageOf([used])).toEqual([used])
})
