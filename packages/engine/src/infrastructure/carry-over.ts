import { type Infrastructure, type InfrastructureResult, resultKey } from './infrastructure.ts'

/** Earlier results that still apply: their scanners did not run in this scan, and no other one reported the same. */
export function carryOver(
  known: readonly InfrastructureResult[],
  { results, runs }: Pick<Infrastructure, 'results' | 'runs'>,
): InfrastructureResult[] {
  const ran = new Set(runs.map(({ tool }) => tool))
  const found = new Set(results.map(resultKey))
  return known.filter((result) => !ran.has(result.tool) && !found.has(resultKey(result)))
}
