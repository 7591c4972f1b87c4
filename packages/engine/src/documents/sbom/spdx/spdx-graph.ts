import type { Component } from '../../../inventory.ts'
import type { IssueLog } from '../../parsers/issue-log.ts'
import { quote } from '../../parsers/json-value.ts'
import type { SbomTarget } from '../component-list.ts'
import type { SpdxDocument, SpdxEdge, SpdxTargets } from './spdx-model.ts'

interface Linking {
  components: Component[]
  targets: SpdxTargets
  log: IssueLog
  /** Ids of the described packages if there is no single root; null if there is one. */
  described: ReadonlySet<string> | null
}

/** A dependency between components, by index; from is 'root' for those of the root. */
interface Need {
  from: number | 'root'
  to: number
  scope: SpdxEdge['scope'] | undefined
  isOptional: SpdxEdge['isOptional'] | undefined
}

/** Sets requiredBy, isDirect, scope and isOptional from the relationships of an SPDX document. */
export function linkPackages(document: SpdxDocument, linking: Linking): void {
  const { components, targets, described } = linking
  const needs = readNeeds(document, linking)
  for (const { from, to } of needs) if (from !== 'root') components[to]!.requiredBy.push(from)
  const direct = new Set(needs.filter(({ from }) => from === 'root').map(({ to }) => to))
  if (needs.length > 0) for (const id of described ?? []) direct.add(targets.get(id) as number)
  addContainers(document, linking)
  if (direct.size > 0) setDirect(components, { direct, installed: installedBy(document, targets) })
  for (const index of onlyBy(needs, ({ scope }) => scope === 'provided'))
    components[index]!.scope = 'provided'
  for (const index of onlyBy(needs, ({ scope }) => scope === 'test')) components[index]!.scope = 'test'
  for (const index of onlyBy(needs, ({ isOptional }) => isOptional === true))
    components[index]!.isOptional = true
}

/** What a distribution contains was installed for itself or for another package: the document does not say. */
function setDirect(
  components: Component[],
  { direct, installed }: { direct: ReadonlySet<number>; installed: ReadonlySet<unknown> },
): void {
  for (const [index, component] of components.entries()) {
    const isUnknown = installed.has(index) && component.requiredBy.length === 0
    component.isDirect = direct.has(index) ? true : isUnknown ? null : false
  }
}

const installedBy = ({ edges }: SpdxDocument, targets: SpdxTargets): ReadonlySet<unknown> =>
  new Set(edges.filter(({ from }) => targets.get(from) === 'distribution').map(({ to }) => targets.get(to)))

/** One per pair of components: a relationship with a scope takes precedence over one without. */
function readNeeds({ edges, others }: SpdxDocument, { targets, log }: Linking): Need[] {
  const needs = new Map<string, Need>()
  const dangling = new Set<string>()
  for (const edge of edges) {
    for (const id of [edge.from, edge.to]) {
      if (targets.has(id) || others.has(id) || dangling.has(id)) continue
      dangling.add(id)
      const message = `Nothing has the SPDX identifier ${quote(id)} that relationships refer to.`
      log.add('relationship-ref-unknown', message, edge.location)
    }
    const [from, to] = [asRoot(targets.get(edge.from)), targets.get(edge.to)]
    if (edge.kind !== 'depends' || typeof to !== 'number' || from === to) continue
    if (from === undefined || from === 'left-out' || from === 'distribution') continue
    const key = `${from} ${to}`
    needs.set(key, strongest({ from, to, scope: edge.scope, isOptional: edge.isOptional }, needs.get(key)))
  }
  return [...needs.values()]
}

/** What a lockfile asks for is direct, like what the root asks for. */
const asRoot = (target: SbomTarget | undefined): Exclude<SbomTarget, 'container'> | undefined =>
  target === 'container' ? 'root' : target

function strongest(need: Need, known: Need | undefined): Need {
  if (!known || isPlain(known)) return need
  if (isPlain(need)) return known
  const scope = known.scope === 'runtime' || need.scope === known.scope ? known.scope : 'runtime'
  return { ...need, scope, isOptional: need.isOptional && known.isOptional }
}

const isPlain = ({ scope, isOptional }: Need) => scope === undefined && isOptional === undefined

/** Contained components count as required by their container. */
function addContainers({ edges }: SpdxDocument, { components, targets }: Linking): void {
  for (const { kind, from, to } of edges) {
    const [holder, target] = [targets.get(from), targets.get(to)]
    if (kind !== 'contains' || typeof holder !== 'number' || typeof target !== 'number' || holder === target)
      continue
    components[target]!.requiredBy.push(holder)
  }
}

/** Components that are only needed in a weak way, or only by such components. */
function onlyBy(needs: readonly Need[], isWeak: (need: Need) => boolean): number[] {
  const weak = needs.filter(isWeak)
  if (weak.length === 0) return []
  const strong = needs.filter((need) => !isWeak(need))
  const reached = reach(new Set(weak.map(({ to }) => to)), needs)
  const seeds = strong.filter(({ from }) => from === 'root' || !reached.has(from)).map(({ to }) => to)
  const reachable = reach(new Set(seeds), strong)
  return [...reached].filter((index) => !reachable.has(index))
}

/** The seeds and everything reachable from them. */
function reach(seeds: Set<number>, needs: readonly Need[]): Set<number> {
  const byFrom = Map.groupBy(needs, ({ from }) => from)
  // Iterating a Set also visits elements added during iteration.
  for (const from of seeds) for (const { to } of byFrom.get(from) ?? []) seeds.add(to)
  return seeds
}
