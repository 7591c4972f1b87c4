import type { Match } from '../advisories/advisory.ts'
import type { Component } from '../inventory.ts'
import type { OpinionOf } from '../policies/vex.ts'
import type { AffectedVersion, FoundFinding } from './finding.ts'
import { byKey } from './finding-key.ts'
import { compareText, versionOrder } from './packages.ts'
import type { InventoryPackage } from './packages.ts'

/** The advisories that affect one version of a package. */
export type MatchVersion = (found: InventoryPackage, version: string) => readonly Match[]

/**
 * The findings in the packages, none excluded yet, ordered by ecosystem, package and advisory. Several
 * affected versions of one package under one advisory are one finding that lists them, each with the opinion on it.
 */
export function findAffected(
  packages: Iterable<InventoryPackage>,
  { matchVersion, opinionOf }: Asking,
): FoundFinding[] {
  const findings: FoundFinding[] = []
  for (const found of packages) findings.push(...findInPackage(found, { matchVersion, opinionOf }))
  return findings.sort(byKey)
}

interface Asking {
  matchVersion: MatchVersion
  opinionOf: OpinionOf
}

function findInPackage(found: InventoryPackage, { matchVersion, opinionOf }: Asking): Iterable<FoundFinding> {
  const order = versionOrder(found.ecosystem)
  const findings = new Map<string, FoundFinding>()
  const byVersion = Map.groupBy(found.components, ({ version }) => version)
  for (const version of [...byVersion.keys()].sort(order)) {
    if (version === '') continue
    for (const match of matchVersion(found, version)) {
      const finding = findings.get(match.facts.advisoryUuid) ?? newFinding(found, match)
      findings.set(match.facts.advisoryUuid, finding)
      const components = byVersion.get(version) ?? []
      const vex = opinionOf(components, match)
      finding.versions.push({ ...affectedVersion(components, version, match), ...(vex && { vex }) })
      finding.fixedVersions = [...new Set([...finding.fixedVersions, ...match.fixedVersions])].sort(order)
    }
  }
  return findings.values()
}

function newFinding({ ecosystem, name, displayName }: InventoryPackage, { facts }: Match): FoundFinding {
  const { advisoryUuid, cve, severity, cvss, publishedAt, category } = facts
  const key = { ecosystem: ecosystem.id, packageName: name, advisoryUuid }
  const about = { displayName, cve, severity, cvss, publishedAt, category }
  return { ...key, ...about, versions: [], fixedVersions: [], exclusionUuid: null }
}

/** One version as all components that have it tell: direct when one of them is. */
function affectedVersion(components: Component[], version: string, match: Match): AffectedVersion {
  const locations = new Set(components.flatMap((component) => component.locations))
  const direct = components.map(({ isDirect }) => isDirect)
  return {
    version,
    evidence: match.evidence,
    locations: [...locations].sort(compareText),
    isDirect: direct.includes(true) ? true : direct.includes(false) ? false : null,
  }
}
