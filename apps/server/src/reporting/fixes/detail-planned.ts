import { compareBytes } from '#reporting/metrics/order-rows.ts'
import type { Planned, PlannedRow } from './planned-store.ts'
import { maxFrom, maxThrough, type UpgradeRow } from './store.ts'

interface Named {
  ecosystem: string
  packageName: string
  to: string
}

type Detail = Pick<UpgradeRow, 'from' | 'through' | 'lockfile' | 'projects'>

/** Only for the upgrades of a page, most frequent first. */
export function detailOf<T extends Named>(
  page: readonly T[],
  { rows, uses }: { rows: readonly PlannedRow[]; uses: ReadonlyMap<Planned, number> },
): (T & Detail)[] {
  const groups = page.map((upgrade) => ({ upgrade, plans: new Set<Planned>(), projects: new Set<string>() }))
  const groupOf = new Map<Planned, (typeof groups)[number]>()
  for (const plan of uses.keys()) {
    const group = groups.find(({ upgrade }) => isOf(plan, upgrade))
    if (!group) continue
    group.plans.add(plan)
    groupOf.set(plan, group)
  }
  for (const { planned, projectUUID } of rows)
    for (const plan of planned) groupOf.get(plan)?.projects.add(projectUUID)
  return groups.map(({ upgrade, plans, projects }) => {
    const frequent = (valuesOf: (plan: Planned) => readonly string[]) =>
      mostFrequent([...plans], { valuesOf, uses })
    return {
      ...upgrade,
      from: frequent((plan) => plan.from_versions).slice(0, maxFrom),
      through: frequent((plan) => plan.through).slice(0, maxThrough),
      lockfile: frequent(({ lockfile }) => (lockfile === null ? [] : [lockfile]))[0] ?? null,
      projects: projects.size,
    }
  })
}

const isOf = (plan: Planned, { ecosystem, packageName, to }: Named) =>
  plan.package_name === packageName && plan.to_version === to && plan.ecosystem === ecosystem

function mostFrequent(
  plans: readonly Planned[],
  { valuesOf, uses }: { valuesOf: (plan: Planned) => readonly string[]; uses: ReadonlyMap<Planned, number> },
): string[] {
  const counts = new Map<string, number>()
  for (const plan of plans)
    for (const value of valuesOf(plan)) counts.set(value, (counts.get(value) ?? 0) + uses.get(plan)!)
  return [...counts]
    .toSorted(([one, first], [other, second]) => second - first || compareBytes(one, other))
    .map(([value]) => value)
}
