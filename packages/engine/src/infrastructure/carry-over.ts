import { type Infrastructure, type InfrastructureResult, resultKey } from './infrastructure.ts'

/** Of what was found before, what still holds: each scanner speaks for itself, so those that did not run now changed nothing. */
export function carryOver(
  known: readonly InfrastructureResult[],
  { results, runs }: Pick<Infrastructure, 'results' | 'runs'>,
): InfrastructureResult[] {
  const ran = new Set(runs.map(({ tool }) => tool))
  const found = new Set(results.map(resultKey))
  return known.filter((result) => !ran.has(result.tool) && !found.has(resultKey(result)))
}
