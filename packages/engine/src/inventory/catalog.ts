import type { Issue } from '../inventory.ts'
import type { Cataloger, FoundPackage, KeptFile } from './model/cataloger.ts'
import { catalogers as allCatalogers } from './catalogers.ts'
import { type KeptFiles, keepFiles, surroundingsOf } from './kept-files.ts'
import { chooseEvidence } from './ownership/choose-evidence.ts'
import type { System } from './systems/os-release.ts'
import type { Budget } from './trees/budget.ts'
import type { Tree } from './trees/tree.ts'

/** What catalogers found in a tree. */
export interface Catalog {
  packages: FoundPackage[]
  issues: Issue[]
  /** The operating system at the root. */
  system: System
}

interface Options {
  budget: Budget
  catalogers?: readonly Cataloger[]
}

/** Lists the packages of a tree. Never throws: what cannot be read is an issue. */
export async function catalogTree(
  tree: Tree,
  { budget, catalogers = allCatalogers }: Options,
): Promise<Catalog> {
  return catalogFiles(await keepFiles(tree, { catalogers, budget }), catalogers)
}

export function catalogFiles(
  { files, issues }: KeptFiles,
  catalogers: readonly Cataloger[] = allCatalogers,
): Catalog {
  const surroundings = surroundingsOf(files)
  const catalog: Catalog = { packages: [], issues: [...issues], system: surroundings.systemAt('') }
  for (const file of files.values()) {
    for (const cataloger of catalogers.filter((each) => each.claims(file.path))) {
      const found = cataloger.read(file, surroundings)
      addAll(catalog, found.packages, file)
      catalog.issues.push(...found.issues)
    }
  }
  return { ...catalog, packages: chooseEvidence(catalog.packages, files) }
}

/** Indexes in requiredBy are those of one cataloger's list; the file's layer is that of packages without their own. */
function addAll(
  { packages }: Catalog,
  found: readonly FoundPackage[],
  { layer }: KeptFile & { layer?: number },
): void {
  const offset = packages.length
  for (const each of found)
    packages.push({
      ...each,
      places: each.places.map((place) => ({ ...(layer !== undefined && { layer }), ...place })),
      ...(each.requiredBy && { requiredBy: each.requiredBy.map((index) => index + offset) }),
    })
}
