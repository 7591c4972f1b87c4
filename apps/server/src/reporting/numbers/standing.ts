import type { AccountNumbers } from './account-numbers.ts'
import { dayOf } from './days.ts'
import { isBelowPolicy, point } from './point.ts'
import { lastBefore } from './spans.ts'

export interface StandingSums {
  /** Scanned before the moment. */
  projects: number
  /** Those of which the last scan of a branch is below policy. */
  belowPolicy: number
  /** Known exploited vulnerabilities with an open finding, as lists of vulnerabilities count them. */
  knownExploited: number
}

/** Where branches stand at a moment: now, or at the end of a day. */
export class Standing {
  readonly #numbers: AccountNumbers
  readonly #moment: Date
  readonly #endDay: number
  readonly #projects = new Set<number>()
  readonly #belowPolicy = new Set<number>()
  readonly #exploited = new Set<number>()

  constructor(numbers: AccountNumbers, moment: Date) {
    this.#numbers = numbers
    this.#moment = moment
    this.#endDay = dayOf(moment)
  }

  addBranch(branch: number): void {
    const { points, directory, exploited } = this.#numbers
    const last = lastBefore(this.#numbers, branch, this.#moment)
    if (last < 0) return
    const project = directory.projectOf[branch]!
    this.#projects.add(project)
    if (isBelowPolicy(points.data[last + point.marks]!)) this.#belowPolicy.add(project)
    exploited.eachOpen(branch, this.#endDay, (vulnerability) => this.#exploited.add(vulnerability))
  }

  list(): StandingSums {
    return {
      projects: this.#projects.size,
      belowPolicy: this.#belowPolicy.size,
      knownExploited: this.#exploited.size,
    }
  }
}
