import { likelyEpss } from '@assay/engine/upgrades/rank-upgrades.ts'
import { type Severity, severities } from '@assay/engine/vocabulary.ts'
import { compareBytes, firstOf } from '#reporting/metrics/order-rows.ts'
import type { ActiveDecision, Planned, PlannedRow, Signals } from './planned-store.ts'
import type { UpgradeOverview, UpgradeRow, UpgradeQuery } from './store.ts'
import { detailOf } from './detail-planned.ts'

/** Equal plans of the branches, and how many have each. */
export type Uses = ReadonlyMap<Planned, number>

interface Standing {
  decisions: readonly ActiveDecision[]
  signals: Signals
}

interface Ranked extends Omit<UpgradeRow, 'from' | 'through' | 'lockfile' | 'projects'> {
  isSnoozed: boolean
  total: number
}

export function countUses(rows: readonly PlannedRow[]): Map<Planned, number> {
  const uses = new Map<Planned, number>()
  for (const { planned } of rows) for (const plan of planned) uses.set(plan, (uses.get(plan) ?? 0) + 1)
  return uses
}

/** The ranking of listUpgrades, computed over rows in memory. */
export function rankPlanned(
  { rows, uses }: { rows: readonly PlannedRow[]; uses: Uses },
  standing: Standing,
  query: Pick<UpgradeQuery, 'severities' | 'isSnoozed' | 'order' | 'now' | 'after' | 'limit'>,
): { overview: UpgradeOverview; page: UpgradeRow[] } {
  const decisions = new Map(
    standing.decisions.map((each) => [keyOf(each.ecosystem, each.packageName, each.to), each]),
  )
  const groups = Map.groupBy(uses.keys(), ({ ecosystem, package_name: name, to_version: to }) =>
    keyOf(ecosystem, name, to),
  )
  const ranked = [...groups]
    .map(([key, plans]) => {
      const group = { plans, uses, now: query.now.getTime(), order: query.order }
      return rankedOf(group, standing, decisions.get(key))
    })
    .filter(
      (each) => query.severities.length === 0 || query.severities.some((severity) => each[severity] > 0),
    )
  const { after } = query
  const candidates = ranked.filter(
    ({ isSnoozed, sortKey }) =>
      isSnoozed === query.isSnoozed && (after === null || compareBytes(sortKey, after) > 0),
  )
  const page = firstOf(candidates, query.limit, (one, other) => compareBytes(one.sortKey, other.sortKey))
  return { overview: overviewOf(ranked), page: detailOf(page, { rows, uses }) }
}

export const keyOf = (ecosystem: string, packageName: string, to: string) =>
  `${ecosystem}\0${packageName}\0${to}`

interface Group {
  plans: readonly Planned[]
  uses: Uses
  now: number
  order: UpgradeQuery['order']
}

function rankedOf(group: Group, { signals }: Standing, decision?: ActiveDecision): Ranked {
  const { plans, uses, now, order } = group
  const sum = (value: (plan: Planned) => number) =>
    plans.reduce((total, plan) => total + value(plan) * uses.get(plan)!, 0)
  const [first] = plans
  const counts = Object.fromEntries(
    severities.map((severity) => [severity, sum((plan) => plan[severity])]),
  ) as Record<Severity, number>
  const facts = {
    ecosystem: first!.ecosystem,
    packageName: first!.package_name,
    to: first!.to_version,
    displayName: plans.map((plan) => plan.display_name).reduce((a, b) => (compareBytes(a, b) <= 0 ? a : b)),
    step: plans.reduce<number | null>(
      (most, { step }) => (step === null ? most : Math.max(most ?? 0, step)),
      null,
    ),
    isKnownRelease: plans.every((plan) => plan.is_known_release),
    branches: sum(() => 1),
    direct: sum((plan) => Number(plan.is_direct === true)),
    transitive: sum((plan) => Number(plan.is_direct === false)),
    shared: sum((plan) => plan.shared),
    ...counts,
    ...exploitedOf(group, signals),
    assigneeUuid: decision?.assigneeUuid ?? null,
    snoozedUntil: decision?.snoozedUntil ?? null,
  }
  const total = severities.reduce((total, severity) => total + counts[severity], 0)
  return {
    ...facts,
    isSnoozed: facts.snoozedUntil !== null && facts.snoozedUntil > now,
    sortKey: sortKeyOf(facts, order === 'closes' ? [total] : []),
    total,
  }
}

function exploitedOf({ plans, uses }: Group, signals: Standing['signals']) {
  let [knownExploited, likelyExploited] = [0, 0]
  let maxEpss: number | null = null
  for (const plan of plans)
    for (const cve of plan.cves) {
      const signal = signals.get(cve)
      if (!signal) continue
      const count = uses.get(plan)!
      if (signal.isExploited) knownExploited += count
      if (signal.epss === null || signal.epss < likelyEpss) continue
      likelyExploited += count
      maxEpss = Math.max(maxEpss ?? 0, signal.epss)
    }
  return { knownExploited, likelyExploited, maxEpss }
}

type Facts = Omit<Ranked, 'isSnoozed' | 'sortKey' | 'total'>

/** A sort key with the order of listUpgrades. */
const sortKeyOf = (facts: Facts, first: readonly number[]) =>
  [
    Number(facts.to === ''),
    ...[
      ...first,
      facts.knownExploited,
      facts.likelyExploited,
      ...severities.map((severity) => facts[severity]),
    ].map((count) => String(999_999_999 - count).padStart(9, '0')),
    facts.packageName,
    facts.to,
    facts.ecosystem,
  ].join('\u0001')

function overviewOf(ranked: readonly Ranked[]): UpgradeOverview {
  const standing = ranked.filter(({ isSnoozed }) => !isSnoozed)
  const fixable = standing.filter(({ to }) => to !== '')
  const sum = (of: readonly Ranked[]) => of.reduce((all, { total }) => all + total, 0)
  return {
    upgrades: fixable.length,
    closes: sum(fixable),
    unfixable: sum(standing) - sum(fixable),
    snoozed: ranked.length - standing.length,
  }
}
