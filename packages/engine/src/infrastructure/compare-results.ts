import { dayMs } from '../time.ts'
import type { EndKind } from '../vocabulary.ts'
import type { EvaluatedResult } from './apply-policies.ts'
import { type InfrastructureRun, type ResultKey, resultKey } from './infrastructure.ts'

/** A lifetime that was open before this scan. */
export interface OpenResult extends ResultKey {
  uuid: string
  tool: string
  document: string
  /** Epoch ms. */
  introducedAt: number
}

export interface EndedResult<Open extends OpenResult = OpenResult> {
  finding: Open
  kind: Extract<EndKind, 'removed' | 'excluded' | 'coverage-lost'>
  /** Whole days from introduction to now; null if it was not fixed, or the clock was set back. */
  daysToFix: number | null
}

export interface ResultComparison<Open extends OpenResult = OpenResult> {
  opened: EvaluatedResult[]
  continued: { finding: Open; found: EvaluatedResult }[]
  ended: EndedResult<Open>[]
}

/** Opens, continues and ends lifetimes, given all results (see carryOver). Excluded results have no lifetime. */
export function compareResults<Open extends OpenResult>({
  open,
  found,
  runs,
  now,
}: {
  open: readonly Open[]
  found: readonly EvaluatedResult[]
  runs: readonly InfrastructureRun[]
  /** Epoch ms. */
  now: number
}): ResultComparison<Open> {
  const byKey = new Map(found.map((each) => [resultKey(each), each]))
  const unclaimed = new Map(byKey)
  const comparison: ResultComparison<Open> = { opened: [], continued: [], ended: [] }
  const isCovered = readCoverage(runs)
  for (const finding of open) {
    const key = resultKey(finding)
    const same = byKey.get(key)
    unclaimed.delete(key)
    if (same && same.excluded === null) comparison.continued.push({ finding, found: same })
    else if (same) comparison.ended.push({ finding, kind: 'excluded', daysToFix: null })
    else if (isCovered(finding))
      comparison.ended.push({ finding, kind: 'removed', daysToFix: daysSince(finding.introducedAt, now) })
    else comparison.ended.push({ finding, kind: 'coverage-lost', daysToFix: null })
  }
  comparison.opened = [...unclaimed.values()].filter(({ excluded }) => excluded === null)
  return comparison
}

const daysSince = (start: number, now: number): number | null =>
  now < start ? null : Math.floor((now - start) / dayMs)

/** A missing result is only a fix if the same scanner reported in the same document, succeeded and read the file. */
function readCoverage(runs: readonly InfrastructureRun[]) {
  const known = runs.map((run) => ({
    ...run,
    analyzed: run.analyzed && new Set(run.analyzed),
    unread: new Set(run.unread),
  }))
  return ({ tool, document, path }: OpenResult): boolean => {
    const own = known.filter((run) => run.tool === tool)
    return (
      own.some((run) => run.document === document && (run.analyzed?.has(path) ?? true)) &&
      own.every((run) => run.isComplete && !run.unread.has(path))
    )
  }
}
