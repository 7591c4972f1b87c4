import { severities } from '@assay/engine/vocabulary.ts'
import type { BranchGroup } from '#reporting/metrics/branch-groups.ts'
import { branchesOf } from '#reporting/metrics/choose-branches.ts'
import { compareBytes, firstOf } from '#reporting/metrics/order-rows.ts'
import { detailOf, type PlannedBranches, summarizeBranches } from './detail-planned.ts'
import { type PlanCatalog, type PlanGroup, rankedCounts, type Signals } from './plan-catalog.ts'
import type { ActiveDecision, PlannedRow } from './planned-store.ts'
import type { UpgradeOverview, UpgradeQuery, UpgradeRow } from './store.ts'

interface DecisionsAndSignals {
  decisions: readonly ActiveDecision[]
  signals: Signals
}

type Query = Pick<UpgradeQuery, 'severities' | 'isSnoozed' | 'order' | 'now' | 'after' | 'limit'>

interface Chosen {
  groups: readonly BranchGroup<PlannedRow>[]
  /** In lower case. */
  search: string
}

interface Used {
  catalog: PlanCatalog
  /** Number of branches with the plan, by plan number. */
  uses: Uint32Array
}

/** The ranking of listUpgrades, computed over rows in memory. */
export function rankPlanned(
  { groups, search }: Chosen,
  known: DecisionsAndSignals,
  query: Query,
): { overview: UpgradeOverview; page: UpgradeRow[] } {
  const branches = branchesIn({ groups, search })
  const catalog = catalogOf(branches)
  if (!catalog) return { overview: { upgrades: 0, closes: 0, unfixable: 0, snoozed: 0 }, page: [] }
  const used = { catalog, uses: sumUses(branches, catalog) }
  const sums = sumGroups(used, known.signals)
  const ranked = rankGroups({ used, sums }, known, query)
  const { after, order = 'urgent' } = query
  const isCandidate = (upgrade: RankedGroup) =>
    upgrade.isSnoozed === query.isSnoozed &&
    (after === null || compareBytes(sortKeyOf(upgrade, { sums, order }), after) > 0)
  const ranking = { sums, order }
  const page = firstOf(ranked.filter(isCandidate), query.limit, (one, other) => compare(one, other, ranking))
  const details = detailOf(
    page.map(({ group }) => group),
    { ...used, branches, signals: known.signals },
  )
  return {
    overview: overviewOf(ranked),
    page: page.map((upgrade, at) => ({
      ...details[at]!,
      assigneeUuid: upgrade.assigneeUuid,
      snoozedUntil: upgrade.snoozedUntil,
      sortKey: sortKeyOf(upgrade, { sums, order }),
    })),
  }
}

/** Summarized once for each group, but for a search together. */
const branchesIn = ({ groups, search }: Chosen): PlannedBranches[] =>
  search === ''
    ? groups.map((group) => group.derive({ kind: 'plans' }, summarizeBranches))
    : [summarizeBranches(branchesOf(groups, search))]

function catalogOf(branches: readonly PlannedBranches[]): PlanCatalog | null {
  for (const { rows } of branches) for (const { catalog } of rows) return catalog
  return null
}

/** Number of branches with the plan, by plan number. */
function sumUses(branches: readonly PlannedBranches[], catalog: PlanCatalog): Uint32Array {
  const sums = new Uint32Array(catalog.plans.length)
  for (const { uses } of branches)
    for (let at = 0; at < uses.length; at += 2) sums[uses[at]!]! += uses[at + 1]!
  return sums
}

const width = rankedCounts.length
const severityOffsets = new Map(severities.map((severity) => [severity, rankedCounts.indexOf(severity)]))
const firstSeverity = Math.min(...severityOffsets.values())

interface GroupSums {
  /** Whether a branch has one of the group's plans, by group number. */
  isUsed: Uint8Array
  /** rankedCounts of all branches, one group after the other. */
  counts: Uint32Array
}

