import type { Component } from '../../../inventory.ts'
import { mergeOrigin } from '../../../merge-origin.ts'
import { originKey } from '../../components/identity.ts'
import { logSource } from '../../components/source-log.ts'
import { readPackage } from './locked-package.ts'
import type { Lockfile, TreeNode } from './package-lock-tree.ts'
import { linkNodes, type Links } from './package-lock-links.ts'
import { addRequirements } from './package-lock-requirements.ts'

/** Lists one component per name and version, however many copies there are. The first node is the project. */
export function listComponents(nodes: readonly TreeNode[], lockfile: Lockfile): Component[] {
  const components: Component[] = []
  const indexes = new Map<string, number>()
  const indexOf = new Map<TreeNode, number>()
  const links = linkNodes(nodes[0]!, lockfile)
  for (const node of nodes) {
    const component = node.isOwn ? null : readPackage(node, lockfile)
    if (component === null) continue
    component.isDirect = isDirect(node, nodes[0]!, links)
    if (component.version !== '') logSource(component, { log: lockfile.log, where: node.where })
    const key = `${component.name}\n${component.version}\n${originKey(component)}`
    const known = components[indexes.get(key) ?? components.length]
    if (known) addCopy(known, component)
    else indexes.set(key, components.push(component) - 1)
    indexOf.set(node, indexes.get(key)!)
  }
  for (const [from, to] of links.edges) {
    const [requiring, required] = [indexOf.get(from), indexOf.get(to)]
    if (requiring === undefined || required === undefined || requiring === required) continue
    components[required]!.requiredBy.push(requiring)
  }
  addRequirements(components, { asks: links.asks, indexOf, lockfile })
  for (const component of components)
    component.requiredBy = [...new Set(component.requiredBy)].sort((a, b) => a - b)
  return components
}

/**
 * Version 1 does not list the project's own requirements: top-level packages that no other requires are direct, and for
 * all others it is unknown.
 */
function isDirect(
  node: TreeNode,
  root: TreeNode,
  { direct, required, listsRequired }: Links,
): boolean | null {
  if (direct.has(node)) return true
  if (!listsRequired) return null
  if (root.wants.length > 0 || root.inside.get(node.name) !== node) return false
  return required.has(node) ? null : true
}

function addCopy(known: Component, copy: Component): void {
  const { isDirect, scope, isOptional, licenses } = copy
  mergeOrigin(known, copy)
  if (isDirect !== null) known.isDirect = known.isDirect === true || isDirect
  if (scope === 'runtime') known.scope = scope
  if (!isOptional) delete known.isOptional
  if (known.licenses.length === 0) known.licenses = licenses
}
