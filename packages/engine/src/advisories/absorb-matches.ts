import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import type { Match } from './advisory.ts'

/**
 * A distribution's update fixes several CVEs at once. If each of them was found in the version by a record of its own,
 * the update is no further vulnerability: its evidence and fixed versions are added to theirs.
 */
export function absorbMatches(matches: readonly Match[], ecosystem: Ecosystem): readonly Match[] {
  if (!matches.some(coversSeveral)) return matches
  const byCve = new Map<string, number>()
  for (const [index, { facts }] of matches.entries())
    if (facts.cve !== null) for (const cve of facts.cves) byCve.set(cve, index)
  const merged = [...matches]
  const isAbsorbed = (match: Match): boolean => {
    if (!coversSeveral(match)) return false
    const own = match.facts.cves.map((cve) => byCve.get(cve))
    if (own.includes(undefined)) return false
    for (const index of new Set(own)) merged[index!] = merge(merged[index!]!, match, ecosystem)
    return true
  }
  const kept = matches.map((match) => !isAbsorbed(match))
  return merged.filter((_, index) => kept[index])
}

const coversSeveral = ({ facts: { cve, cves } }: Match): boolean => cve === null && cves.length > 0

function merge(match: Match, update: Match, { compareVersions }: Ecosystem): Match {
  const fixedVersions = [...match.fixedVersions]
  for (const fixed of update.fixedVersions)
    if (!fixedVersions.some((each) => compareVersions(each, fixed) === 0)) fixedVersions.push(fixed)
  return {
    ...match,
    evidence: [...match.evidence, ...update.evidence],
    fixedVersions: fixedVersions.sort((a, b) => compareVersions(a, b) ?? 0),
    updates: [...(match.updates ?? []), update.facts.advisoryUuid],
  }
}
