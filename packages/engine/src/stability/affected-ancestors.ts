import type { Match } from '../advisories/advisory.ts'
import { toQuery, type PackageQuery } from '../advisories/package-query.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { Component } from '../inventory.ts'

interface Matching {
  match: (ecosystem: EcosystemId, asked: PackageQuery) => readonly Match[] | null
  /** Whether a patch, a VEX statement or an exclusion of the component covers the match. */
  isCovered: (component: Component, match: Match) => boolean
}

/** Maximum number of ids in a sentence. */
const maxIds = 10

/** One sentence per ancestor with advisories. They are no findings of the component, whose changes may have fixed them. */
export function describeAffectedAncestors(component: Component, { match, isCovered }: Matching): string[] {
  return (component.ancestors ?? []).flatMap((ancestor) => {
    const matches = ancestor.ecosystem === null ? [] : (match(ancestor.ecosystem, toQuery(ancestor)) ?? [])
    const open = matches.filter((each) => !isCovered(component, each)).map(describe)
    if (open.length === 0) return []
    const more = open.length > maxIds ? ` and ${open.length - maxIds} more` : ''
    return `May be affected by ${open.slice(0, maxIds).join(', ')}${more} of the ancestor ${ancestor.name} ${ancestor.version}.`
  })
}

const describe = ({ facts: { cve, severity }, evidence }: Match): string => {
  const id = cve ?? evidence[0]?.recordId ?? ''
  return severity === 'unknown' ? id : `${id} (${severity})`
}
