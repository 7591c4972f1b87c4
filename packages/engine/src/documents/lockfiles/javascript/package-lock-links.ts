import { shortTextOf } from '../../parsers/json-value.ts'
import { type Lockfile, membersOf, type TreeNode } from './package-lock-tree.ts'

/** The resolved dependencies between the packages of a lockfile. */
export interface Links {
  /** Required by the project or one of its workspaces. */
  direct: Set<TreeNode>
  /** Required by another package. */
  required: Set<TreeNode>
  edges: [from: TreeNode, to: TreeNode][]
  asks: NodeAsk[]
  /** Whether the lockfile contains dependencies at all. */
  listsRequired: boolean
}

/** A folder asks for a package under a name and with a range, in one of its members: 'devDependencies'. */
export interface NodeAsk {
  from: TreeNode
  to: TreeNode
  member: string
  name: string
  range: string
}

/**
 * Resolves dependencies as Node.js does: in the package's own node_modules, then in each folder above
 * (https://nodejs.org/api/modules.html#loading-from-node_modules-folders). During the walk, visible holds the packages
 * that the current folder can resolve, nearest last, which keeps it linear.
 */
export function linkNodes(root: TreeNode, lockfile: Lockfile): Links {
  const links: Links = { direct: new Set(), required: new Set(), edges: [], asks: [], listsRequired: false }
  const visible = new Map<string, TreeNode[]>()
  const steps = [{ node: root, isLeaving: false }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { node, isLeaving } = step
    if (isLeaving) {
      for (const child of present(node)) visible.get(child.name)?.pop()
      continue
    }
    for (const child of present(node)) show(child, visible)
    link(node, { links, visible, lockfile })
    steps.push({ node, isLeaving: true })
    for (const child of node.inside.values()) steps.push({ node: child, isLeaving: false })
  }
  return links
}

/** Folders without an entry of their own are skipped when a package is resolved. */
const present = ({ inside }: TreeNode): TreeNode[] =>
  [...inside.values()].filter(({ entry }) => entry !== null)

function show(node: TreeNode, visible: Map<string, TreeNode[]>): void {
  const shown = visible.get(node.name)
  if (shown) shown.push(node)
  else visible.set(node.name, [node])
}

interface Walk {
  links: Links
  visible: ReadonlyMap<string, readonly TreeNode[]>
  lockfile: Lockfile
}

function link(node: TreeNode, { links, visible, lockfile }: Walk): void {
  for (const member of node.wants) {
    const ranges = Object.entries(membersOf(node, member, lockfile))
    if (node.isOwn || ranges.length > 0) links.listsRequired = true
    for (const [name, range] of ranges) {
      const found = visible.get(name)?.at(-1)
      if (found === undefined || found.isOwn) continue
      links.asks.push({ from: node, to: found, member, name, range: shortTextOf(range) })
      if (node.isOwn) links.direct.add(found)
      else links.edges.push([node, found])
      if (!node.isOwn && node !== found) links.required.add(found)
    }
  }
}
