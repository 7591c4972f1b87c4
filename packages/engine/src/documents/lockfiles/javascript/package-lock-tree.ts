import type { IssueLog } from '../../parsers/issue-log.ts'
import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { maxLocationDepth } from '../../parsers/limits.ts'
import type { SourceTree } from '../../../inventory.ts'
import { ownProperty } from '../../../own-property.ts'

/** A lockfile and the log of its issues. */
export interface Lockfile {
  json: Record<string, unknown>
  path: string
  log: IssueLog
  tree?: SourceTree | undefined
}

/** A folder with a package: the project itself, a workspace, or a copy in a node_modules folder. */
export interface TreeNode {
  /** The folder name, by which other packages require it. */
  name: string
  /** null if the lockfile has only entries for folders inside it. */
  entry: Record<string, unknown> | null
  /** Whether it is the project, a workspace, a link to one or a local folder, and so not a component. */
  isOwn: boolean
  /** The members of the entry that list its dependencies. */
  wants: readonly string[]
  /** The packages in its own node_modules; for the project itself, also its workspaces. */
  inside: Map<string, TreeNode>
  /** JSON pointer to the entry. */
  where: () => string
}

const required = ['dependencies', 'optionalDependencies', 'peerDependencies']

/** Versions 2 and 3: a flat table by folder. The first node is the project. Linear in the length of the table. */
export function nodesOfPackages(lockfile: Lockfile): TreeNode[] {
  const { json, path } = lockfile
  const root = newNode('', { where: () => path })
  root.isOwn = true
  const nodes = [root]
  for (const [folder, value] of Object.entries(recordOf(json['packages']))) {
    const where = () => `${path}#/packages/${escape(folder)}`
    const entry = checkEntry(value, where, lockfile)
    if (entry === null) continue
    const node = nodeAt(folder, root, nodes)
    node.entry = entry
    node.where = where
    if (entry['link'] === true) node.isOwn = true
    else node.wants = node.isOwn ? [...required, 'devDependencies'] : required
  }
  return nodes
}

/** 'packages/a/node_modules/b/node_modules/@c/d' is '@c/d' in 'b' in 'packages/a'. */
function nodeAt(folder: string, root: TreeNode, nodes: TreeNode[]): TreeNode {
  const [project, ...names] = folder.split(/(?:^|\/)node_modules\//)
  let node = root
  if (project !== '') {
    node = childOf(root, `/${project}`, nodes)
    node.isOwn = true
  }
  for (const name of names) node = childOf(node, name, nodes)
  return node
}

function childOf(node: TreeNode, name: string, nodes: TreeNode[]): TreeNode {
  const known = node.inside.get(name)
  if (known) return known
  const child = newNode(name, node)
  node.inside.set(name, child)
  nodes.push(child)
  return child
}

/** Version 1 and before: a tree. The first node is the project. */
export function nodesOfDependencies(lockfile: Lockfile): TreeNode[] {
  const { json, path } = lockfile
  const root = newNode('', { where: () => `${path}#` })
  root.isOwn = true
  root.entry = json
  const nodes = [root]
  const open = [{ node: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next
    for (const [name, value] of Object.entries(membersOf(node, 'dependencies', lockfile))) {
      const { where: above } = node
      // Issues of deeper packages point to the ancestor at this depth.
      const where =
        depth < maxLocationDepth ? () => `${above()}/dependencies/${escape(shortTextOf(name))}` : above
      const entry = checkEntry(value, where, lockfile)
      if (entry === null) continue
      const child = childOf(node, name, nodes)
      Object.assign(child, { entry, where, wants: ['requires'], isOwn: isLocalFolder(entry) })
      open.push({ node: child, depth: depth + 1 })
    }
  }
  return nodes
}

/** The members of an object in an entry; an issue if it is not an object. */
export function membersOf(node: TreeNode, member: string, { log }: Lockfile): Record<string, unknown> {
  const value = ownProperty(node.entry, member)
  if (value === undefined || isRecord(value)) return value ?? {}
  const message = `The member '${member}' is no JSON object and was not read.`
  log.add('member-invalid', message, () => `${node.where()}/${member}`)
  return {}
}

/** JSON pointers escape '~' and '/': https://www.rfc-editor.org/rfc/rfc6901#section-3 */
const escape = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

const newNode = (name: string, { where }: Pick<TreeNode, 'where'>): TreeNode => ({
  name,
  entry: null,
  isOwn: false,
  wants: [],
  inside: new Map(),
  where,
})

function checkEntry(value: unknown, where: () => string, { log }: Lockfile): Record<string, unknown> | null {
  if (isRecord(value)) return value
  log.add('entry-invalid', 'This package is no JSON object and was left out.', where)
  return null
}

/** 'file:packages/a' is a folder of the project, 'file:a-1.0.0.tgz' a package. */
function isLocalFolder({ version, integrity }: Record<string, unknown>): boolean {
  return (
    typeof version === 'string' &&
    /^(?:file|link):/.test(version) &&
    integrity === undefined &&
    !/\.(?:tgz|tar\.gz|tar)$/i.test(version)
  )
}
