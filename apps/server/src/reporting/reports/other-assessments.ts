import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { licenseName } from '@assay/engine/licenses/spdx.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import type { StoredComponent } from './component-pages-store.ts'
import type { ByLanguage } from './full-report.ts'

/** Of components for which a newer release is known, or that something else speaks against. */
export const stabilityOf = (unstable: ByLanguage<StoredComponent>) =>
  unstable.map(([language, pages]) => ({
    language,
    versions: streamItems(pages, (each) => ({
      name: each.name,
      version: each.version,
      latestPatch: each.latest_patch,
      latestMinor: each.latest_minor,
      latestMajor: each.latest_major,
      libyears: each.libyears,
      warnings: each.stability,
    })),
  }))

export const licensingOf = (components: ByLanguage<StoredComponent>) =>
  components.map(([language, pages]) => ({
    language,
    results: streamItems(pages, (each) => ({ name: each.name, version: each.version, ...judged(each) })),
  }))

/** What the licenses of a component come to. */
export const judged = ({ licenses, violations }: Pick<StoredComponent, 'licenses' | 'violations'>) => ({
  licenses: licenses.map(wireLicense),
  warnings: licenses.length === 0 ? ['No license is declared'] : [],
  violations: violations.map(({ policy, license }) => `${license} violates ${policy}`),
})

export function wireLicense(id: string) {
  const name = licenseName(id)
  return name === null ? { id, name: id, uri: '' } : { id, name, uri: `https://spdx.org/licenses/${id}.html` }
}

export const languageOf = (ecosystem: string | null): string =>
  ecosystem === null ? 'other' : ecosystemById(ecosystem as EcosystemId).languages[0]
