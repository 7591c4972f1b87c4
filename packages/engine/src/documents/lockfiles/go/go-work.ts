import type { SourceDocument, SourceTree } from '../../../inventory.ts'
import { readText } from '../../parsers/text-document.ts'
import type { LockfileLocation } from '../lockfile-reader.ts'
import { pathFrom } from '../sibling-file.ts'
import { type GoWorkspace, readDirectives } from './go-mod-lines.ts'

/** Paths of the go.work files that can apply to a module, nearest first. */
export const workspacePaths = ({ path }: Pick<SourceDocument, 'path'>): string[] => {
  const folders = path.split('/').slice(0, -1)
  return [...folders.keys(), folders.length]
    .toReversed()
    .map((depth) => [...folders.slice(0, depth), 'go.work'].join('/'))
}

/**
 * The workspace of a module: the nearest go.work above it, if that uses the module (https://go.dev/ref/mod#workspaces);
 * null if there is none.
 */
export function readWorkspace({ path, tree }: LockfileLocation): GoWorkspace | null {
  if (!tree) return null
  for (const workPath of workspacePaths({ path })) {
    const document = tree.find(workPath)
    if (document) return usedBy(path, workspaceAt(document, tree))
  }
  return null
}

interface Workspace extends GoWorkspace {
  /** Paths of the go.mod files that it uses. */
  manifests: ReadonlySet<string>
}

/** As each of its modules asks for the same workspace, which is read from all of them. */
const known = new WeakMap<SourceTree, Map<string, Workspace>>()

function workspaceAt(document: SourceDocument, tree: SourceTree): Workspace {
  const ofTree = known.get(tree) ?? new Map<string, Workspace>()
  known.set(tree, ofTree)
  const workspace = ofTree.get(document.path) ?? parseWorkspace(document, tree)
  ofTree.set(document.path, workspace)
  return workspace
}

const usedBy = (path: string, workspace: Workspace): GoWorkspace | null =>
  workspace.manifests.has(path) ? workspace : null

function parseWorkspace(document: SourceDocument, tree: SourceTree): Workspace {
  const { path } = document
  const { uses, replaced, toolchain, toolchainLine } = readDirectives(linesOf(document))
  const manifests = uses.flatMap((folder) => pathFrom(path, `${folder}/go.mod`) ?? [])
  const modules = manifests.flatMap((each) => {
    const manifest = tree.find(each)
    return manifest ? readDirectives(linesOf(manifest)).module : []
  })
  return {
    path,
    manifests: new Set(manifests),
    modules: new Set(modules.filter((module) => module !== '')),
    replaced,
    toolchain,
    toolchainLine,
  }
}

const linesOf = (document: SourceDocument): string[] => readText(document).text?.split(/\r\n|\n|\r/) ?? []
