import type { FixUpgrade } from '@assay/contract/fixes.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { isCleared } from '@assay/engine/policies/vex.ts'
import { type Step, steps, type WireSeverity, wireSeverities } from '@assay/engine/vocabulary.ts'
import type { FindingRow } from './findings-model.ts'

type AffectedVersion = Finding['versions'][number]

/** A group of findings: closed by one upgrade, without a fix, or excluded. */
export interface UpgradeGroup extends Pick<
  FixUpgrade,
  'knownExploited' | 'likelyExploited' | 'maxEpss' | 'closes' | 'shared'
> {
  key: string
  kind: 'upgrade' | 'unfixable' | 'excluded'
  ecosystem: string
  name: string
  from: string[]
  /** null unless it is an upgrade. */
  to: string | null
  step: Step | null
  isKnownRelease: boolean
  isDirect: boolean | null
  /** No source was seen to load the package. */
  isNotSeen: boolean
  /** Direct dependencies that introduce it. */
  through: string[]
  rows: FindingRow[]
}

/** EPSS from which a finding is sorted before more severe ones, as in the list of fixes. */
const likelyEpss = 0.1

/**
 * Groups findings by the upgrades that close them, ordered by urgency as in the list of fixes or, with isInOrder, by
 * the order of the rows. A finding that needs two upgrades is in both groups.
 */
export function groupByUpgrade(rows: readonly FindingRow[], isInOrder = false): UpgradeGroup[] {
  const groups = new Map<string, Draft>()
  for (const row of rows) {
    const targets = targetsOf(row)
    for (const { to, kind } of targets) {
      const { ecosystem, package: name } = row.finding
      const key = kind === 'excluded' ? kind : [ecosystem, name, to ?? ''].join(' ')
      const draft = groups.get(key) ?? { key, kind, ecosystem, name, to, rows: [], shared: 0 }
      groups.set(key, draft)
      draft.rows.push(row)
      // A version without a fix keeps the finding open, regardless of the others.
      if (targets.some((target) => target.to !== to) && to !== null) draft.shared += 1
    }
  }
  const finished = [...groups.values()].map(finish)
  const last = ({ kind }: UpgradeGroup) => ['upgrade', 'unfixable', 'excluded'].indexOf(kind)
  return finished.toSorted((a, b) => last(a) - last(b) || (isInOrder ? 0 : compareUrgency(a, b)))
}

type Draft = Pick<UpgradeGroup, 'key' | 'kind' | 'ecosystem' | 'name' | 'to' | 'rows' | 'shared'>
type UpgradeTarget = Pick<UpgradeGroup, 'kind' | 'to'>

/** The distinct releases to which a finding's affected versions are upgraded. */
function targetsOf({ finding }: FindingRow): UpgradeTarget[] {
  const { versions, exclusion } = finding
  if (exclusion !== null) return [{ kind: 'excluded', to: null }]
  const open = versions.filter(({ vex }) => !isCleared(vex))
  const targets = (open.length > 0 ? open : versions).map((affected): UpgradeTarget => {
    const to = targetOf(affected)?.version ?? null
    return { kind: to === null ? 'unfixable' : 'upgrade', to }
  })
  return [...new Map(targets.map((target) => [target.to, target])).values()]
}

const targetOf = ({ upgrade }: AffectedVersion) => upgrade

function finish(draft: Draft): UpgradeGroup {
  const { rows, to, kind } = draft
  const versions = rows
    .flatMap(({ finding }) => finding.versions)
    .filter((each) => kind !== 'upgrade' || targetOf(each)?.version === to)
  const closed = kind === 'upgrade' ? rows.filter((row) => targetsOf(row).length === 1) : rows
  const fixes = versions.map(targetOf).filter((fix) => fix !== null)
  const direct = versions.map(({ isDirect }) => isDirect)
  const isDirect = direct.includes(true) ? true : direct.includes(false) ? false : null
  const likely = closed.filter(({ finding }) => (finding.epss ?? 0) >= likelyEpss)
  return {
    ...draft,
    from: distinct(versions.map(({ version }) => version)),
    step: steps.findLast((step) => fixes.some((fix) => fix.step === step)) ?? null,
    isKnownRelease: fixes.every(({ isKnownRelease }) => isKnownRelease),
    isDirect,
    isNotSeen: closed.length > 0 && closed.every(({ finding }) => finding.usage?.state === 'not-seen'),
    through: isDirect === true ? [] : distinct(versions.flatMap(directOf)),
    closes: countBySeverity(closed),
    knownExploited: closed.filter(({ finding }) => finding.isKnownExploited).length,
    likelyExploited: likely.length,
    maxEpss: likely.length === 0 ? null : Math.max(...likely.map(({ finding }) => finding.epss!)),
  }
}

const distinct = (names: readonly string[]) => [...new Set(names)]

/** The first elements of the dependency paths, without versions. */
const directOf = ({ paths }: AffectedVersion): string[] =>
  paths.filter((path) => path.length > 1).map(([first]) => first!.replace(/:[^:]*$/, ''))

const countBySeverity = (rows: readonly FindingRow[]): { severity: WireSeverity; count: number }[] =>
  wireSeverities
    .map((severity) => ({
      severity,
      count: rows.filter(({ finding }) => finding.severity === severity).length,
    }))
    .filter(({ count }) => count > 0)

/** Negative if a goes first: known exploited, then likely exploited, then loaded by sources, then by severity. */
function compareUrgency(a: UpgradeGroup, b: UpgradeGroup): number {
  const [ranksA, ranksB] = [rankOf(a), rankOf(b)]
  const difference = ranksB.map((rank, at) => rank - ranksA[at]!).find((each) => each !== 0)
  return difference ?? (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
}

const rankOf = ({ knownExploited, likelyExploited, isNotSeen, closes }: UpgradeGroup): number[] => [
  knownExploited,
  likelyExploited,
  Number(!isNotSeen),
  ...wireSeverities.map((wanted) => closes.find(({ severity }) => severity === wanted)?.count ?? 0),
]

/** Up to this number of findings, all groups are expanded. */
const maxUnfolded = 30

/** Whether groups are initially expanded; many findings are first shown as upgrades only. */
export const isExpandedAtFirst = (groups: readonly UpgradeGroup[]): boolean =>
  groups.reduce((sum, { rows }) => sum + rows.length, 0) <= maxUnfolded

export type Line =
  | { kind: 'group'; key: string; group: UpgradeGroup }
  | { kind: 'header'; key: string }
  | { kind: 'finding'; key: string; row: FindingRow }

/** The rows of the table. Expanded groups have column headers. */
export const linesOf = (groups: readonly UpgradeGroup[], isOpen: (key: string) => boolean): Line[] =>
  groups.flatMap((group): Line[] => [
    { kind: 'group', key: group.key, group },
    ...(isOpen(group.key) ? findingsOf(group) : []),
  ])

const findingsOf = ({ key, rows }: UpgradeGroup): Line[] => [
  { kind: 'header', key: `${key} header` },
  ...rows.map((row): Line => ({ kind: 'finding', key: `${key} ${row.key}`, row })),
]
