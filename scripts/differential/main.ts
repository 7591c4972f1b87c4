/**
 * npm run differential -- --data <folder>: compares the compiled indexes with the reference matcher for versions at,
 * next to and away from every boundary in a folder of OSV documents (*.jsonl.gz); exit code 1 if they ever differ.
 * At most 2,000 packages of each ecosystem; with --all, every package, and at least 3,000 versions of each ecosystem.
 * npm run differential -- fixes [name …]: tries the commands of `assay fix` on small projects, or on those with a name.
 * npm run differential -- resolution [name …]: resolves small projects by registry facts and by their package manager.
 * npm run differential -- programs [path …]: compares what is read of programs of Go with what 'go version -m' prints.
 */
import { parseArgs } from 'node:util'
import { compareMatchers } from './compare-matchers.ts'
import { compareFixes } from './fixes/main.ts'
import { comparePrograms } from './programs/main.ts'
import { compareResolutions } from './resolution/main.ts'
import { ecosystems } from '@assay/engine/ecosystems.ts'
import type { OsvDocument } from '@assay/engine/advisories/reference-matcher.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const options = { data: { type: 'string' }, all: { type: 'boolean', default: false } } as const
const {
  values: { data, all },
  positionals: [subject, ...names],
} = parseArgs({ options, allowPositionals: true })
if (subject === 'fixes') process.exit((await compareFixes(names)) > 0 ? 1 : 0)
if (subject === 'resolution') process.exit((await compareResolutions(names)) > 0 ? 1 : 0)
if (subject === 'programs') process.exit((await comparePrograms(names)) > 0 ? 1 : 0)
if (data === undefined)
  throw new Error('Say where the advisories are: npm run differential -- --data <folder>')

const minPairs = all ? 200_000 : 50_000
const amount = all ? { packages: Infinity, pairs: 3000 } : { packages: 2000, pairs: 1000 }
const documents = readDocuments(data)
let [pairs, wrong] = [0, 0]
for (const ecosystem of ecosystems) {
  const started = performance.now()
  const result = compareMatchers(ecosystem, documents, amount)
  if (result.pairs === 0) continue
  pairs += result.pairs
  wrong += result.differences.length
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${ecosystem.name}: ${result.packages} packages, ${result.pairs} pairs (${result.affected} affected), ` +
      `${result.fixes} fix versions, ${result.differences.length} differences, ${seconds} s`,
  )
  for (const difference of result.differences.slice(0, 10)) console.log(`  ${difference}`)
}
console.log(`${pairs} pairs, ${wrong} differences`)
process.exitCode = wrong > 0 || pairs < minPairs ? 1 : 0

/** All documents with an id in the *.jsonl.gz files of a folder; of several with the same id, the last. */
function readDocuments(folder: string): (OsvDocument & { id: string })[] {
  const byId = new Map<string, OsvDocument & { id: string }>()
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
  for (const file of files.toSorted()) {
    for (const line of gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n')) {
      if (line === '') continue
      const document = JSON.parse(line) as OsvDocument & { id: string }
      if (document.id !== '') byId.set(document.id, document)
    }
  }
  return [...byId.values()]
}
