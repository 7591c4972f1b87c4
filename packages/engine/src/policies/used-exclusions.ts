import { isoDay } from '../time.ts'
import type { Component, Issue } from '../inventory.ts'
import type { ScanResult } from '../scan-result.ts'
import type { Exclusion, RepositoryExclusion } from './exclusion.ts'
import { type ExclusionSubject, matchingExclusions } from './exclusions.ts'

type Results = Pick<ScanResult, 'inventory' | 'findings' | 'outdated' | 'licenses' | 'warnings'>

/** Uuids of the exclusions that matched something, also those that another one makes superfluous. */
export function findUsedExclusions(exclusions: readonly Exclusion[], results: Results): string[] {
  if (exclusions.length === 0) return []
  const used = new Set<string>()
  for (const subject of subjectsOf(results))
    for (const { uuid } of matchingExclusions(exclusions, subject)) used.add(uuid)
  return [...used].sort()
}

/** One issue per exclusion of a repository that matched nothing, so that it can be removed; known issues say it already. */
export function unusedExclusions(
  exclusions: readonly RepositoryExclusion[],
  used: readonly string[],
  known: readonly Issue[],
): Issue[] {
  const matched = new Set(used)
  const isReported = new Set(
    known
      .filter(({ code }) => code === 'exclusion-unknown' || code === 'exclusion-expired')
      .map(({ where }) => where),
  )
  return exclusions
    .filter(({ uuid, where }) => !matched.has(uuid) && !isReported.has(where ?? ''))
    .map(({ target, repository, where = repository.path }) => ({
      code: 'exclusion-unused',
      message: `The exclusion of ${nameOf(target)} matched nothing.`,
      where,
    }))
}

/** Exclusions that have expired, as issues of the scan. */
export const expiredIssues = (exclusions: readonly RepositoryExclusion[], now: number): Issue[] =>
  exclusions
    .filter(({ expiresAt = Infinity }) => expiresAt <= now)
    .map(({ target, expiresAt, repository, where = repository.path }) => ({
      code: 'exclusion-expired',
      message: `The exclusion of ${nameOf(target)} has expired on ${isoDay(expiresAt! - 1)} and does not apply any more.`,
      where,
    }))

function nameOf(target: Exclusion['target']): string {
  if (target.kind === 'cve') return target.cve
  if (target.kind === 'advisory') return `advisory ${target.uuid}`
  if (target.kind === 'finding') return `advisory ${target.uuid} of ${target.name}`
  return target.version === '*' ? target.name : `${target.name} ${target.version}`
}

function* subjectsOf({
  inventory,
  findings,
  outdated,
  licenses,
  warnings,
}: Results): Iterable<ExclusionSubject> {
  for (const finding of findings)
    yield { ...finding, domain: 'security', versions: finding.versions.map(({ version }) => version) }
  for (const { component } of [...outdated, ...warnings])
    yield subjectOf('stability', inventory.components[component]!)
  for (const { component, warning, violations } of licenses) {
    if (warning === null && violations.length === 0) continue
    yield subjectOf('licensing', inventory.components[component]!)
  }
}

const subjectOf = (
  domain: 'stability' | 'licensing',
  { ecosystem, name, version }: Component,
): ExclusionSubject => ({
  domain,
  ecosystem,
  packageName: name,
  versions: [version],
  advisoryUuid: null,
  cve: null,
  cves: [],
})
