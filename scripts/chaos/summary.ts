import type { Violation } from './check.ts'
import type { Installation } from './installation.ts'
import type { RoundResult } from './round.ts'

/** Collects the results of all rounds, and prints a line after each. */
export interface Summary {
  addRound(label: string, installation: Installation, result: RoundResult): void
  /** Records a round that could not be run. */
  addFailure(label: string, error: unknown): void
  /** Called after the last round of an installation. */
  countUploads(installation: Installation): void
  passed(): number
  failed(): number
  print(): void
}

export function openSummary(print: (line: string) => void): Summary {
  const faults = new Map<string, number>()
  const rejections = new Map<string, number>()
  const failures: string[] = []
  const found: Record<Violation['kind'], number> = { lost: 0, twice: 0, other: 0 }
  let [passed, failed, acknowledged, longestMs] = [0, 0, 0, 0]
  const note = (label: string, what: string) => {
    print(`!! ${label}: ${what}`)
    failures.push(`${label}: ${what.split('\n', 1)[0]}`)
  }
  return {
    addRound(label, { database, ledger }, { faults: struck, violations, diagnosis, settledMs }) {
      for (const fault of struck) add(faults, fault, 1)
      longestMs = Math.max(longestMs, settledMs)
      const where = `${database.kind}, ${ledger.acknowledged.size} builds`
      print(`${label}: ${struck.join(', ')}; ${where}; settled in ${seconds(settledMs)}`)
      for (const { kind, what } of violations) {
        found[kind]++
        note(label, what)
      }
      if (diagnosis !== '') print(diagnosis)
      if (violations.length > 0) failed++
      else passed++
    },
    addFailure(label, error) {
      found.other++
      failed++
      note(label, error instanceof Error ? (error.stack ?? error.message) : String(error))
    },
    countUploads({ ledger }) {
      acknowledged += ledger.acknowledged.size
      for (const [rejection, count] of ledger.rejections) add(rejections, rejection, count)
    },
    passed: () => passed,
    failed: () => failed,
    print() {
      print(`\nrounds: ${passed + failed}, longest time until all builds had ended ${seconds(longestMs)}`)
      print(`faults: ${list(faults)}`)
      print(`uploads: ${acknowledged} acknowledged, ${found.lost} lost, ${found.twice} twice`)
      print(`calls that failed: ${list(rejections)}`)
      print(`violations: ${found.lost + found.twice + found.other}`)
      for (const failure of failures) print(`FAILED ${failure}`)
    },
  }
}

const add = (counts: Map<string, number>, name: string, count: number) =>
  counts.set(name, (counts.get(name) ?? 0) + count)
const list = (counts: Map<string, number>) =>
  [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
