import type { Match } from '../advisories/advisory.ts'
import type { Component, Inventory, VexStatement, VexStatus } from '../inventory.ts'

/** What the inventory's author says of one affected version. */
export type VexOpinion = Pick<VexStatement, 'status' | 'justification' | 'detail'>

/** What a document says of a match in components of one version; null when it says nothing. */
export type OpinionOf = (components: readonly Component[], match: Match) => VexOpinion | null

/** Of several statements the most cautious counts; silence on one component stands between. */
const caution: Record<VexStatus, number> = { affected: 0, under_investigation: 1, not_affected: 3, fixed: 3 }
const cautionOfSilence = 2

/** Whether the opinion takes what it speaks of out of score and counts. */
export function isCleared(opinion: VexOpinion | undefined): boolean {
  return opinion?.status === 'not_affected' || opinion?.status === 'fixed'
}

/**
 * Looks statements up by the ids of a match: its CVE, its records, and what advisoryOf knows besides (the uuid of the
 * advisory that an id is an alias of). Ids have no case.
 */
export function readOpinions(
  { components, vex = [] }: Pick<Inventory, 'components' | 'vex'>,
  advisoryOf: (id: string) => string | null = () => null,
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
      mostCautious(statements.filter((each) => speaksOf(each, component))),
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

const cautionOf = (opinion: VexOpinion | null) => (opinion ? caution[opinion.status] : cautionOfSilence)

function mostCautious(bound: readonly Bound[]): VexOpinion | null {
  const [first, ...more] = bound.map(({ statement }) => statement)
  if (!first) return null
  const { status, justification, detail } = more.reduce(
    (a, b) => (caution[b.status] < caution[a.status] ? b : a),
    first,
  )
  return { status, justification, detail }
}
