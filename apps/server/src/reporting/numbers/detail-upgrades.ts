import type { PlacedInstruction } from '@assay/engine/upgrades/instruct.ts'
import { type Severity, severities } from '@assay/engine/vocabulary.ts'
import type { AccountNumbers } from './account-numbers.ts'
import { compareBytes } from './directory.ts'
import type { Plan, PlanGroup, PlanRating, Signals } from './plan-catalog.ts'
import type { UpgradeRow } from './upgrades.ts'

/** Limits for readability. */
const maxFrom = 20
const maxThrough = 10

export interface Used {
  numbers: AccountNumbers
  /** The selected branches. */
  branches: Int32Array
  /** Number of branches with the plan, by plan number. */
  uses: Uint32Array
  signals: Signals
}

type Detail = Omit<UpgradeRow, 'sortKey' | 'assigneeUuid' | 'snoozedUntil'>

/** Only for the upgrades of a page. */
export function detailOf(page: readonly PlanGroup[], used: Used): Detail[] {
  const { numbers, uses, signals } = used
  const { catalog } = numbers
  const projects = countProjects(page, used)
  const { ratings } = catalog.ratedBy(signals)
  return page.map(({ ecosystem, packageName, to, plans }, at) => {
    const used = plans.flatMap((number): PlanUse[] =>
      uses[number] === 0
        ? []
        : [{ plan: catalog.plans[number]!, rating: ratings[number]!, count: uses[number]! }],
    )
    return {
      ecosystem,
      packageName,
      to,
      ...sumPlans(used),
      from: mostFrequent(used, (plan) => plan.from_versions).slice(0, maxFrom),
      through: mostFrequent(used, (plan) => plan.through).slice(0, maxThrough),
      isMalware: used.some(({ plan }) => plan.is_malware),
      ssvc: Math.min(...used.map(({ plan }) => plan.ssvc)),
      instructions: commonInstructions(used),
      projects: projects[at]!,
    }
  })
}

interface PlanUse {
  plan: Plan
  rating: PlanRating
  count: number
}

type Sums = Record<Severity, number> &
  Pick<
    UpgradeRow,
    | 'displayName'
    | 'step'
    | 'isKnownRelease'
    | 'branches'
    | 'direct'
    | 'notSeen'
    | 'transitive'
    | 'shared'
    | 'knownExploited'
    | 'likelyExploited'
    | 'maxEpss'
  >

function sumPlans(plans: readonly PlanUse[]): Sums {
  const sum = (valueOf: (use: PlanUse) => number) =>
    plans.reduce((all, use) => all + use.count * valueOf(use), 0)
  const greatest = (values: (number | null)[]) =>
    values.reduce(
      (one, other) => (one === null || other === null ? (one ?? other) : Math.max(one, other)),
      null,
    )
  const [displayName = ''] = plans.map(({ plan }) => plan.display_name).toSorted(compareBytes)
  return {
    displayName,
    step: greatest(plans.map(({ plan }) => plan.step)),
    isKnownRelease: plans.every(({ plan }) => plan.is_known_release),
    branches: sum(() => 1),
    direct: sum(({ plan }) => Number(plan.is_direct === true)),
    notSeen: sum(({ plan }) => Number(plan.is_not_seen)),
    transitive: sum(({ plan }) => Number(plan.is_direct === false)),
    shared: sum(({ plan }) => plan.shared),
    ...(Object.fromEntries(
      severities.map((severity) => [severity, sum(({ plan }) => plan[severity])]),
    ) as Record<Severity, number>),
    knownExploited: sum(({ rating }) => rating.knownExploited),
    likelyExploited: sum(({ rating }) => rating.likelyExploited),
    maxEpss: greatest(plans.map(({ rating }) => rating.maxEpss)),
  }
}

/** The number of projects that have an upgrade, for each of a page. */
function countProjects(page: readonly PlanGroup[], { numbers, branches }: Used): Uint32Array {
  const { catalog, plans, directory } = numbers
  const counts = new Uint32Array(page.length)
  const indexOfGroup = new Int32Array(catalog.groups.length).fill(-1)
  for (const [index, { number }] of page.entries()) indexOfGroup[number] = index
  const isCounted = new Uint8Array(page.length * directory.projects.length)
  const { data, starts, lengths } = plans
  for (const branch of branches) {
    const start = starts[branch] ?? 0
    const end = start + (lengths[branch] ?? 0)
    for (let at = start; at < end; at++) {
      const index = indexOfGroup[catalog.groupNumbers[data[at]!]!]!
      if (index === -1) continue
      const place = index * directory.projects.length + directory.projectOf[branch]!
      if (isCounted[place] === 0) counts[index]!++
      isCounted[place] = 1
    }
  }
  return counts
}

/** Those of all plans; empty if they differ. */
function commonInstructions(plans: readonly PlanUse[]): PlacedInstruction[] {
  const [first, ...more] = plans.map(({ plan }) => plan.instructions)
  const text = JSON.stringify(first)
  return first && more.every((each) => JSON.stringify(each) === text) ? first : []
}

/** Most frequent first. */
function mostFrequent(plans: readonly PlanUse[], valuesOf: (plan: Plan) => readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const { plan, count } of plans)
    for (const value of valuesOf(plan)) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .toSorted(([one, first], [other, second]) => second - first || compareBytes(one, other))
    .map(([value]) => value)
}
