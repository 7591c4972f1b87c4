import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import { ecosystemById } from '../ecosystems.ts'
import type { Exclusion } from './exclusion.ts'

/** The subject of an exclusion: a finding, an outdated component or a license verdict. */
export interface ExclusionSubject {
  domain: Exclusion['domain']
  /** null outside security, or if the advisory has none. */
  advisoryUuid: string | null
  /** Names of the vulnerability or, without cve, several vulnerabilities: all of them must be excluded. */
  cves: readonly string[]
  cve: string | null
  /** null: it can only be excluded by advisory or CVE. */
  ecosystem: EcosystemId | null
  /** In any spelling. */
  packageName: string
  versions: readonly string[]
  /** Of a finding. */
  fixedVersions?: readonly string[]
}

/**
 * The exclusion that suppresses the subject, or null. All versions must be covered, each by any exclusion; returns the
 * first one in the list that covers the first version.
 */
export function excludes(exclusions: readonly Exclusion[], subject: ExclusionSubject): Exclusion | null {
  if (exclusions.length === 0) return null
  const candidates = possible(exclusions, subject).filter((exclusion) => isCandidate(exclusion, subject))
  const parts = subject.cve === null && subject.cves.length > 0 ? subject.cves : [null]
  const covering = subject.versions.flatMap((version) =>
    parts.map((cve) => candidates.find((each) => covers(each, version) && isAbout(each, cve))),
  )
  return covering.every((exclusion) => exclusion !== undefined) ? (covering[0] ?? null) : null
}

/** Whether the exclusion covers this one of several vulnerabilities. */
const isAbout = ({ target }: Exclusion, cve: string | null): boolean =>
  cve === null || target.kind !== 'cve' || isSameId(target.cve, cve)

/** All exclusions that cover a version of the subject. */
export const matchingExclusions = (
  exclusions: readonly Exclusion[],
  subject: ExclusionSubject,
): Exclusion[] =>
  possible(exclusions, subject).filter(
    (exclusion) =>
      isCandidate(exclusion, subject) && subject.versions.some((version) => covers(exclusion, version)),
  )

/** Indexed by key, since the list is checked for every finding of a scan. */
const grouped = new WeakMap<readonly Exclusion[], Map<string, number[]>>()

/** In the order of the list. */
function possible(exclusions: readonly Exclusion[], subject: ExclusionSubject): Exclusion[] {
  const groups = grouped.get(exclusions) ?? groupByKey(exclusions)
  grouped.set(exclusions, groups)
  const { advisoryUuid, cves, ecosystem, packageName } = subject
  const keys = [advisoryUuid, ...cves].filter((id) => id !== null).map((id) => id.toLowerCase())
  if (ecosystem !== null) keys.push(keyOfName(ecosystem, packageName), patternKey)
  return keys
    .flatMap((key) => groups.get(key) ?? [])
    .toSorted((a, b) => a - b)
    .map((at) => exclusions[at]!)
}

function groupByKey(exclusions: readonly Exclusion[]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [at, { target }] of exclusions.entries()) {
    const key = keyOf(target)
    const group = groups.get(key)
    if (group) group.push(at)
    else groups.set(key, [at])
  }
  return groups
}

const patternKey = '*'

function keyOf(target: Exclusion['target']): string {
  if (target.kind === 'advisory' || target.kind === 'finding') return target.uuid.toLowerCase()
  if (target.kind === 'cve') return target.cve.toLowerCase()
  return target.name.endsWith('*') ? patternKey : keyOfName(target.ecosystem, target.name)
}

const keyOfName = (ecosystem: EcosystemId, name: string): string =>
  `${ecosystem} ${ecosystemById(ecosystem).normalizeName(name)}`

/** Whether the exclusion matches the subject, apart from its version. */
function isCandidate({ domain, target, untilFix }: Exclusion, subject: ExclusionSubject): boolean {
  if (domain !== subject.domain || (untilFix && hasFix(subject))) return false
  if (target.kind === 'cve') return subject.cves.some((cve) => isSameId(target.cve, cve))
  if (target.kind !== 'library' && !isSameId(target.uuid, subject.advisoryUuid)) return false
  return target.kind === 'advisory' || isOfPackage(target, subject)
}

const hasFix = ({ fixedVersions = [] }: ExclusionSubject): boolean => fixedVersions.length > 0

function isOfPackage(
  target: { ecosystem: EcosystemId; name: string },
  subject: Pick<ExclusionSubject, 'ecosystem' | 'packageName'>,
): boolean {
  return target.ecosystem === subject.ecosystem && isNamed(target, subject.packageName)
}

function isSameId(a: string, b: string | null): boolean {
  return a.toLowerCase() === b?.toLowerCase()
}

function isNamed(pattern: { ecosystem: EcosystemId; name: string }, packageName: string): boolean {
  const ecosystem = ecosystemById(pattern.ecosystem)
  const name = ecosystem.normalizeName(packageName)
  if (!pattern.name.endsWith('*')) return ecosystem.normalizeName(pattern.name) === name
  return name.startsWith(ecosystem.normalizeName(pattern.name.slice(0, -1)))
}

function covers({ target }: Exclusion, version: string): boolean {
  if (target.kind !== 'library' || target.version === '*' || target.version === version) return true
  return ecosystemById(target.ecosystem).compareVersions(target.version, version) === 0
}
