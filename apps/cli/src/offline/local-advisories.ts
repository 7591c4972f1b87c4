import { dayMs } from '@assay/engine/time.ts'
import type { AdvisoryIndex } from '@assay/engine/advisories/advisory-index.ts'
import type { AdvisoryText } from '@assay/engine/advisories/advisory-text.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { freshnessOf } from '@assay/engine/advisories/freshness.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemData } from '@assay/engine/reports/scan-report.ts'
import { describeListAge, type ListAge } from '@assay/engine/advisories/lists.ts'
import { listIds, type ListId } from '@assay/engine/vocabulary.ts'
import type { SupportedProduct } from '@assay/engine/stability/eol-dates.ts'

/** Advisories without a server. Indexes are opened on demand. */
export interface LocalAdvisories {
  /** null if the ecosystem has no advisories. */
  index(id: EcosystemId): AdvisoryIndex | null
  /** The data of an ecosystem; null if it has no advisories. */
  data(id: EcosystemId): StoredData | null
  /** Whether there is only the bundled starter set. */
  isStarter: boolean
  /** End-of-life dates in addition to the built-in ones. */
  eolDates: readonly SupportedProduct[]
  /** How old the lists are on which orders depend. */
  lists: readonly ListAge[]
  /** Texts of found advisories, by uuid. */
  texts(uuids: Iterable<string>): Promise<Map<string, AdvisoryText>>
  /** Whether any advisory has the id or alias. */
  knows(id: string): Promise<boolean>
}

type StoredData = Omit<EcosystemData, 'ecosystem' | 'name' | 'state'>

export const starterName = 'the starter set'

/** The server's default. */
const maxAgeMs = 7 * dayMs

/** The advisory data of the ecosystems in a scan, by name. */
export function dataOf(advisories: LocalAdvisories, ids: Iterable<EcosystemId>, at: number): EcosystemData[] {
  return [...ids]
    .map((id) => {
      const data = advisories.data(id) ?? none
      const state = freshnessOf(data.checkedAt, { at, maxAgeMs })
      return { ecosystem: id, name: ecosystemById(id).name, ...data, state }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Ages of all lists, by when they were complete. */
export const listAgesFrom = (times: Partial<Record<ListId, number>>): ListAge[] =>
  listIds.map((id) => ({ id, completeAt: times[id] ?? null }))

/** Why the order of upgrades and the marks of exploited vulnerabilities are in doubt, in a sentence; null if they are not. */
export function describeLists(lists: readonly ListAge[], at: number): string | null {
  const doubts = lists
    .filter(({ id }) => id !== 'end-of-life')
    .flatMap((list) => describeListAge(list, { at, maxAgeMs }) ?? [])
  if (doubts.length === 0) return null
  return `${doubts.join(', ')}: exploited vulnerabilities may not be marked or listed first.`
}

const none: StoredData = { source: starterName, advisories: 0, newestAt: null, checkedAt: null }
