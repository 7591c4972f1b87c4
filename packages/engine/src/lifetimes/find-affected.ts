import type { Match } from '../advisories/advisory.ts'
import type { Component } from '../inventory.ts'
import { mergeOrigin } from '../merge-origin.ts'
import { isCleared, type Assess } from '../policies/vex.ts'
import type { AffectedVersion, FindingKey, FoundFinding } from './finding.ts'
import { severities } from '../vocabulary.ts'
import { compareText, versionOrder } from './packages.ts'
import type { InventoryPackage } from './packages.ts'

/** The advisories that affect a component. */
export type MatchComponent = (component: Component) => readonly Match[]

/**
 * The findings of the packages before exclusions, ordered by ecosystem, package and advisory. Several affected versions
 * of one package under one advisory are one finding, each with its VEX assessment.
 */
export function findAffected(
  packages: Iterable<InventoryPackage>,
  { matchComponent, assess }: Asking,
): FoundFinding[] {
  const findings: FoundFinding[] = []
  for (const found of packages)
    // Most have no advisories.
    if (found.components.some((each) => matchComponent(each).length > 0))
      findings.push(...findInPackage(found, { matchComponent, assess }))
  return findings.sort(byKey)
}

interface Asking {
  matchComponent: MatchComponent
  assess: Assess
}

function findInPackage(found: InventoryPackage, { matchComponent, assess }: Asking): Iterable<FoundFinding> {
  const order = versionOrder(found.ecosystem)
  const findings = new Map<string, FoundFinding>()
  const alike =
    found.components.length === 1 ? [found.components] : [...Map.groupBy(found.components, keyOf).values()]
  for (const components of alike.sort(([a], [b]) => order(a!.version, b!.version))) {
    const [component] = components
    if (!component || component.version === '') continue
    for (const match of matchComponent(component)) {
      const finding = findings.get(match.facts.advisoryUuid) ?? newFinding(found, match)
      findings.set(match.facts.advisoryUuid, finding)
      const vex = assess(components, match)
      addVersion(finding, { ...affectedVersion(component, components, match), ...(vex && { vex }) })
      finding.fixedVersions = [...new Set([...finding.fixedVersions, ...match.fixedVersions])].sort(order)
      if (match.symbols) finding.symbols = [...new Set([...(finding.symbols ?? []), ...match.symbols])]
      rate(finding, match)
    }
  }
  return findings.values()
}

/** Equal for components with the same match. */
const keyOf = ({ version, release = '', source, origin }: Component): string =>
  release === '' && !source && !origin
    ? version
    : JSON.stringify([version, release, source?.name, source?.version, origin?.kind])

/** One version in two releases of a distribution or of two origins is one affected version, with the rules of both. */
function addVersion({ versions }: FoundFinding, added: AffectedVersion): void {
  const known = versions.at(-1)
  if (known?.version !== added.version) return void versions.push(added)
  const rules = new Map([...known.evidence, ...added.evidence].map((each) => [JSON.stringify(each), each]))
  known.evidence = [...rules.values()]
  mergeOrigin(known, added)
  known.locations = [...new Set([...known.locations, ...added.locations])].sort(compareText)
  known.isDirect = directOf([known, added])
  if (!added.isUncertain) delete known.isUncertain
  if (added.updates) known.updates = [...new Set([...(known.updates ?? []), ...added.updates])]
  // If it is suppressed in only one release, it still counts.
  if (isCleared(known.vex) && !isCleared(added.vex)) delete known.vex
}

/** The worst of several releases of a distribution. One without a rating has the severity of the vulnerability. */
function rate(finding: FoundFinding, { facts: { severity }, rating }: Match): void {
  if (severities.indexOf(severity) < severities.indexOf(finding.severity)) finding.severity = severity
  finding.rating = rating === null || finding.rating === null ? null : finding.severity
}

function newFinding({ ecosystem, name, displayName }: InventoryPackage, match: Match): FoundFinding {
  const { facts, rating } = match
  const { advisoryUuid, cve, cves, publicId, severity, cvss, publishedAt } = facts
  const category = facts.category === 'malware' ? ('malware' as const) : ('vulnerability' as const)
  const key = { ecosystem: ecosystem.id, packageName: name, advisoryUuid }
  const about = { displayName, cve, cves, publicId, severity, rating, cvss, publishedAt, category }
  return { ...key, ...about, versions: [], fixedVersions: [], exclusionUuid: null }
}

/** Merges all components with the same version; direct if any of them is. */
function affectedVersion(
  { version, release, source, origin }: Component,
  components: Component[],
  { evidence, isUncertain, updates }: Match,
): AffectedVersion {
  const locations = new Set(components.flatMap((component) => component.locations))
  return {
    version,
    ...(release !== undefined && { release }),
    ...(source && { source }),
    ...(origin && { origin }),
    evidence,
    locations: [...locations].sort(compareText),
    isDirect: directOf(components),
    ...(isUncertain && { isUncertain }),
    ...(updates && { updates }),
  }
}

function directOf(all: Pick<Component, 'isDirect'>[]): boolean | null {
  const direct = all.map(({ isDirect }) => isDirect)
  return direct.includes(true) ? true : direct.includes(false) ? false : null
}

/** For sort: by ecosystem, package, advisory. */
export const byKey = (a: FindingKey, b: FindingKey): number =>
  compareText(a.ecosystem, b.ecosystem) ||
  compareText(a.packageName, b.packageName) ||
  compareText(a.advisoryUuid, b.advisoryUuid)
