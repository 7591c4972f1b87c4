/** npm run conformance -- --data <folder>: runs the third-party cases of a folder; exit code 1 if one fails. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { check } from './check.ts'
import { exceptions, isException, type Exception } from './exceptions.ts'
import type { Row } from './row.ts'

const { data = '' } = parseArgs({ options: { data: { type: 'string' } } }).values
if (!existsSync(data)) {
  console.error('Say where the cases are: npm run conformance -- --data <folder of .jsonl.gz files>')
  process.exit(2)
}

/** Results of one suite. */
interface Tally {
  right: number
  wrong: string[]
  /** Counts by reason. */
  excepted: Map<string, number>
  notApplicable: Map<string, number>
}

const tallies = new Map<string, Tally>()
const used = new Set<Exception>()
const files = readdirSync(data).filter((name) => name.endsWith('.jsonl.gz'))
for (const file of files.toSorted()) for (const row of readRows(file)) count(row)
for (const [suite, tally] of tallies) printSuite(suite, tally)
printTotals()

/** Cases without a suite belong to the suite named after their file. */
function readRows(file: string): Row[] {
  const lines = gunzipSync(readFileSync(join(data, file)))
    .toString('utf8')
    .split('\n')
  return lines.filter((line) => line !== '').map((line) => ({ suite: file, ...(JSON.parse(line) as object) }))
}

function count(row: Row): void {
  const tally = tallyOf(row.suite)
  const verdict = check(row)
  if ('notApplicable' in verdict) return addOne(tally.notApplicable, verdict.notApplicable)
  if (verdict.expected === verdict.got) {
    tally.right++
    return
  }
  const exception = exceptions.find((each) => isException(each, row))
  if (!exception) {
    const { expected, got } = verdict
    tally.wrong.push(`${JSON.stringify(row)}\n    expected ${expected}\n    got      ${got}`)
    return
  }
  used.add(exception)
  addOne(tally.excepted, exception.reason)
}

function tallyOf(suite: string): Tally {
  const tally = tallies.get(suite) ?? { right: 0, wrong: [], excepted: new Map(), notApplicable: new Map() }
  tallies.set(suite, tally)
  return tally
}

function addOne(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1)
}

function printSuite(suite: string, { right, wrong, excepted, notApplicable }: Tally): void {
  const numbers = [right, wrong.length, sum(excepted), sum(notApplicable)] as const
  console.log(`${suite}: ${inWords(numbers)}`)
  for (const [reason, times] of excepted) console.log(`  ${times} excepted: ${reason}`)
  for (const [reason, times] of notApplicable) console.log(`  ${times} not applicable: ${reason}`)
  for (const each of wrong) console.log(`  WRONG ${each}`)
}

/** The last line has the same format as that of test runs. */
function printTotals(): void {
  const all = [...tallies.values()]
  const total = (of: (tally: Tally) => number) => all.reduce((before, tally) => before + of(tally), 0)
  const [right, wrong] = [total((tally) => tally.right), total((tally) => tally.wrong.length)]
  const rest = [total((tally) => sum(tally.excepted)), total((tally) => sum(tally.notApplicable))] as const
  for (const each of exceptions.filter((exception) => !used.has(exception))) {
    console.log(`No case needs the exception ${each.suite} ${each.text}`)
  }
  console.log(`\n${inWords([right, wrong, ...rest])}\n${right} passed, ${wrong} failed`)
  process.exitCode = wrong > 0 || right === 0 ? 1 : 0
}

function inWords([right, wrong, excepted, rest]: readonly [number, number, number, number]): string {
  return `${right} right, ${wrong} wrong, ${excepted} excepted, ${rest} not applicable`
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0)
}
