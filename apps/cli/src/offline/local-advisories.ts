import type { AdvisoryIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AdvisoryBasis } from '@assay/engine/reports/scan-report.ts'
import type { SupportedProduct } from '@assay/engine/stability/support-ends.ts'

/** Advisories without a server. Indexes are opened when they are asked for. */
export interface LocalAdvisories {
  /** null: no advisories are known for the ecosystem. */
  index(id: EcosystemId): AdvisoryIndex | null
  basis(ids: ReadonlySet<EcosystemId>): AdvisoryBasis
  /** Epoch ms; null: they came with the product. */
  builtAt: number | null
  /** How long products are supported, beside what ships. */
  supportEnds: readonly SupportedProduct[]
  /** By uuid, of those that were found. */
  texts(uuids: Iterable<string>): Promise<Map<string, AdvisoryText>>
  /** Whether any advisory goes by the id. */
  knows(id: string): Promise<boolean>
}

/** How many advisories the ecosystems have together, and the latest change. */
export function countOf(
  ids: ReadonlySet<EcosystemId>,
  entryOf: (id: EcosystemId) => { advisories: number; newestAt: number | null } | undefined,
): Pick<AdvisoryBasis, 'count' | 'newestAt'> {
  const entries = [...ids].map(entryOf).filter((entry) => entry !== undefined)
  const newestAt = entries.reduce((latest, entry) => Math.max(latest, entry.newestAt ?? 0), 0)
  return {
    count: entries.reduce((sum, { advisories }) => sum + advisories, 0),
    newestAt: newestAt === 0 ? null : newestAt,
  }
}
