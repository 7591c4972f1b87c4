import { describeViolation, licenseWarnings, noLicense } from '@assay/engine/licenses/license-words.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { streamItems } from '#platform/http/item-stream.ts'
import { wireLicense } from '#scanning/overrides/wire-license.ts'
import type { StoredComponent } from './component-pages-store.ts'
import type { ByLanguage } from './by-language.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import spdx from 'spdx-license-list'

/** Components with a newer release or another warning. */
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

export const licensingOf = (
  components: ByLanguage<StoredComponent>,
  { scannedAt, isExpanded }: { scannedAt: Date; isExpanded: boolean },
) =>
  components.map(([language, pages]) => ({
    language,
    results: streamItems(pages, (each) => ({
      name: each.name,
      version: each.version,
      ...licenseAssessmentOf(each, scannedAt),
      ...(isExpanded && { licenses: each.licenses.map(expandedLicense) }),
    })),
  }))

/** The license assessment of a component with its source, as declared at the scan. */
export const licenseAssessmentOf = (component: StoredComponent, scannedAt: Date) => {
  const { licenses, violations } = component
  const isDeclared = licenses.length > 0 && component.license_source === null
  return {
    licenses: licenses.map(wireLicense),
    licenseSource: isDeclared ? ('declared' as const) : component.license_source,
    licenseRegistry: component.license_registry,
    licensedAt: isDeclared ? scannedAt.getTime() : component.licensed_at,
    warnings: warningsOf(component),
    violations: violations.map(describeViolation),
  }
}

const warningsOf = ({ licenses, license_warning: warning }: StoredComponent): string[] => {
  if (licenses.length === 0) return [noLicense]
  return warning === null ? [] : [licenseWarnings[warning]]
}

export const languageOf = (ecosystem: string | null): string =>
  ecosystem === null ? 'other' : ecosystemById(ecosystem as EcosystemId).languages[0]

/** Adds links to page and text, and OSI approval. Licenses outside the SPDX list are unchanged. */
function expandedLicense(id: string) {
  const license = wireLicense(id)
  if (license.uri === '') return license
  const text = `https://raw.githubusercontent.com/spdx/license-list-data/main/text/${id}.txt`
  return {
    ...license,
    links: [
      { type: 'INFO' as const, url: license.uri },
      { type: 'TEXT' as const, url: text },
    ],
    osiApproved: ownProperty(spdx, id)?.osiApproved ?? false,
  }
}
