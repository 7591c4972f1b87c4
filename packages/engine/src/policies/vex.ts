import type { Match } from '../advisories/advisory.ts'
import type { Component, Inventory, VexSource, VexStatement } from '../inventory.ts'
import type { VexEffect, VexStatus } from '../vocabulary.ts'

/** The VEX assessment of one affected version. */
export interface VexAssessment extends Pick<VexStatement, 'status' | 'justification' | 'detail'> {
  /** Absent for the scanned document itself. */
  source?: Omit<VexSource, 'isOfProject'> | undefined
  /** Shown but not suppressing, because of the account's setting. */
  isInformational?: true | undefined
}

/** The assessment of a match in components of one version; null if there is none. */
export type Assess = (components: readonly Component[], match: Match) => VexAssessment | null

/** The most cautious of several statements applies; a missing one ranks in between. */
const caution: Record<VexStatus, number> = { affected: 0, under_investigation: 1, not_affected: 3, fixed: 3 }
const cautionOfSilence = 2

/** Whether the assessment suppresses the finding. */
export function isCleared(assessment: VexAssessment | undefined): boolean {
  if (assessment?.isInformational) return false
  return assessment?.status === 'not_affected' || assessment?.status === 'fixed'
}

export interface AssessmentRules {
  /** Resolves an alias to the advisory's uuid. */
  advisoryOf?: ((id: string) => string | null) | undefined
  effect?: VexEffect | undefined
}

/** Finds statements by the ids of a match, ignoring case: its CVE, its records, and aliases resolved by advisoryOf. */
export function readAssessments(
  { components, vex = [] }: Pick<Inventory, 'components' | 'vex'>,
  { advisoryOf = () => null, effect = 'exclude' }: AssessmentRules = {},
): Assess {
  if (vex.length === 0) return () => null
  const byId = new Map<string, Bound[]>()
  for (const statement of vex) {
    const bound = { statement, of: new Set(statement.components.map((index) => components[index])) }
    const ids = statement.ids.flatMap((id) => [id, advisoryOf(id) ?? []].flat())
    for (const id of new Set(ids.map((each) => each.toLowerCase()))) {
      const known = byId.get(id)
      if (known) known.push(bound)
      else byId.set(id, [bound])
    }
  }
  return (affected, match) => {
    const groups = idsOf(match).map((ids) => ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []))
    const opinions = affected.flatMap((component) =>
      groups.map((statements) =>
        assess(
          statements.filter((each) => appliesTo(each, component)),
          effect,
        ),
      ),
    )
    return opinions.reduce((a, b) => (cautionOf(b) < cautionOf(a) ? b : a), opinions[0] ?? null)
  }
}

/** The ids of each vulnerability of the match: a statement on one CVE says nothing about the others of an update. */
function idsOf({ facts: { advisoryUuid, cve, cves }, evidence }: Match): string[][] {
  const ids = [...new Set([advisoryUuid, ...evidence.map(({ recordId }) => recordId)])]
  return cve !== null || cves.length === 0 ? [[...ids, ...cves]] : cves.map((each) => [...ids, each])
}

/** A statement with its components; none stands for all. */
interface Bound {
  statement: VexStatement
  of: ReadonlySet<Component | undefined>
}

const appliesTo = ({ of }: Bound, component: Component) => of.size === 0 || of.has(component)

const cautionOf = (assessment: VexAssessment | null) =>
  assessment ? caution[assessment.status] : cautionOfSilence

function assess(bound: readonly Bound[], effect: VexEffect): VexAssessment | null {
  const [first, ...more] = bound.map(({ statement }) => statement)
  if (!first) return null
  const statement = more.reduce((a, b) => (outranks(b, a) ? b : a), first)
  const { status, justification, detail, source } = statement
  return {
    status,
    justification,
    detail,
    ...(source && { source: { documentUuid: source.documentUuid, author: source.author, at: source.at } }),
    ...(effect === 'show' && { isInformational: true }),
  }
}

/** By source, then newest first, then most cautious. */
const outranks = (a: VexStatement, b: VexStatement): boolean =>
  (nearness(a) - nearness(b) ||
    (b.source?.at ?? 0) - (a.source?.at ?? 0) ||
    caution[a.status] - caution[b.status]) < 0

/** Precedence: the project's VEX documents, the scanned document, the account's VEX documents. */
const nearness = ({ source }: VexStatement): number => (source === undefined ? 1 : source.isOfProject ? 0 : 2)
