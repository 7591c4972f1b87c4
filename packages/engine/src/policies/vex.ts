import type { Match } from '../advisories/advisory.ts'
import type { Component, Inventory, VexSource, VexStatement } from '../inventory.ts'
import type { VexEffect, VexStatus } from '../vocabulary.ts'

/** What the author of the inventory, or of a VEX document, says of one affected version. */
export interface VexAssessment extends Pick<VexStatement, 'status' | 'justification' | 'detail'> {
  /** Absent: the scanned document itself says it. */
  source?: Omit<VexSource, 'isOfProject'> | undefined
  /** The account's rule shows statements, and lets them change no number. */
  isInformational?: true | undefined
}

/** What a document says of a match in components of one version; null when it says nothing. */
export type OpinionOf = (components: readonly Component[], match: Match) => VexAssessment | null

/** Of statements on several components the most cautious counts; silence on one of them stands between. */
const caution: Record<VexStatus, number> = { affected: 0, under_investigation: 1, not_affected: 3, fixed: 3 }
const cautionOfSilence = 2

/** Whether the opinion takes what it speaks of out of score and counts. */
export function isCleared(opinion: VexAssessment | undefined): boolean {
  if (opinion?.isInformational) return false
  return opinion?.status === 'not_affected' || opinion?.status === 'fixed'
}

export interface AssessmentRules {
  /** The uuid of the advisory that an id is an alias of. */
  advisoryOf?: ((id: string) => string | null) | undefined
  effect?: VexEffect | undefined
}

/**
 * Looks statements up by the ids of a match: its CVE, its records, and what advisoryOf knows besides (the uuid of the
 * advisory that an id is an alias of). Ids have no case.
 */
export function readOpinions(
  { components, vex = [] }: Pick<Inventory, 'components' | 'vex'>,
  { advisoryOf = () => null, effect = 'exclude' }: AssessmentRules = {},
): OpinionOf {
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
  return (affected, { facts, evidence }) => {
    const ids = [facts.advisoryUuid, facts.cve ?? [], evidence.map(({ recordId }) => recordId)].flat(2)
    const statements = [...new Set(ids)].flatMap((id) => byId.get(id.toLowerCase()) ?? [])
    const opinions = affected.map((component) =>
      assess(
        statements.filter((each) => speaksOf(each, component)),
        effect,
      ),
    )
    return opinions.reduce((a, b) => (cautionOf(b) < cautionOf(a) ? b : a), opinions[0] ?? null)
  }
}

/** A statement with the components that it names; none: it speaks of all. */
interface Bound {
  statement: VexStatement
  of: ReadonlySet<Component | undefined>
}

const speaksOf = ({ of }: Bound, component: Component) => of.size === 0 || of.has(component)

const cautionOf = (opinion: VexAssessment | null) => (opinion ? caution[opinion.status] : cautionOfSilence)

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

/** The nearer source first, of one the newest statement, of one moment the most cautious. */
const outranks = (a: VexStatement, b: VexStatement): boolean =>
  (nearness(a) - nearness(b) ||
    (b.source?.at ?? 0) - (a.source?.at ?? 0) ||
    caution[a.status] - caution[b.status]) < 0

/** What was given for the project, then what its own document says, then what was given for the account. */
const nearness = ({ source }: VexStatement): number => (source === undefined ? 1 : source.isOfProject ? 0 : 2)
