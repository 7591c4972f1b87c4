import type { Inventory, LinkedStatement, SbomReferences, VexStatement } from '../inventory.ts'
import { parseBomLink } from './sbom/bom-link.ts'

/** Statements of one document on components of another one that was read with it. */
export function linkStatements(inventory: Inventory): Inventory {
  const { linkedVex = [], references = [], components, vex = [], ...rest } = inventory
  if (linkedVex.length === 0) return inventory
  const byPurl = Map.groupBy(components.keys(), (index) => components[index]!.purl)
  const linked = linkedVex.map((each) => link(each, (ref) => findLinked(references, ref) ?? byPurl.get(ref)))
  const found = linked.filter((each) => each !== null)
  const solved = new Set(linkedVex.flatMap(({ issue }, at) => (linked[at] ? [keyOf(issue)] : [])))
  const all = [...vex, ...found]
  return {
    ...rest,
    components,
    references,
    ...(all.length > 0 && { vex: all }),
    issues: inventory.issues.filter((issue) => !solved.has(keyOf(issue))),
  }
}

const keyOf = ({ code, where }: { code: string; where: string }) => `${code}\n${where}`

function link(
  { refs, issue: _issue, ...statement }: LinkedStatement,
  find: (ref: string) => number[] | 'all' | null | undefined,
): VexStatement | null {
  const found = refs.map(find)
  if (found.includes('all')) return { ...statement, components: [] }
  const indexes = new Set(found.flatMap((each) => (Array.isArray(each) ? each : [])))
  return indexes.size === 0 ? null : { ...statement, components: [...indexes] }
}

/**
 * The components that a BOM-Link or a bare reference names, or all by the root; null if no document has it. A bare
 * reference that several documents define differently names nothing.
 */
export function findLinked(references: readonly SbomReferences[], text: string): number[] | 'all' | null {
  const linked = parseBomLink(text)
  if (linked) {
    const { serial, version, ref } = linked
    const document = references.find((each) => each.serial === serial && each.version === version)
    if (document && ref === null) return 'all'
    return asFound(document?.refs.get(ref!))
  }
  const named = new Set(references.map(({ refs }) => refs.get(text)).filter((each) => each !== undefined))
  return named.size === 1 ? asFound([...named][0]) : null
}

function asFound(target: number | 'root' | undefined): number[] | 'all' | null {
  if (target === undefined) return null
  return target === 'root' ? 'all' : [target]
}
