import { expect, test } from 'vitest'
import { openIndex } from '../advisories/advisory-index.ts'
import { compileIndex } from '../advisories/compile-index.ts'
import { readDocuments } from '../documents/read.ts'
import { npm } from '../ecosystems/npm/index.ts'
import { pypi } from '../ecosystems/pypi/index.ts'
import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import type { SourceDocument } from '../inventory.ts'
import type { Release } from '../releases/release.ts'
import { scanInventory } from '../scan.ts'
import { describeObstacles } from './describe-instruction.ts'

const advisory = (ecosystem: EcosystemId, uuid: string, fixed: string) => ({
  facts: {
    advisoryUuid: uuid,
    cve: null,
    cves: [],
    publicId: uuid,
    severity: 'high' as const,
    cvss: 7.5,
    publishedAt: 0,
    category: 'vulnerability' as const,
    knownExploited: false,
    epss: null,
  },
  recordId: uuid,
  affected: {
    ecosystem,
    name: 'lib',
    suffix: '',
    ranges: [{ introduced: '0', fixed }],
    versions: [],
  },
})

const lock = (python: string) => `version = 1
requires-python = "${python}"

[[package]]
name = "app"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "lib" }]

[package.metadata]
requires-dist = [{ name = "lib" }]

[[package]]
name = "lib"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
`

type Released = Omit<Release, 'publishedAt'>[]

const plan = (python: string, released: Released, ...fixed: string[]) =>
  planOf(
    { document: { path: 'uv.lock', bytes: new TextEncoder().encode(lock(python)) }, of: pypi, released },
    ...fixed,
  )

interface Project {
  document: SourceDocument
  of: Ecosystem
  released: Released
}

function planOf({ document, of, released }: Project, ...fixed: string[]) {
  const index = openIndex(
    of,
    compileIndex(
      of,
      fixed.map((each, at) => advisory(of.id, `A${at}`, each)),
    ),
  )
  const { inventory, issues } = readDocuments([document])
  const { upgrades } = scanInventory({
    inventory,
    issues,
    indexes: () => index,
    releasesOf: (ecosystem, name) => ({
      ecosystem,
      name,
      source: '',
      checkedAt: 0,
      releases: released.map((each) => ({ publishedAt: null, ...each })),
    }),
    rules: {
      exclusions: [],
      licensePolicies: [],
      securityScoring: 'cvss',
      minimumScores: { security: 0, stability: 0, licensing: 0 },
    },
    open: [],
    now: 1,
  })
  return upgrades.map(({ to, isKnownRelease, instructions }) => ({
    to,
    isKnownRelease,
    commands: instructions.flatMap(({ commands }) => commands),
    obstacles: describeObstacles(instructions),
  }))
}

const releases = [
  { version: '1.0' },
  { version: '1.1', runtime: '>=3.10' },
  { version: '1.2', runtime: '>=3.8' },
  { version: '2.0', runtime: '>=3.11' },
]

test('the nearest release that the Python of the project allows is taken', () => {
  expect(plan('>=3.9', releases, '1.1')).toMatchObject([{ to: '1.2', isKnownRelease: true }])
  expect(plan('>=3.10', releases, '1.1')).toMatchObject([{ to: '1.1' }])
})

test('a fix that only a newer Python allows has no command, and says so', () => {
  expect(plan('>=3.9', releases, '1.3')).toEqual([
    {
      to: null,
      isKnownRelease: true,
      commands: [],
      obstacles: ['No release for Python >=3.9 fixes it'],
    },
  ])
})

test('what can be fixed is, and the rest is named apart', () => {
  expect(plan('>=3.9', releases, '1.2', '1.3')).toMatchObject([
    { to: null, obstacles: ['No release for Python >=3.9 fixes it'] },
    { to: '1.2', obstacles: [] },
  ])
})

test('a vulnerability without any fix is not blamed on Python', () => {
  expect(plan('>=3.9', releases, '3.0')).toMatchObject([{ to: null, obstacles: [] }])
})

test('npm only warns of another Node.js: a release for it comes first, and otherwise the fix with the warning', () => {
  const locked = {
    lockfileVersion: 3,
    packages: {
      '': { engines: { node: '>=16' }, dependencies: { lib: '^1.0.0' } },
      'node_modules/lib': { version: '1.0.0' },
    },
  }
  const bytes = new TextEncoder().encode(JSON.stringify(locked))
  const released = [
    { version: '1.0.0' },
    { version: '1.1.0', runtime: '>=18' },
    { version: '1.2.0', runtime: '>=14' },
    { version: '1.3.0', runtime: '>=20' },
  ]
  const planned = (fixed: string) =>
    planOf({ document: { path: 'package-lock.json', bytes }, of: npm, released }, fixed)
  expect(planned('1.1.0')).toMatchObject([
    { to: '1.2.0', commands: ['npm install lib@1.2.0'], obstacles: [] },
  ])
  expect(planned('1.3.0')).toMatchObject([
    { to: '1.3.0', commands: ['npm install lib@1.3.0'], obstacles: ['No release for Node.js >=16 fixes it'] },
  ])
})
