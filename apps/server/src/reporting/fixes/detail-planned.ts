import { compareBytes } from '#reporting/metrics/order-rows.ts'
import type { Plan, PlanCatalog, PlanGroup } from './plan-catalog.ts'
import type { PlannedRow } from './planned-store.ts'
import { maxFrom, maxThrough, type UpgradeRow } from './store.ts'

export interface RankedGroup extends Omit<UpgradeRow, 'from' | 'through' | 'lockfile' | 'projects'> {
  group: PlanGroup
  isSnoozed: boolean
  total: number
}

interface Used {
  rows: readonly PlannedRow[]
  catalog: PlanCatalog
  /** By plan number: how many of the branches have it. */
  uses: Uint32Array
}

/** Only for the upgrades of a page, most frequent first. */
export function detailOf(page: readonly RankedGroup[], used: Used): UpgradeRow[] {
  const projects = countProjects(page, used)
  return page.map(({ group, ...upgrade }, at) => {
    const { catalog, uses } = used
    const plans = group.plans.flatMap((number): PlanUse[] =>
      uses[number] === 0 ? [] : [{ plan: catalog.plans[number]!, count: uses[number]! }],
    )
    return {
      ...upgrade,
      from: mostFrequent(plans, (plan) => plan.from_versions).slice(0, maxFrom),
      through: mostFrequent(plans, (plan) => plan.through).slice(0, maxThrough),
      lockfile: mostFrequent(plans, ({ lockfile }) => (lockfile === null ? [] : [lockfile]))[0] ?? null,
      projects: projects[at]!,
    }
  })
}

/** The number of projects that have an upgrade, for each of a page. */
function countProjects(page: readonly RankedGroup[], { rows, catalog }: Used): Uint32Array {
  const placeOf = new Int32Array(catalog.groups.length).fill(-1)
  for (const [at, { group }] of page.entries()) placeOf[group.number] = at
  const isCounted = new Uint8Array(page.length * catalog.projects)
  const counts = new Uint32Array(page.length)
  for (const { project, plans } of rows)
    for (let at = 0; at < plans.length; at++) {
      const place = placeOf[catalog.groupOf[plans[at]!]!]!
      if (place === -1 || isCounted[place * catalog.projects + project]) continue
      isCounted[place * catalog.projects + project] = 1
      counts[place]!++
    }
  return counts
}

interface PlanUse {
  plan: Plan
  count: number
}

function mostFrequent(plans: readonly PlanUse[], valuesOf: (plan: Plan) => readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const { plan, count } of plans)
    for (const value of valuesOf(plan)) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .toSorted(([one, first], [other, second]) => second - first || compareBytes(one, other))
    .map(([value]) => value)
}
