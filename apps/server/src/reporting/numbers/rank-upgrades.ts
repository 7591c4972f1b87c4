import { severities } from '@assay/engine/vocabulary.ts'
import { ssvcRanks } from '#scanning/scans/priority-store.ts'
import { chooseBranches, foundBranches } from './choose-branches.ts'
import { compareBytes } from './directory.ts'
import { detailOf } from './detail-upgrades.ts'
import { firstOf } from './first-rows.ts'
import type { Question } from './metrics.ts'
import { type PlanCatalog, type PlanGroup, rankedCounts, type Signals } from './plan-catalog.ts'
import type { ActiveDecision, UpgradeOverview, UpgradeQuery, Upgrades, UpgradeSelection } from './upgrades.ts'

export interface DecisionsAndSignals {
  decisions: readonly ActiveDecision[]
  signals: Signals
}

interface Used {
  catalog: PlanCatalog
  /** Number of branches with the plan, by plan number. */
  uses: Uint32Array
}

/** Upgrades of the selected branches, those with the most urgent findings first. */
export function rankUpgrades(question: Question, known: DecisionsAndSignals, query: UpgradeQuery): Upgrades {
  const { numbers } = question
  const { catalog } = numbers
  const branches = selectBranches(question, query.where)
  const used = { catalog, uses: sumUses(question, branches) }
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
    { numbers, branches, uses: used.uses, signals: known.signals },
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

const everything = { teamUuid: null, groupUuid: null, branchPatterns: [], tags: [], search: '' }

function selectBranches({ numbers, scope, search }: Question, where: UpgradeSelection): Int32Array {
  const { directory } = numbers
  if (where.kind === 'filtered')
    return foundBranches(directory, chooseBranches(numbers, { scope, search, selection: where.selection }))
  const project = directory.projectNumber(where.projectUuid)
  const only = where.branchUuid === null ? null : directory.numberOf(where.branchUuid)
  return chooseBranches(numbers, { scope, search: '', selection: everything }).branches.filter(
    (branch) => directory.projectOf[branch] === project && (only === null || only === branch),
  )
}

/** Number of branches with the plan, by plan number. */
function sumUses({ numbers: { catalog, plans } }: Question, branches: Int32Array): Uint32Array {
  const sums = new Uint32Array(catalog.plans.length)
  const { data, starts, lengths } = plans
  for (const branch of branches) {
    const start = starts[branch] ?? 0
    const end = start + (lengths[branch] ?? 0)
    for (let at = start; at < end; at++) sums[data[at]!]!++
  }
  return sums
}

const width = rankedCounts.length
const severityOffsets = new Map(severities.map((severity) => [severity, rankedCounts.indexOf(severity)]))
const firstSeverity = Math.min(...severityOffsets.values())

interface GroupSums {
  /** The most urgent of the group's plans, a position of ssvcRanks, by group number. */
  ssvc: Uint8Array
  /** Whether a branch has one of the group's plans, by group number. */
  isUsed: Uint8Array
  /** rankedCounts of all branches, one group after the other. */
  counts: Uint32Array
}

/** In arrays: an account has thousands of groups, of which a page shows few. */
function sumGroups({ catalog, uses }: Used, signals: Signals): GroupSums {
  const { counts: ofPlans } = catalog.ratedBy(signals)
  const isUsed = new Uint8Array(catalog.groups.length)
  const ssvc = new Uint8Array(catalog.groups.length).fill(ssvcRanks.length - 1)
  const counts = new Uint32Array(catalog.groups.length * width)
  for (let plan = 0; plan < uses.length; plan++) {
    const count = uses[plan]!
    if (count === 0) continue
    const group = catalog.groupNumbers[plan]!
    isUsed[group] = 1
    ssvc[group] = Math.min(ssvc[group]!, catalog.plans[plan]!.ssvc)
    for (let at = 0; at < width; at++) counts[group * width + at]! += count * ofPlans[plan * width + at]!
  }
  return { isUsed, ssvc, counts }
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
  { severities: chosen, now }: UpgradeQuery,
): RankedGroup[] {
  const { catalog } = used
  const decided = new Map(decisions.map((each) => [catalog.groupOf(each)?.number, each]))
  const offsets = chosen.map((severity) => severityOffsets.get(severity)!)
  const ranked: RankedGroup[] = []
  for (const group of catalog.groups) {
    const from = group.number * width
    if (isUsed[group.number] === 0) continue
    const isOf = (offset: number) => counts[from + offset]! + counts[from + offset + severities.length]! > 0
    if (offsets.length > 0 && !offsets.some(isOf)) continue
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

const maxCount = 999_999_999

/** What each order compares before the counts; lower comes first. */
const leading: Readonly<Record<Ranking['order'], (upgrade: RankedGroup, sums: GroupSums) => number>> = {
  urgent: () => 0,
  priority: ({ group }, { ssvc }) => ssvc[group.number]!,
  closes: ({ total }) => maxCount - total,
}

/** The order of the sort keys, without writing them. */
function compare(one: RankedGroup, other: RankedGroup, { sums, order }: Ranking): number {
  const first = one.place - other.place || leading[order](one, sums) - leading[order](other, sums)
  if (first !== 0) return first
  const { counts } = sums
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

/** A sort key: counts are complemented, so that higher ones come first. */
function sortKeyOf(upgrade: RankedGroup, { sums, order }: Ranking): string {
  const { number, packageName, to, ecosystem } = upgrade.group
  const counts = [...sums.counts.subarray(number * width, (number + 1) * width)]
  return [
    upgrade.place,
    ...[leading[order](upgrade, sums), ...counts.map((count) => maxCount - count)].map((part) =>
      String(part).padStart(9, '0'),
    ),
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
