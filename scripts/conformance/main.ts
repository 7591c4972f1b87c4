/** npm run conformance -- --data <folder>: runs the third-party cases of a folder; exit code 1 when one is wrong. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { check } from './check.ts'
import { exceptions, isException, type Exception } from './exceptions.ts'
import type { Row } from './row.ts'

const { data } = parseArgs({ options: { data: { type: 'string' } } }).values
if (data === undefined) throw new Error('Say where the cases are: npm run conformance -- --data <folder>')

interface Tally {
  right: number
  wrong: string[]
  excepted: number
  notApplicable: Map<string, number>
}

const tallies = new Map<string, Tally>()
const used = new Set<Exception>()
const files = readdirSync(data).filter((name) => name.endsWith('.jsonl.gz'))
for (const file of files.toSorted()) for (const row of readRows(join(data, file))) count(row)
printAll()

function readRows(path: string): Row[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
}

function count(row: Row): void {
  const tally = tallyOf(row.suite)
  const verdict = check(row)
  if ('notApplicable' in verdict) {
    const { notApplicable: reason } = verdict
    tally.notApplicable.set(reason, (tally.notApplicable.get(reason) ?? 0) + 1)
    return
  }
  const exception = exceptions.find((each) => isException(each, row))
  if (exception) used.add(exception)
  if (verdict.expected === verdict.got) tally.right++
  else if (exception) tally.excepted++
  else
    tally.wrong.push(`${JSON.stringify(row)}\n    expected ${verdict.expected}\n    got      ${verdict.got}`)
}

function tallyOf(suite: string): Tally {
  const tally = tallies.get(suite) ?? { right: 0, wrong: [], excepted: 0, notApplicable: new Map() }
  tallies.set(suite, tally)
  return tally
}

function printAll(): void {
  for (const [suite, tally] of tallies) printSuite(suite, tally)
  const all = [...tallies.values()]
  const total = (of: (tally: Tally) => number) => all.reduce((sum, tally) => sum + of(tally), 0)
  const wrong = total((tally) => tally.wrong.length)
  const [right, excepted] = [total((tally) => tally.right), total((tally) => tally.excepted)]
  const unused = exceptions.filter((each) => !used.has(each))
  console.log(
    `\n${right} right, ${wrong} wrong, ${excepted} excepted, ${total(notApplicableOf)} not applicable`,
  )
  for (const each of unused) console.log(`Exception that no case needs: ${each.suite} ${each.text}`)
  console.log(`${right} passed, ${wrong} failed`)
  process.exitCode = wrong > 0 || right === 0 ? 1 : 0
}

function printSuite(suite: string, tally: Tally): void {
  const { right, wrong, excepted, notApplicable } = tally
  const counts = `${right} right, ${wrong.length} wrong${excepted > 0 ? `, ${excepted} excepted` : ''}`
  const left = notApplicableOf(tally)
  console.log(`${suite}: ${counts}${left > 0 ? `, ${left} not applicable` : ''}`)
  for (const [reason, times] of notApplicable) console.log(`  ${times} not applicable: ${reason}`)
  for (const each of wrong) console.log(`  WRONG ${each}`)
}

function notApplicableOf({ notApplicable }: Tally): number {
  return [...notApplicable.values()].reduce((sum, times) => sum + times, 0)
}
