import { unlockedIn } from '../documents/find-unlocked.ts'
import { claimedReader } from '../documents/readers.ts'
import { isPartialList } from '../documents/report-transitive.ts'
import type { SourceDocument, SourceTree } from '../inventory.ts'

const depthOf = (path: string): number => path.split('/').length

export function treeOf(documents: readonly SourceDocument[]): SourceTree {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return { find: (path) => byPath.get(path) ?? null, paths: () => byPath.keys() }
}

/** Paths of the manifests that no lockfile stands for; those of a folder before those below it, which may be its members. */
export function needsResolution(documents: readonly SourceDocument[]): string[] {
  const tree = treeOf(documents)
  const paths = documents.map(({ path }) => path)
  const unlocked = new Set(unlockedIn(paths, tree))
  return paths
    .filter((path) => (claimedReader(path) === null ? unlocked.has(path) : isPartialList(path, tree)))
    .toSorted((a, b) => depthOf(a) - depthOf(b))
}
