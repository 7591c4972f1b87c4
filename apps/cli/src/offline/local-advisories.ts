import type { AdvisoryIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AdvisoryBasis } from '@assay/engine/reports/scan-report.ts'
import type { SupportedProduct } from '@assay/engine/stability/eol-dates.ts'

/** Advisories without a server. Indexes are opened on demand. */
export interface LocalAdvisories {
  /** null if the ecosystem has no advisories. */
  index(id: EcosystemId): AdvisoryIndex | null
  basis(ids: ReadonlySet<EcosystemId>): AdvisoryBasis
  /** Epoch ms; null for the bundled starter set. */
  builtAt: number | null
  /** End-of-life dates in addition to the built-in ones. */
  eolDates: readonly SupportedProduct[]
  /** Texts of found advisories, by uuid. */
  texts(uuids: Iterable<string>): Promise<Map<string, AdvisoryText>>
  /** Whether any advisory has the id or alias. */
  knows(id: string): Promise<boolean>
}

/** Total number of advisories of the ecosystems, and the latest change. */
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
