import { type Severity, severities } from '@assay/engine/vocabulary.ts'
import { compareBytes, firstOf } from '#reporting/metrics/order-rows.ts'
import { detailOf, type RankedGroup } from './detail-planned.ts'
import {
  groupKey,
  type Plan,
  type PlanCatalog,
  type PlanGroup,
  type PlanRating,
  type Signals,
} from './plan-catalog.ts'
import type { ActiveDecision, PlannedRow } from './planned-store.ts'
import type { UpgradeOverview, UpgradeRow, UpgradeQuery } from './store.ts'

interface DecisionsAndSignals {
  decisions: readonly ActiveDecision[]
  signals: Signals
}

type Query = Pick<UpgradeQuery, 'severities' | 'isSnoozed' | 'order' | 'now' | 'after' | 'limit'>

/** The ranking of listUpgrades, computed over rows in memory. */
export function rankPlanned(
  rows: readonly PlannedRow[],
  known: DecisionsAndSignals,
  query: Query,
): { overview: UpgradeOverview; page: UpgradeRow[] } {
  const catalog = rows[0]?.catalog
  if (!catalog) return { overview: overviewOf([]), page: [] }
  const uses = countUses(rows, catalog)
  const ranked = rankGroups({ catalog, uses }, known, query)
  const { after } = query
  const candidates = ranked.filter(
    ({ isSnoozed, sortKey }) =>
      isSnoozed === query.isSnoozed && (after === null || compareBytes(sortKey, after) > 0),
  )
  const page = firstOf(candidates, query.limit, (one, other) => compareBytes(one.sortKey, other.sortKey))
  return { overview: overviewOf(ranked), page: detailOf(page, { rows, catalog, uses }) }
}

/** By plan number: how many of the branches have it. */
function countUses(rows: readonly PlannedRow[], catalog: PlanCatalog): Uint32Array {
  const uses = new Uint32Array(catalog.plans.length)
  for (const { plans } of rows) for (let at = 0; at < plans.length; at++) uses[plans[at]!]!++
  return uses
}

interface Used {
  catalog: PlanCatalog
  uses: Uint32Array
}

function rankGroups(
  { catalog, uses }: Used,
  { decisions, signals }: DecisionsAndSignals,
  { severities: chosen, now, order }: Query,
): RankedGroup[] {
  const decided = new Map(
    decisions.map((each) => [groupKey(each.ecosystem, each.packageName, each.to), each]),
  )
  const ratings = catalog.ratingsBy(signals)
  const ranked: RankedGroup[] = []
  for (const group of catalog.groups) {
    const sums = newSums()
    for (const number of group.plans) {
      const count = uses[number]!
      if (count > 0) addPlan(sums, { plan: catalog.plans[number]!, rating: ratings[number]!, count })
    }
    if (sums.branches === 0) continue
    if (chosen.length > 0 && !chosen.some((severity) => sums[severity] > 0)) continue
    const { ecosystem, packageName, to } = group
    const decision = decided.get(groupKey(ecosystem, packageName, to))
    const snoozedUntil = decision?.snoozedUntil ?? null
    const total = severities.reduce((total, severity) => total + sums[severity], 0)
    ranked.push({
      ...sums,
      group,
      ecosystem,
      packageName,
      to,
      assigneeUuid: decision?.assigneeUuid ?? null,
      snoozedUntil,
      isSnoozed: snoozedUntil !== null && snoozedUntil > now.getTime(),
      sortKey: sortKeyOf(group, sums, order === 'closes' ? [total] : []),
      total,
    })
  }
  return ranked
}

type Sums = Record<Severity, number> &
  Pick<
    UpgradeRow,
    | 'displayName'
    | 'step'
    | 'isKnownRelease'
    | 'branches'
    | 'direct'
    | 'transitive'
    | 'shared'
    | 'knownExploited'
    | 'likelyExploited'
    | 'maxEpss'
  >

const newSums = (): Sums => ({
  displayName: '',
  step: null,
  isKnownRelease: true,
  branches: 0,
  direct: 0,
  transitive: 0,
  shared: 0,
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
  none: 0,
  unknown: 0,
  knownExploited: 0,
  likelyExploited: 0,
  maxEpss: null,
})

interface PlanUse {
  plan: Plan
  rating: PlanRating
  count: number
}

function addPlan(sums: Sums, { plan, rating, count }: PlanUse): void {
  const isFirst = sums.branches === 0
  if (isFirst || compareBytes(plan.display_name, sums.displayName) < 0) sums.displayName = plan.display_name
  sums.step = greater(sums.step, plan.step)
  sums.isKnownRelease &&= plan.is_known_release
  sums.branches += count
  if (plan.is_direct === true) sums.direct += count
  if (plan.is_direct === false) sums.transitive += count
  sums.shared += count * plan.shared
  for (const severity of severities) sums[severity] += count * plan[severity]
  sums.knownExploited += count * rating.knownExploited
  sums.likelyExploited += count * rating.likelyExploited
  sums.maxEpss = greater(sums.maxEpss, rating.maxEpss)
}

const greater = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** A sort key with the order of listUpgrades. */
const sortKeyOf = ({ ecosystem, packageName, to }: PlanGroup, sums: Sums, first: readonly number[]) =>
  [
    Number(to === ''),
    ...[
      ...first,
      sums.knownExploited,
      sums.likelyExploited,
      ...severities.map((severity) => sums[severity]),
    ].map((count) => String(999_999_999 - count).padStart(9, '0')),
    packageName,
    to,
    ecosystem,
  ].join('\u0001')

function overviewOf(ranked: readonly RankedGroup[]): UpgradeOverview {
  const notSnoozed = ranked.filter(({ isSnoozed }) => !isSnoozed)
  const fixable = notSnoozed.filter(({ to }) => to !== '')
  const sum = (of: readonly RankedGroup[]) => of.reduce((all, { total }) => all + total, 0)
  return {
    upgrades: fixable.length,
    closes: sum(fixable),
    unfixable: sum(notSnoozed) - sum(fixable),
    snoozed: ranked.length - notSnoozed.length,
  }
}
