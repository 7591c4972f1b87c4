import { endKinds, severities } from '@assay/engine/vocabulary.ts'
import { flowCauses } from '#scanning/scans/flow-causes.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { dayOf } from './days.ts'
import type { Flow } from './flow.ts'
import { newScore, point, readMarks } from './point.ts'
import { lastBefore } from './spans.ts'

const isEnd = flowCauses.map((cause) => (endKinds as readonly string[]).includes(cause))

export interface ComparableSums {
  projects: number
  growth: { severity: string; findings: number }[]
  /** Scores of the branches that had one at both ends. */
  scoreBefore: number
  scoreAfter: number
  scored: number
}

export type FirstScans = { day: number; branches: number }[]

interface Ends {
  from: Date
  before: Date
}

/** Compares the ends of a window like for like: only branches that were scanned before it. */
export class Comparison {
  readonly #numbers: AccountNumbers
  readonly #ends: Ends
  readonly #days: { first: number; end: number }
  readonly #projects = new Set<number>()
  readonly #growth = new Map<number, number>()
  readonly #firstScans = new Map<number, number>()
  readonly #scores = { before: 0, after: 0, count: 0 }
  readonly #before = newScore()
  readonly #after = newScore()
  #isComparable = false

  constructor(numbers: AccountNumbers, ends: Ends) {
    this.#numbers = numbers
    this.#ends = ends
    this.#days = { first: dayOf(ends.from), end: dayOf(ends.before) }
  }

  /** Its flows follow. */
  addBranch(branch: number): void {
    const { points, directory } = this.#numbers
    const before = lastBefore(this.#numbers, branch, this.#ends.from)
    this.#isComparable = before >= 0
    if (before < 0) return this.#addFirstScan(branch)
    this.#projects.add(directory.projectOf[branch]!)
    readMarks(points.data[before + point.marks]!, this.#before)
    readMarks(points.data[lastBefore(this.#numbers, branch, this.#ends.before) + point.marks]!, this.#after)
    if (!this.#before.isMeasured || !this.#after.isMeasured) return
    this.#scores.before += this.#before.score
    this.#scores.after += this.#after.score
    this.#scores.count++
  }

  addFlow({ day, severity, cause, findings }: Flow): void {
    if (!this.#isComparable || day < this.#days.first || day >= this.#days.end) return
    this.#growth.set(severity, (this.#growth.get(severity) ?? 0) + (isEnd[cause] ? -findings : findings))
  }

  list(): { comparable: ComparableSums; firstScans: FirstScans } {
    return {
      comparable: {
        projects: this.#projects.size,
        growth: [...this.#growth].map(([severity, findings]) => ({
          severity: severities[severity]!,
          findings,
        })),
        scoreBefore: this.#scores.before,
        scoreAfter: this.#scores.after,
        scored: this.#scores.count,
      },
      firstScans: [...this.#firstScans].map(([day, branches]) => ({ day, branches })),
    }
  }

  #addFirstScan(branch: number): void {
    const { data, starts, lengths } = this.#numbers.points
    if (!lengths[branch]) return
    const day = data[starts[branch]! + point.day]!
    if (day < this.#days.end) this.#firstScans.set(day, (this.#firstScans.get(day) ?? 0) + 1)
  }
}
