import type { Freshness } from '../vocabulary.ts'

/** How an ecosystem's advisory data fares at a moment (epoch ms); checkedAt: when it was last complete, null: never. */
export function freshnessOf(
  checkedAt: number | null,
  { at, maxAgeMs }: { at: number; maxAgeMs: number },
): Freshness {
  if (checkedAt === null) return 'starter'
  return at - checkedAt > maxAgeMs ? 'outdated' : 'current'
}
