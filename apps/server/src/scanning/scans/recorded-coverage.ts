import { blockingGaps, type Coverage, type Gap } from '@assay/engine/coverage.ts'
import { coversLess } from '@assay/engine/coverage-loss.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import { gapFacts } from '@assay/engine/gap-reasons.ts'
import type { Evaluation } from '@assay/engine/scan.ts'
import { kindOf } from '@assay/engine/uncovered-kind.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { outdatedData } from '#knowledge/advisories/databases/freshness.ts'
import type { CoverageLoss, RecordedCoverage, RecordedGap } from './coverage-facts.ts'
import type { Recorded } from './recorded.ts'

/** A report lists these; the rest is only counted. */
const maxGaps = 500

type CoverageInput = Pick<Recorded, 'advisoryData' | 'maxAdvisoryAgeMs' | 'coverageStrictness' | 'now'> & {
  result: Evaluation
}

export function recordedCoverage(recorded: CoverageInput): RecordedCoverage {
  const { result, coverageStrictness } = recorded
  const { components } = result.inventory
  const coverage = withOutdated(result, recorded)
  const blocking = new Set(blockingGaps(coverage, coverageStrictness))
  const isGap = new Set(coverage.gaps.map(({ component }) => component))
  const checked = components.filter((_, index) => !isGap.has(index))
  const gaps = listedFirst(coverage.gaps, result).map((gap) => ({ gap, blocks: blocking.has(gap) }))
  return {
    checked: countBy(checked.map(({ ecosystem }) => ecosystem!)),
    checkedCount: checked.length,
    byReason: countBy(coverage.gaps.map(({ reason }) => reason)),
    blocking: blocking.size,
    hiding: coverage.gaps.filter(hides).length,
    gaps: [...gaps.filter(({ blocks }) => blocks), ...gaps.filter(({ blocks }) => !blocks)]
      .slice(0, maxGaps)
      .map(({ gap, blocks }) => recordGap(gap, { result, blocks })),
    measured: {
      ...result.measured,
      security:
        result.measured.security &&
        (checked.length > 0 || result.findings.length > 0 || !coverage.gaps.some(hides)),
    },
  }
}

/** Which ones are listed, if not all are, depends on the components and not on their order. */
function listedFirst(gaps: readonly Gap[], { inventory }: Evaluation): readonly Gap[] {
  if (gaps.length <= maxGaps) return gaps
  const keyOf = ({ component, where }: Gap) => {
    const { name, version } =
      component === null ? { name: '', version: '' } : inventory.components[component]!
    return `${name} ${version} ${where}`
  }
  const keyed = gaps.map((gap) => ({ gap, key: keyOf(gap) }))
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ gap }) => gap)
}

/** Compared with the branch's last scan that did not cover less. */
export function coverageLoss(
  { branch: { covered }, result }: Pick<Recorded, 'branch' | 'result'>,
  { checkedCount, hiding }: RecordedCoverage,
): CoverageLoss {
  const { files, components } = result.inventory
  const now = {
    listed: components.length,
    checked: checkedCount,
    hiding,
    files,
    languages: languagesOf(result),
  }
  const isLess = covered !== null && coversLess(now, covered)
  return { coversLess: isLess, carriedSecurity: isLess ? covered.security : null }
}

export const languagesOf = ({ inventory }: Pick<ScanResult, 'inventory'>): string[] => {
  const ids = new Set(inventory.components.map(({ ecosystem }) => ecosystem).filter((id) => id !== null))
  return [...ids].map((id) => ecosystemById(id).languages[0]).sort()
}

/** The engine's coverage, in which advisory data that is outdated checks nothing. The outcome takes it into account when it is read. */
function withOutdated(
  { coverage, inventory }: Evaluation,
  { advisoryData, maxAdvisoryAgeMs, now }: CoverageInput,
): Coverage {
  const outdated = outdatedData(advisoryData, { now, maxAgeMs: maxAdvisoryAgeMs })
  if (outdated.size === 0) return coverage
  const known = new Set(coverage.gaps.map(({ component }) => component))
  const added = inventory.components.flatMap(({ ecosystem, locations, scope }, component): Gap[] =>
    ecosystem === null || !outdated.has(ecosystem) || known.has(component)
      ? []
      : [
          {
            reason: 'advisories-outdated',
            component,
            where: locations[0] ?? '',
            isDevelopment: scope === 'test',
            message: '',
            action: gapFacts['advisories-outdated'].action,
            acceptanceUuid: null,
          },
        ],
  )
  return { ...coverage, checked: coverage.checked - added.length, gaps: [...coverage.gaps, ...added] }
}

const hides = ({ reason, acceptanceUuid }: Gap): boolean =>
  gapFacts[reason].mayHideVulnerability && gapFacts[reason].isApart !== true && acceptanceUuid === null

function recordGap(gap: Gap, { result, blocks }: { result: Evaluation; blocks: boolean }): RecordedGap {
  const { reason, where, isDevelopment, acceptanceUuid, message } = gap
  const of = gap.component === null ? null : result.inventory.components[gap.component]!
  const kind = of && kindOf(of)
  return {
    reason,
    component: of && {
      ecosystem: of.ecosystem,
      ...(kind !== null && { kind }),
      name: of.name,
      version: of.version,
    },
    where,
    isDevelopment,
    message: of ? '' : message,
    blocks,
    acceptanceUuid,
  }
}

function countBy<K extends string>(keys: readonly K[]): Partial<Record<K, number>> {
  const counts: Partial<Record<K, number>> = {}
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts
}
