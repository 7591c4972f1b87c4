import type { CaseFact, CaseFacts } from '@assay/contract/cases.ts'
import { decideSsvc, type Ssvc } from '@assay/engine/policies/rules/ssvc.ts'

interface Known {
  isListed: boolean
  /** A CVSS vector of version 3 or 4; null without one. */
  vector: string | null
  /** The tags of each affected project. */
  tagsOfProjects: readonly (readonly string[])[]
}

const assumed: CaseFact = { value: true, source: 'assumed' }

/** The four facts of BOD 26-04, as far as something says so; otherwise the stricter answer counts. */
export function deriveFacts({ isListed, vector, tagsOfProjects }: Known): CaseFacts {
  const ssvc = decideSsvc({ isKnownExploited: true, vector, tags: [] })
  return {
    isListed: { value: isListed, source: 'catalog' },
    isExposed: exposureOf(tagsOfProjects),
    isAutomatable: scored(ssvc.automatable, 'yes'),
    hasTotalImpact: scored(ssvc.technicalImpact, 'total'),
  }
}

const scored = ({ value, source }: Ssvc['automatable' | 'technicalImpact'], worst: string): CaseFact =>
  source === 'CVSS' ? { value: value === worst, source: 'cvss' } : assumed

/** By the tag 'exposure:open' of a project; not exposed only if all say so. */
function exposureOf(tagsOfProjects: Known['tagsOfProjects']): CaseFact {
  const all = tagsOfProjects.map(
    (tags) => decideSsvc({ isKnownExploited: true, vector: null, tags }).exposure,
  )
  if (all.some(({ value, source }) => value === 'open' && source === 'tag'))
    return { value: true, source: 'tag' }
  const isKnown = all.length > 0 && all.every(({ source }) => source === 'tag')
  return isKnown ? { value: false, source: 'tag' } : assumed
}