/** In arrays: an account has thousands of groups, of which a page shows few. */
function sumGroups({ catalog, uses }: Used, signals: Signals): GroupSums {
  const { counts: ofPlans } = catalog.ratedBy(signals)
  const isUsed = new Uint8Array(catalog.groups.length)
  const counts = new Uint32Array(catalog.groups.length * width)
  for (let plan = 0; plan < uses.length; plan++) {
    const count = uses[plan]!
    if (count === 0) continue
    const group = catalog.groupNumbers[plan]!
    isUsed[group] = 1
    for (let at = 0; at < width; at++) counts[group * width + at]! += count * ofPlans[plan * width + at]!
  }
  return { isUsed, counts }
}

interface RankedGroup {
  group: PlanGroup
  assigneeUuid: string | null
  /** Epoch ms. */
  snoozedUntil: number | null
  isSnoozed: boolean
  /** Malware comes first (0), whether or not a release is clean of it; what no release fixes last (2). */
  place: 0 | 1 | 2
  /** Vulnerabilities of all severities. */
  total: number
}

function rankGroups(
  { used, sums: { isUsed, counts } }: { used: Used; sums: GroupSums },
  { decisions }: DecisionsAndSignals,
  { severities: chosen, now }: Query,
): RankedGroup[] {
  const { catalog } = used
  const decided = new Map(decisions.map((each) => [catalog.groupOf(each)?.number, each]))
  const offsets = chosen.map((severity) => severityOffsets.get(severity)!)
  const ranked: RankedGroup[] = []
  for (const group of catalog.groups) {
    const from = group.number * width
    if (isUsed[group.number] === 0) continue
    if (offsets.length > 0 && !offsets.some((offset) => counts[from + offset]! > 0)) continue
    const { assigneeUuid = null, snoozedUntil = null } = decided.get(group.number) ?? {}
    const isSnoozed = snoozedUntil !== null && snoozedUntil > now.getTime()
    let total = 0
    for (let at = firstSeverity; at < width; at++) total += counts[from + at]!
    const isMalware = group.plans.some((plan) => used.uses[plan]! > 0 && catalog.plans[plan]!.is_malware)
    const place = isMalware ? 0 : group.to === '' ? 2 : 1
    ranked.push({ group, assigneeUuid, snoozedUntil, isSnoozed, place, total })
  }
  return ranked
}

interface Ranking {
  sums: GroupSums
  order: NonNullable<UpgradeQuery['order']>
}

/** The order of the sort keys, without writing them. */
function compare(one: RankedGroup, other: RankedGroup, { sums: { counts }, order }: Ranking): number {
  const first = one.place - other.place
  if (first !== 0) return first
  if (order === 'closes' && one.total !== other.total) return other.total - one.total
  for (let at = 0; at < width; at++) {
    const more = counts[other.group.number * width + at]! - counts[one.group.number * width + at]!
    if (more !== 0) return more
  }
  return (
    compareBytes(one.group.packageName, other.group.packageName) ||
    compareBytes(one.group.to, other.group.to) ||
    compareBytes(one.group.ecosystem, other.group.ecosystem)
  )
}

/** The sort key of listUpgrades. */
function sortKeyOf(
  { group: { number, packageName, to, ecosystem }, total, place }: RankedGroup,
  { sums, order }: Ranking,
): string {
  const counts = [...sums.counts.subarray(number * width, (number + 1) * width)]
  if (order === 'closes') counts.unshift(total)
  return [
    place,
    ...counts.map((count) => String(999_999_999 - count).padStart(9, '0')),
    packageName,
    to,
    ecosystem,
  ].join('\u0001')
}

function overviewOf(ranked: readonly RankedGroup[]): UpgradeOverview {
  const overview = { upgrades: 0, closes: 0, unfixable: 0, snoozed: 0 }
  for (const { place, isSnoozed, total } of ranked)
    if (isSnoozed) overview.snoozed++
    else if (place === 2) overview.unfixable += total
    else {
      overview.upgrades++
      overview.closes += total
    }
  return overview
}
