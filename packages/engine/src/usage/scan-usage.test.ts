import { factsOf } from '../advisories/testing/facts.ts'
import { expect, test } from 'vitest'
import { openIndex } from '../advisories/advisory-index.ts'
import { compileIndex } from '../advisories/compile-index.ts'
import { readDocuments } from '../documents/read.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { PackageUsage } from '../package-usage.ts'
import { cyclonedxEvidence } from '../reports/cyclonedx-evidence.ts'
import { makeReport } from '../reports/make-report.ts'
import { writeSarif } from '../reports/sarif.ts'
import { scanInventory } from '../scan.ts'
import { describeSearched, describeUsage, shortUsage } from './describe-usage.ts'
import { writeUsage } from './usage-document.ts'

const npm = ecosystemById('npm')
const entryOf = (name: string) => ({
  facts: factsOf(name, { cvss: 7.5, publishedAt: 0 }),
  recordId: name,
  affected: { ecosystem: 'npm', name, suffix: '', ranges: [{ introduced: '0' }], versions: [] } as const,
})
const names = ['a', 'b', 'c']
const index = openIndex(npm, compileIndex(npm, names.map((name) => entryOf(name)) as never))

const lockfile = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { name: 'x', dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) },
    ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }])),
  },
})
const packages: PackageUsage[] = [
  { ecosystem: 'npm', packageName: 'a', state: 'not-seen' },
  { ecosystem: 'npm', packageName: 'b', state: 'used', place: { file: 'src/x.ts', line: 3 }, module: 'b/c' },
  { ecosystem: 'npm', packageName: 'c', state: 'unknown', reason: 'named-in-text' },
]

function scanWith(documents: { path: string; bytes: Uint8Array }[]) {
  const { inventory, issues } = readDocuments(documents)
  const minimumScores = { security: 0, stability: 0, licensing: 0 }
  const indexes = (id: string) => (id === 'npm' ? index : null)
  const result = scanInventory({
    inventory,
    issues,
    indexes,
    rules: { exclusions: [], licensePolicies: [], securityScoring: 'cvss', minimumScores },
    open: [],
    now: 0,
  })
  const project = { url: 'u', name: 'n', branch: 'main' }
  const basis = { count: 3, source: 'x', newestAt: null, ecosystems: [] }
  return makeReport({
    result,
    minimumScores,
    indexes,
    project,
    at: 0,
    pathLimit: 1,
    texts: new Map(),
    advisories: basis,
    tool: { name: 'Assay', version: '1' },
  })
}

const documents = [{ path: 'package-lock.json', bytes: new TextEncoder().encode(lockfile) }]
const usage = {
  path: 'assay-usage.json',
  bytes: writeUsage({ packages, searched: [{ language: 'x', files: 2 }] }),
}

test('a finding says whether its package is used, and one that is not seen comes last and counts', () => {
  const report = scanWith([...documents, usage])
  expect(report.findings.map((each) => [each.name, each.usage?.state, each.excluded])).toEqual([
    ['b', 'used', null],
    ['c', 'unknown', null],
    ['a', 'not-seen', null],
  ])
  expect(report.searched).toEqual([{ language: 'x', files: 2 }])
  expect(report.scores).toEqual(scanWith(documents).scores)
  expect(JSON.stringify(writeSarif(report))).toContain('Used: src/x.ts:3 imports b/c.')
  const used = report.components.find(({ name }) => name === 'b')!
  expect(cyclonedxEvidence(used)?.occurrences).toEqual([
    { location: 'package-lock.json' },
    { location: 'src/x.ts', line: 3, additionalContext: 'imports b/c' },
  ])
})

test('without a search, findings say nothing of it, and the document alone is no inventory', () => {
  expect(scanWith(documents).findings.map(({ usage: each }) => each)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(readDocuments([usage]).inventory).toMatchObject({ files: [], components: [] })
})

test.each([
  [packages[0]!, 'Not seen: no source file imports it.', 'not seen'],
  [packages[2]!, 'Unknown whether it is used: a text or configuration file names it.', 'unknown'],
  [{ ...packages[1]!, through: 'z' }, 'Used through z: src/x.ts:3 imports b/c.', 'src/x.ts:3 (through z)'],
  [{ ...packages[1]!, symbol: { name: 'b.F', file: 'y.go', line: 4 } }, 'Used: y.go:4 names b.F.', 'y.go:4'],
])('usage is described with its evidence', (each, sentence, short) => {
  expect([describeUsage(each), shortUsage(each)]).toEqual([sentence, short])
})

test('what was searched is described with its numbers', () => {
  expect(
    describeSearched([
      { language: 'Go', files: 1 },
      { language: 'Python', files: 2 },
    ]),
  ).toBe('Searched for imports: 1 file of Go; 2 files of Python.')
})
