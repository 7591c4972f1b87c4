import { withoutQualifiers } from '@assay/engine/purl.ts'
import type { TheirFinding } from './dependency-track-objects.ts'

/** A finding as both servers list it. */
export interface ListedFinding extends TheirFinding {
  vulnerability: TheirFinding['vulnerability'] & { aliases?: Record<string, unknown>[] }
}

/** What differs, and why. */
interface Difference {
  component: string
  vulnerability: string
  foundBy: 'dependency-track' | 'assay'
  reason: Reason
}

export const reasons = {
  'suppressed-there': 'suppressed in Dependency-Track',
  'not-found-there': 'not found by Dependency-Track',
  'excluded-here': 'excluded here, or covered by a VEX statement',
  'component-missing': 'the component is not in the inventory here',
  'advisory-unknown': 'the advisory is not known here',
  'not-affected': 'the advisory does not affect this version here',
} as const
type Reason = keyof typeof reasons

export interface Compared {
  both: number
  differences: Difference[]
}

export interface Sides {
  theirs: readonly ListedFinding[]
  ours: readonly ListedFinding[]
  /** Of the inventory here, as package URLs without qualifiers. */
  components: ReadonlySet<string>
  isKnown: (vulnId: string) => Promise<boolean>
}

/** Compares what counts on either side; one vulnerability under several ids is the same. */
export async function compareFindings({ theirs, ours, components, isKnown }: Sides): Promise<Compared> {
  const here = indexOf(ours)
  const there = indexOf(theirs)
  const differences: Difference[] = []
  let both = 0
  for (const finding of theirs.filter(counts)) {
    const matching = here.find(finding)
    if (matching && counts(matching)) both++
    else
      differences.push({
        ...named(finding),
        foundBy: 'dependency-track',
        reason: await whyNotHere(finding, matching),
      })
  }
  for (const finding of ours.filter(counts)) {
    const matching = there.find(finding)
    if (matching && counts(matching)) continue
    const reason = matching ? 'suppressed-there' : 'not-found-there'
    differences.push({ ...named(finding), foundBy: 'assay', reason })
  }
  return { both, differences }

  async function whyNotHere(finding: ListedFinding, matching: ListedFinding | undefined): Promise<Reason> {
    if (matching) return 'excluded-here'
    if (!components.has(componentOf(finding))) return 'component-missing'
    return (await isKnown(finding.vulnerability.vulnId)) ? 'not-affected' : 'advisory-unknown'
  }
}

const counts = ({ analysis }: ListedFinding): boolean => analysis?.isSuppressed !== true

const named = (finding: ListedFinding) => ({
  component: componentOf(finding),
  vulnerability: finding.vulnerability.vulnId,
})

const componentOf = ({ component: { purl, group, name, version = '' } }: ListedFinding): string =>
  purl === undefined ? `${group === undefined ? '' : `${group}/`}${name}@${version}` : withoutQualifiers(purl)

const idNames = ['cveId', 'ghsaId', 'osvId', 'snykId', 'sonatypeId', 'gsdId'] as const

function idsOf({ vulnerability: { vulnId, aliases = [] } }: ListedFinding): string[] {
  const others = aliases.flatMap((alias) => idNames.map((name) => alias[name]))
  return [vulnId, ...others.filter((id) => typeof id === 'string')]
}

function indexOf(findings: readonly ListedFinding[]) {
  const byKey = new Map(
    findings.flatMap((finding) =>
      idsOf(finding).map((id) => [`${componentOf(finding)} ${id}`, finding] as const),
    ),
  )
  return {
    find: (finding: ListedFinding): ListedFinding | undefined =>
      idsOf(finding)
        .map((id) => byKey.get(`${componentOf(finding)} ${id}`))
        .find((each) => each !== undefined),
  }
}
