import { toQuery } from '@assay/engine/advisories/package-query.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Component, ComponentEvidence } from '@assay/engine/inventory.ts'
import type { ComponentAge, ComponentLicense, ScanResult } from '@assay/engine/scan-result.ts'
import { createHash } from 'node:crypto'
import type { ComponentRow } from './component-store.ts'

/** The scan's components as rows, each with a content digest: equal components share one row. */
export function componentRows({ inventory, licenses, outdated, ages, warnings }: ScanResult): ComponentRow[] {
  const { components } = inventory
  const newer = new Map(outdated.map((each) => [each.component, each]))
  const reasons = Map.groupBy(warnings, (each) => each.component)
  const rows = new Map<string, ComponentRow>()
  // Hashes of lockfiles are in the lockfiles, and would double what is stored.
  const { documents = [] } = inventory
  const isSbom = documents.length > 0 && documents.every((each) => each.isSbom)
  for (const [index, component] of components.entries()) {
    const verdict = licenses[index]
    const latest = newer.get(index)
    const content = {
      ...identity(component),
      requiredBy: requirers(component, components),
      locations: component.locations.toSorted(),
      licenses: verdict?.licenses ?? [],
      violations: verdict?.violations ?? [],
      latestPatch: latest?.latestPatch ?? null,
      latestMinor: latest?.latestMinor ?? null,
      latestMajor: latest?.latestMajor ?? null,
      stability: (reasons.get(index) ?? []).map(({ reason }) => clean(reason)),
    }
    const age = ages[index] ?? unknownAge
    const { licensedAt, ...origin } = licenseOrigin(licenses[index])
    const copyright = component.copyright === undefined ? null : clean(component.copyright)
    const licenseWarning = verdict?.warning === 'unrecognized' ? verdict.warning : null
    const source = component.source ? cleanSource(component.source) : null
    const sbomFields = isSbom ? sbomFieldsOf(component) : null
    // Absent fields are not part of the digest, so that rows stored before the field existed keep theirs.
    const digest = digestOf({
      ...content,
      ...(age.hasKnownReleases && { libyears: age.libyears }),
      ...(origin.licenseSource !== null && origin),
      ...(copyright !== null && { copyright }),
      ...(licenseWarning !== null && { licenseWarning }),
      ...(source !== null && { source }),
      ...(sbomFields !== null && { sbomFields }),
    })
    const rest = { licensedAt, copyright, licenseWarning, source, sbomFields, digest }
    rows.set(digest, { ...content, ...age, ...origin, ...rest })
  }
  return [...rows.values()]
}

const unknownAge: ComponentAge = { hasKnownReleases: false, libyears: null }

/** Excludes the check time, which changes daily. */
const digestOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)

function licenseOrigin(
  verdict: ComponentLicense | undefined,
): Pick<ComponentRow, 'licenseSource' | 'licenseRegistry' | 'licensedAt'> {
  const { source, registry, at } = verdict?.origin ?? { source: null, registry: null, at: null }
  return {
    licenseSource: source === 'declared' ? null : source,
    licenseRegistry: registry,
    licensedAt: at === null ? null : new Date(at),
  }
}

const clean = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Each installation rewrites the databases of installed packages, so that the lines of all others would change. */
const withoutLines = ({ occurrences, ...rest }: ComponentEvidence): ComponentEvidence => ({
  ...rest,
  ...(occurrences && {
    occurrences: occurrences.map((each) => {
      const place = { ...each }
      delete place.line
      return place
    }),
  }),
})

/** Of all texts in a value that came from JSON. */
const cleanTexts = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? clean(each) : each,
  ) as T

const cleanSource = ({ name, version }: { name: string; version: string }) => ({
  name: clean(name),
  version: clean(version),
})

function sbomFieldsOf(component: Component): ComponentRow['sbomFields'] {
  const { hashes, references, sureness, evidence, layer } = component
  if (!hashes && !references && !sureness && !evidence && !layer) return null
  return {
    ...(sureness && { sureness }),
    ...(evidence && { evidence: cleanTexts(sureness === 'installed' ? withoutLines(evidence) : evidence) }),
    ...(layer && {
      layer: { index: layer.index, instruction: clean(layer.instruction), isBase: layer.isBase },
    }),
    ...(hashes && {
      hashes: hashes.map(({ algorithm, value }) => ({ algorithm: clean(algorithm), value: clean(value) })),
    }),
    ...(references && {
      references: references.map(({ type, url }) => ({ type: clean(type), url: clean(url) })),
    }),
  }
}

function identity(component: Component) {
  const { ecosystem, name, version, purl, scope, isDirect } = component
  // The normalized name, by which advisories find the branches to rescan.
  const packageName =
    ecosystem === null ? name : ecosystemById(ecosystem).normalizeName(toQuery(component).name)
  return {
    ecosystem,
    packageName: clean(packageName),
    name: clean(name),
    version: clean(version),
    purl: purl === null ? null : clean(purl),
    scope,
    isDirect,
  }
}

/** Maximum number of dependents stored per package. */
const maxRequirers = 100

const requirers = ({ requiredBy }: Component, components: Component[]): string[] =>
  requiredBy
    .slice(0, maxRequirers)
    .map((index) => components[index])
    .filter((each) => each !== undefined)
    .map(({ name, version }) => `${name}@${version}`)
    .sort()
