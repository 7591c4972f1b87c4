import type { Report } from '@assay/contract/reports.ts'
import { ecosystemById } from '@assay/engine/ecosystems/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { licenseName } from '@assay/engine/licenses/spdx.ts'
import type { StoredComponent } from './store.ts'

/** Components for which a newer release is known, or that something else speaks against. */
export const stabilityOf = (components: StoredComponent[]): Report['stability']['assessments'] =>
  byLanguage(
    components.filter(
      (each) =>
        (each.latest_patch ?? each.latest_minor ?? each.latest_major) !== null || each.stability.length > 0,
    ),
  ).map(([language, list]) => ({
    language,
    versions: list.map((each) => ({
      ...{ name: each.name, version: each.version },
      ...{ latestPatch: each.latest_patch, latestMinor: each.latest_minor, latestMajor: each.latest_major },
      warnings: each.stability,
    })),
  }))

export const licensingOf = (components: StoredComponent[]): Report['licensing']['assessments'] =>
  byLanguage(components).map(([language, list]) => ({
    language,
    results: list.map((each) => ({ name: each.name, version: each.version, ...judged(each) })),
  }))

/** What the licenses of a component come to. */
export const judged = ({ licenses, violations }: StoredComponent) => ({
  licenses: licenses.map(wireLicense),
  warnings: licenses.length === 0 ? ['No license is declared'] : [],
  violations: violations.map(({ policy, license }) => `${license} violates ${policy}`),
})

export function wireLicense(id: string) {
  const name = licenseName(id)
  return name === null ? { id, name: id, uri: '' } : { id, name, uri: `https://spdx.org/licenses/${id}.html` }
}

const byLanguage = (components: StoredComponent[]) =>
  [...Map.groupBy(components, languageOf)].sort(([a], [b]) => (a < b ? -1 : 1))

export const languageOf = ({ ecosystem }: StoredComponent): string =>
  ecosystem === null ? 'other' : ecosystemById(ecosystem as EcosystemId).languages[0]
