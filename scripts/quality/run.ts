/**
 * npm run quality -- --data <folder>: matches real inventories and lockfiles with real advisories. <folder> contains
 * osv/<ecosystem>.jsonl.gz and sbom/*.json.gz; the lockfiles are in the folder of this file. Findings are compared with the
 * reviewed lists in expected/ and with the reference matcher. Fails if precision or recall is below recorded.json.
 * --write replaces the lists by the findings, for review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EcosystemId } from '../../packages/engine/src/ecosystems/ecosystem.ts'
import { type Advisories, loadAdvisories } from './advisories.ts'
import { type QualityDocument, readAll } from './documents.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, write: { type: 'boolean' } } })
if (values.data === undefined) throw new Error('Where is the data? npm run quality -- --data <folder>')

const expectedFolder = join(import.meta.dirname, 'expected')
const started = performance.now()
const documents = readAll(values.data)
const ecosystems = new Set(documents.flatMap(({ packages }) => packages.map(({ ecosystem }) => ecosystem)))
const advisories = new Map<EcosystemId, Advisories | null>(
  loadAdvisories(ecosystems, join(values.data, 'osv')),
)
const totals = { right: 0, wrong: 0, missed: 0, disputed: 0 }

print(['document', 'format', 'packages', 'right', 'wrong', 'missed', 'disputed'])
for (const document of documents) {
  const found = findLines(document)
  if (values.write)
    writeFileSync(expectedPath(document), [...found.index].map((line) => `${line}\n`).join(''))
  const expected = readExpected(document)
  const counts = {
    right: [...found.index].filter((line) => expected.has(line)).length,
    wrong: report('wrong', document, found.index.difference(expected)),
    missed: report('missed', document, expected.difference(found.index)),
    disputed: report('disputed', document, found.index.symmetricDifference(found.reference)),
  }
  for (const key of ['right', 'wrong', 'missed', 'disputed'] as const) totals[key] += counts[key]
  const { name, formats, packages } = document
  print([name, formats.join(', '), packages.length, ...Object.values(counts)])
}

const { right, wrong, missed, disputed } = totals
const [precision, recall] = [share(right, right + wrong), share(right, right + missed)]
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded.json'), 'utf8')) as {
  precision: number
  recall: number
}
const isBelow = precision < recorded.precision || recall < recorded.recall
const failed = (isBelow ? wrong + missed : 0) + disputed
process.stdout.write(
  `\n${documents.length} documents, ${seconds(started)} s. Precision ${precision} (recorded ${recorded.precision}), ` +
    `recall ${recall} (recorded ${recorded.recall}); ${disputed} disputed by the reference matcher.\n` +
    `\n${right} passed, ${failed} failed\n`,
)
process.exit(failed > 0 || right === 0 ? 1 : 0)

/** 'npm lodash 4.17.4 CVE-2018-3721': one line per package version and record by which it is affected. */
function findLines({ packages }: QualityDocument): { index: Set<string>; reference: Set<string> } {
  const lines = { index: new Set<string>(), reference: new Set<string>() }
  for (const { ecosystem, name, version } of packages) {
    const known = advisories.get(ecosystem)
    const line = (id: string) => [ecosystem, name, version, id].join(' ')
    for (const id of known?.match(name, version) ?? []) lines.index.add(line(id))
    for (const id of known?.matchByReference(name, version) ?? []) lines.reference.add(line(id))
  }
  return { index: sorted(lines.index), reference: lines.reference }
}

function sorted(lines: ReadonlySet<string>): Set<string> {
  return new Set([...lines].sort((a, b) => (a < b ? -1 : 1)))
}

function readExpected(document: QualityDocument): Set<string> {
  const lines = readFileSync(expectedPath(document), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}

function expectedPath({ name }: QualityDocument): string {
  return join(expectedFolder, `${name}.txt`)
}

function report(kind: string, { name }: QualityDocument, lines: ReadonlySet<string>): number {
  for (const line of lines) process.stdout.write(`${kind} in ${name}: ${line}\n`)
  return lines.size
}

function print(cells: readonly (string | number)[]): void {
  const widths = [28, 32, 9, 6, 6, 7, 9]
  process.stdout.write(
    `${cells.map((cell, at) => (at < 2 ? String(cell).padEnd(widths[at]!) : String(cell).padStart(widths[at]!))).join(' ')}\n`,
  )
}

/** Rounded to four digits, so that one wrong line in ten thousand is visible. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.floor((part / whole) * 10_000) / 10_000
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
