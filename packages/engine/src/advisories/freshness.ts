import type { Freshness } from '../vocabulary.ts'

/** Freshness of an ecosystem's advisory data at a time (epoch ms). checkedAt: when it was last complete, null if never. */
export function freshnessOf(
  checkedAt: number | null,
  { at, maxAgeMs }: { at: number; maxAgeMs: number },
): Freshness {
  if (checkedAt === null) return 'starter'
  return at - checkedAt > maxAgeMs ? 'outdated' : 'current'
}
