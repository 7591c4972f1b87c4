import { toQuery } from '@assay/engine/advisories/package-query.ts'
import { ecosystemById } from '@assay/engine/ecosystems.ts'
import type { Ancestor, Component, ComponentEvidence } from '@assay/engine/inventory.ts'
import type { ComponentAge, ComponentLicense, ScanResult } from '@assay/engine/scan-result.ts'
import { createHash, hash } from 'node:crypto'
import type { ComponentRow, DigestedRow } from './component-store.ts'

export interface StoredComponents {
  rows: DigestedRow[]
  /** A row as it is stored. Its content is digested only then, once for all branches: most have their rows already. */
  withContent: (row: DigestedRow) => ComponentRow
  /** Equal if all rows are. */
  digest: Uint8Array
}

export function storedComponents(result: ComponentsOfScan): StoredComponents {
  const rows = componentRows(result)
  const digests = rows.map(({ digest }) => digest).sort()
  return { rows, withContent: contentDigester(), digest: hash('sha256', digests.join(''), 'buffer') }
}

/** As stored with the branch. It names the scan, so that one which another version recorded without it is told. */
export const digestAtScan = ({ digest }: Pick<StoredComponents, 'digest'>, number: number): Buffer =>
  createHash('sha256').update(digest).update(String(number)).digest()

type ComponentsOfScan = Pick<ScanResult, 'inventory' | 'licenses' | 'outdated' | 'ages' | 'warnings'>

/** The scan's components as rows, each with a content digest: equal components share one row. */
export function componentRows({
  inventory,
  licenses,
  outdated,
  ages,
  warnings,
}: ComponentsOfScan): DigestedRow[] {
  const { components } = inventory
  const newer = new Map(outdated.map((each) => [each.component, each]))
  const reasons = Map.groupBy(warnings, (each) => each.component)
  const rows = new Map<string, DigestedRow>()
  // Hashes of lockfiles are in the lockfiles, and would double what is stored.
  const { documents = [] } = inventory
  const isSbom = documents.length > 0 && documents.every((each) => each.isSbom)
  const nameOf = requirerNames(components)
  for (const [index, component] of components.entries()) {
    const verdict = licenses[index]
    const latest = newer.get(index)
    const { licensedAt, ...origin } = licenseOrigin(verdict)
    const row: Undigested = {
      ...identity(component),
      requiredBy: requirers(component, components),
      locations: component.locations.toSorted(),
      licenses: verdict?.licenses ?? [],
      violations: verdict?.violations ?? [],
      latestPatch: latest?.latestPatch ?? null,
      latestMinor: latest?.latestMinor ?? null,
      latestMajor: latest?.latestMajor ?? null,
      stability: (reasons.get(index) ?? []).map(({ reason }) => clean(reason)),
      ...(ages[index] ?? unknownAge),
      ...origin,
      licensedAt,
      copyright: component.copyright === undefined ? null : clean(component.copyright),
      licenseWarning: verdict?.warning === 'unrecognized' ? verdict.warning : null,
      source: component.source ? cleanSource(component.source) : null,
      sbomFields: sbomFieldsOf(isSbom ? component : { ancestors: component.ancestors ?? [] }),
    }
    const digest = digestOf({ ...factsOf(row), requiredBy: row.requiredBy.map(nameOf) })
    rows.set(digest, { ...row, digest })
  }
  return [...rows.values()]
}

function contentDigester(): StoredComponents['withContent'] {
  const known = new Map<DigestedRow, ComponentRow>()
  return (row) => {
    const stored = known.get(row) ?? { ...row, content: digestOf(withoutUse(factsOf(row))) }
    known.set(row, stored)
    return stored
  }
}

/**
 * Requirers of which the inventory has one version go into digests by their names: a row stays when only they are
 * upgraded. Which version it is follows from the other rows.
 */
function requirerNames(components: readonly Component[]): (requirer: string) => string {
  const versions = new Map<string, Set<string>>()
  for (const { name, version } of components)
    versions.set(name, (versions.get(name) ?? new Set()).add(version))
  const isSole = ({ name, version }: Component) => versions.get(name)!.size === 1 && !version.includes('@')
  const names = new Map(
    components.filter(isSole).map((component) => [componentKey(component), component.name]),
  )
  return (requirer) => names.get(requirer) ?? requirer
}

export const componentKey = ({ name, version }: Pick<Component, 'name' | 'version'>): string =>
  `${name}@${version}`

type Undigested = Omit<DigestedRow, 'digest'> & { digest?: string }

/** Absent fields are not part of the digests, so that rows stored before the field existed keep theirs. */
function factsOf(row: Undigested) {
  const { hasKnownReleases, libyears, licensedAt: _checkedDaily, digest: _digest, ...facts } = row
  const { copyright, licenseWarning, source, sbomFields, licenseSource, licenseRegistry, ...always } = facts
  return {
    ...always,
    ...(hasKnownReleases && { libyears }),
    ...(licenseSource !== null && { licenseSource, licenseRegistry }),
    ...(copyright !== null && { copyright }),
    ...(licenseWarning !== null && { licenseWarning }),
    ...(source !== null && { source }),
    ...(sbomFields !== null && { sbomFields }),
  }
}

/** As versions before stored it, which named requirers by their versions. */
export const digestWithVersions = (row: DigestedRow): string => digestOf(factsOf(row))

type UseOfBranch = Pick<ComponentRow, 'scope' | 'isDirect' | 'requiredBy' | 'locations'>

const withoutUse = <Row extends UseOfBranch>({
  scope: _scope,
  isDirect: _isDirect,
  requiredBy: _requiredBy,
  locations: _locations,
  ...content
}: Row) => content

const unknownAge: ComponentAge = { hasKnownReleases: false, libyears: null }

const digestOf = (content: object): string => hash('sha256', JSON.stringify(content)).slice(0, 32)

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

type SbomMembers = Pick<Component, 'hashes' | 'references' | 'sureness' | 'evidence' | 'layer' | 'ancestors'>

function sbomFieldsOf(component: SbomMembers): ComponentRow['sbomFields'] {
  const { hashes, references, sureness, evidence, layer, ancestors = [] } = component
  const known = ancestors.filter(({ ecosystem }) => ecosystem !== null)
  if (!hashes && !references && !sureness && !evidence && !layer && known.length === 0) return null
  return {
    ...(known.length > 0 && { ancestors: known.map(ancestorOf) }),
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

/** As advisories name it. */
const ancestorOf = (ancestor: Ancestor) => ({
  ecosystem: ancestor.ecosystem,
  packageName: clean(packageNameOf(ancestor)),
})

/** The normalized name, by which advisories find the branches to rescan. */
const packageNameOf = (component: Ancestor): string =>
  component.ecosystem === null
    ? component.name
    : ecosystemById(component.ecosystem).normalizeName(toQuery(component).name)

function identity(component: Component) {
  const { ecosystem, name, version, purl, scope, isDirect } = component
  return {
    ecosystem,
    packageName: clean(packageNameOf(component)),
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
    .map(componentKey)
    .sort()
