import type { PlacedInstruction } from '@assay/engine/upgrades/instruct.ts'
import { likelyEpss } from '@assay/engine/upgrades/rank-upgrades.ts'
import { type Severity, severities } from '@assay/engine/vocabulary.ts'

/** An upgrade that a branch needs; most branches that need it have an equal plan. */
export interface Plan extends Record<Severity, number> {
  ecosystem: string
  package_name: string
  to_version: string
  display_name: string
  step: number | null
  is_known_release: boolean
  is_direct: boolean | null
  shared: number
  cves: string[]
  from_versions: string[]
  through: string[]
  is_malware: boolean
  is_not_seen: boolean
  /** A position of ssvcRanks: the most urgent of the findings that it closes. */
  ssvc: number
  instructions: PlacedInstruction[]
}

/** The plans of an upgrade. */
export interface PlanGroup {
  number: number
  ecosystem: string
  packageName: string
  to: string
  plans: number[]
}

export interface Signal {
  isExploited: boolean
  epss: number | null
}

export type Signals = ReadonlyMap<string, Signal>

/** Counts of a plan's vulnerabilities. */
export interface PlanRating {
  knownExploited: number
  likelyExploited: number
  /** Number of those that are likely to be exploited. */
  maxEpss: number | null
}

/** Sort criteria of upgrades, most important first. Packages that no source was seen to load come after the others. */
export const rankedCounts = [
  'knownExploited',
  'likelyExploited',
  ...severities,
  ...severities.map((severity) => `notSeen:${severity}` as const),
] as const

interface RatedPlans {
  /** By plan number. */
  ratings: readonly PlanRating[]
  /** The plans' rankedCounts, one plan after the other. */
  counts: readonly number[]
}

const countsOf = (plan: Plan, { knownExploited, likelyExploited }: PlanRating) => [
  knownExploited,
  likelyExploited,
  ...severities.map((severity) => (plan.is_not_seen ? 0 : plan[severity])),
  ...severities.map((severity) => (plan.is_not_seen ? plan[severity] : 0)),
]

/** Maximum number of plans, including those that no branch has any more, unless branches need more than half of it. */
const usualMaxPlans = 200_000
const planBytes = 1500

/** Each plan of an account's branches once. Branches refer to plans, and queries to groups, by number. */
export class PlanCatalog {
  readonly plans: Plan[] = []
  readonly groups: PlanGroup[] = []
  /** Group number by plan number. */
  readonly groupNumbers: number[] = []
  /** Plans as JSON. */
  readonly #plans = new Map<string, number>()
  readonly #groups = new Map<string, PlanGroup>()
  #limit: number
  #rated: { signals: Signals; ratings: PlanRating[]; counts: number[] } | null = null

  constructor({ maxPlans = usualMaxPlans }: { maxPlans?: number | undefined } = {}) {
    this.#limit = maxPlans
  }

  get bytes(): number {
    return this.plans.length * planBytes
  }

  get isFull(): boolean {
    return this.plans.length > this.#limit
  }

  /** A catalog of only the used plans, with the new number of each. */
  only(isUsed: Uint8Array): { catalog: PlanCatalog; numbers: Int32Array } {
    const catalog = new PlanCatalog({ maxPlans: this.#limit })
    const numbers = new Int32Array(this.plans.length)
    for (const [text, number] of this.#plans) if (isUsed[number]) numbers[number] = catalog.numberOf(text)
    catalog.#limit = Math.max(this.#limit, 2 * catalog.plans.length)
    return { catalog, numbers }
  }

  /** By a plan's JSON. */
  numberOf(text: string): number {
    const existing = this.#plans.get(text)
    if (existing !== undefined) return existing
    const number = this.plans.length
    const plan = JSON.parse(text) as Plan
    this.#plans.set(text, number)
    this.plans.push(plan)
    const group = this.#groupFor(plan)
    group.plans.push(number)
    this.groupNumbers.push(group.number)
    return number
  }

  groupOf({ ecosystem, packageName, to }: Pick<PlanGroup, 'ecosystem' | 'packageName' | 'to'>) {
    return this.#groups.get(groupKey(ecosystem, packageName, to))
  }

  /** Rates each plan once, as long as the signals are the same. */
  ratedBy(signals: Signals): RatedPlans {
    if (this.#rated?.signals !== signals) this.#rated = { signals, ratings: [], counts: [] }
    const { ratings, counts } = this.#rated
    for (let at = ratings.length; at < this.plans.length; at++) {
      const plan = this.plans[at]!
      const rating = rate(plan, signals)
      ratings.push(rating)
      counts.push(...countsOf(plan, rating))
    }
    return { ratings, counts }
  }

  #groupFor({ ecosystem, package_name: packageName, to_version: to }: Plan): PlanGroup {
    const key = groupKey(ecosystem, packageName, to)
    const existing = this.#groups.get(key)
    if (existing) return existing
    const group = { number: this.groups.length, ecosystem, packageName, to, plans: [] }
    this.#groups.set(key, group)
    this.groups.push(group)
    return group
  }
}

const groupKey = (ecosystem: string, packageName: string, to: string) => `${ecosystem}\0${packageName}\0${to}`

function rate({ cves }: Plan, signals: Signals): PlanRating {
  const found = cves.flatMap((cve) => signals.get(cve) ?? [])
  const likely = found.flatMap(({ epss }) => (epss !== null && epss >= likelyEpss ? [epss] : []))
  return {
    knownExploited: found.filter(({ isExploited }) => isExploited).length,
    likelyExploited: likely.length,
    maxEpss: likely.length === 0 ? null : Math.max(...likely),
  }
}
