import { budgetOf, type TreeLimits, treeLimits } from '../trees/budget.ts'
import type { OpenContext } from '../trees/tar-file.ts'
import { joinPath, type Tree } from '../trees/tree.ts'
import { nodeCodecs } from './node-codecs.ts'

export const openContext = (limits: Partial<TreeLimits> = {}): OpenContext => ({
  codecs: nodeCodecs,
  budget: budgetOf({ ...treeLimits, ...limits }),
  where: 'archive',
  wants: () => true,
})

/** One line per entry: 'a/b text', 'a/link -> target', 'a/'. */
export async function listTree(tree: Tree, folder = ''): Promise<string[]> {
  const lines: string[] = []
  for (const { name, kind, target, layer } of (await tree.list(folder)) ?? []) {
    const path = joinPath(folder, name)
    const at = layer === undefined ? '' : ` @${layer}`
    if (kind === 'folder') lines.push(`${path}/`, ...(await listTree(tree, path)))
    else if (kind === 'link') lines.push(`${path} -> ${target}${at}`)
    else lines.push(`${path} ${await textAt(tree, path)}${at}`)
  }
  return lines.toSorted()
}

export async function textAt(tree: Tree, path: string): Promise<string | null> {
  const bytes = await tree.read(path)
  return bytes && new TextDecoder().decode(bytes)
}
