import { type Edge, isPeer, isSatisfied, link, startOf, type TreeNode } from './tree-node.ts'

type Verdict = 'ok' | 'keep' | 'replace' | 'conflict'

/**
 * Puts a package as near to the root as nothing else there stands against: https://github.com/npm/cli, arborist's
 * place-dep. Returns the node that a request leads to, and whether it is new.
 */
export function place(edge: Edge, made: TreeNode): { node: TreeNode; isNew: boolean } {
  const start = startOf(edge)
  let best: { target: TreeNode; verdict: Exclude<Verdict, 'conflict'> } | null = null
  for (let target: TreeNode | null = start; target !== null; target = target.parent) {
    // A package never holds its own peers.
    if (!target.isTop && target.edgesOut.some((each) => each.alias === edge.alias && isPeer(each.kind)))
      continue
    const verdict = assess(edge, made, { target, start })
    if (verdict === 'conflict') break
    best = { target, verdict }
    if (verdict === 'keep') break
  }
  const seen = start.resolve(edge.alias)
  // A peer that others stand against stays as they have it, which npm only warns of.
  if (best === null && isPeer(edge.kind) && seen) {
    link(edge, seen)
    return { node: seen, isNew: false }
  }
  const { target, verdict } = best ?? { target: start, verdict: 'replace' as const }
  const current = target.children.get(edge.alias)
  if (verdict === 'keep' && current) {
    link(edge, current)
    return { node: current, isNew: false }
  }
  return { node: put(edge, made, { target, current }), isNew: true }
}

function assess(
  edge: Edge,
  made: TreeNode,
  { target, start }: { target: TreeNode; start: TreeNode },
): Verdict {
  const own = target.edgesOut.find((each) => each.alias === edge.alias && each !== edge)
  if (own && !isSatisfied(own, made)) return 'conflict'
  const current = target.children.get(edge.alias)
  if (current) {
    if (current.isTop) return 'conflict'
    if (current.manifest.version === made.manifest.version && current.manifest.name === made.manifest.name)
      return 'keep'
    if (isSatisfied(edge, current)) return 'keep'
    return [...current.edgesIn].every((each) => isSatisfied(each, made)) ? 'replace' : 'conflict'
  }
  const above = target === start ? null : target.resolve(edge.alias)
  const isShadowing =
    above !== null && [...above.edgesIn].some((each) => each.from.isBelow(target) && !isSatisfied(each, made))
  return isShadowing ? 'conflict' : 'ok'
}

function put(
  edge: Edge,
  made: TreeNode,
  { target, current }: { target: TreeNode; current: TreeNode | undefined },
): TreeNode {
  // What only the replaced one requires is left to nobody, and not listed in the end.
  for (const each of current?.edgesOut ?? []) link(each, null)
  const above = current ?? target.parent?.resolve(edge.alias) ?? null
  made.parent = target
  target.children.set(edge.alias, made)
  // What looked further up finds this one first.
  for (const each of above?.edgesIn ?? []) if (startOf(each).isBelow(target)) link(each, made)
  link(edge, made)
  return made
}
