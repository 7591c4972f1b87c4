import { lockOfScript } from '../documents/manifests/python/script-head.ts'
import type { Issue, ProjectRuntime } from '../inventory.ts'
import { parsePurl } from '../purl.ts'
import type { Cataloger, FoundPackage, OpenArchive } from './model/cataloger.ts'
import { moveDependents } from './model/move-dependents.ts'
import { archiveCatalogers, catalogers } from './catalogers.ts'
import { type KeptFiles, keepFiles, surroundingsOf } from './kept-files.ts'
import { chooseEvidence, filesOf } from './ownership/choose-evidence.ts'
import { ownedFiles } from './ownership/owned-files.ts'
import { reportPartial } from './ownership/partial-lists.ts'
import { type FoundManifest, unresolvedManifests } from './ownership/unresolved-manifests.ts'
import { readContent } from './read-content.ts'
import { unpackKept } from './unpack-kept.ts'
import type { System } from './systems/os-release.ts'
import type { Budget } from './trees/budget.ts'
import { memorySource } from './trees/byte-source.ts'
import type { Codecs } from './trees/codecs.ts'
import type { Tree } from './trees/tree.ts'
import { zipTree } from './trees/zip-tree.ts'

/** What catalogers found in a tree. */
export interface Catalog {
  packages: FoundPackage[]
  issues: Issue[]
  /** Those that no lockfile stands for, with what is read with them. */
  manifests: FoundManifest[]
  /** Of lockfiles that say what they are for; absent if none does. */
  runtimes?: ProjectRuntime[]
  /** The operating system at the root. */
  system: System
}

interface Options {
  codecs: Codecs
  budget: Budget
}

/** Lists the packages of a tree. Never throws: what cannot be read is an issue. */
export async function catalogTree(tree: Tree, { codecs, budget }: Options): Promise<Catalog> {
  const kept = await keepFiles(tree, budget)
  await unpackKept(kept, { codecs, budget })
  const catalog = readFiles(kept, catalogers)
  catalog.packages.push(...kept.folders)
  const open: OpenArchive = (bytes, where) =>
    zipTree(memorySource(bytes), { codecs, budget, where, wants: () => true })
  for (const file of kept.files.values())
    for (const cataloger of archiveCatalogers.filter((each) => each.claims(file.path))) {
      const found = await cataloger.read(file, open)
      addAll(catalog, found.packages, file)
      catalog.issues.push(...found.issues)
    }
  for (const { source, ...program } of kept.programs) {
    if (kept.files.has(lockOfScript(program.path))) continue
    const found = await readContent(source, { path: program.path, codecs, budget })
    addAll(catalog, found.packages, program)
    catalog.issues.push(...found.issues)
  }
  return conclude(catalog, kept)
}

/** Those of files that are no archives. */
export function catalogFiles(kept: ReadFiles, own: readonly Cataloger[] = catalogers): Catalog {
  return conclude(readFiles(kept, own), kept)
}

type ReadFiles = Pick<KeptFiles, 'files' | 'issues'>

function conclude({ packages, issues, runtimes, system }: Catalog, { files }: ReadFiles): Catalog {
  const builtByOthers = packages.flatMap((each) => (each.isForeign ? (parsePurl(each.purl)?.name ?? '') : []))
  const candidates = new Set([...files.keys(), ...packages.flatMap(filesOf)])
  const owned = ownedFiles(files, { candidates, builtByOthers: new Set(builtByOthers) })
  return {
    packages: mergePlaces(chooseEvidence(packages, owned)),
    ...unresolvedManifests(files, owned, reportPartial({ files, issues }, owned)),
    ...(runtimes && { runtimes }),
    system,
  }
}

function readFiles({ files, issues }: ReadFiles, own: readonly Cataloger[]): Catalog {
  const surroundings = surroundingsOf(files)
  const catalog: Catalog = {
    packages: [],
    issues: [...issues],
    manifests: [],
    system: surroundings.systemAt(''),
  }
  for (const file of files.values()) {
    for (const cataloger of own.filter((each) => each.claims(file.path))) {
      const found = cataloger.read(file, surroundings)
      addAll(catalog, found.packages, file)
      catalog.issues.push(...found.issues)
      if (found.runtimes) (catalog.runtimes ??= []).push(...found.runtimes)
    }
  }
  return catalog
}

/** Indexes of dependents are those of one cataloger's list; the file's layer is that of packages without their own. */
function addAll({ packages }: Catalog, found: readonly FoundPackage[], { layer }: { layer?: number }): void {
  const offset = packages.length
  for (const each of found)
    packages.push({
      ...each,
      places: each.places.map((place) => ({ ...(layer !== undefined && { layer }), ...place })),
      ...moveDependents(each, (index) => index + offset),
    })
}

const maxPlaces = 50

/** A package that is in several programs or archives is one with several places. Its layer is the lowest that has it. */
function mergePlaces(packages: readonly FoundPackage[]): FoundPackage[] {
  const merged: FoundPackage[] = []
  const byKey = new Map<string, number>()
  const indexes = packages.map((each) => {
    const key = `${each.purl} ${each.sureness} ${each.origin?.kind ?? ''} ${each.isDevelopment ?? false}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    byKey.set(key, merged.length)
    const { requirements: _requirements, ...first } = each
    return merged.push({ ...first, places: [], ...(each.requiredBy && { requiredBy: [] }) }) - 1
  })
  for (const [index, each] of packages.entries()) {
    const into = merged[indexes[index]!]!
    into.places = [...into.places, ...each.places].slice(0, maxPlaces)
    if (each.isDirect === true) into.isDirect = true
    const { requiredBy = [], requirements } = moveDependents(each, (dependent) => indexes[dependent])
    if (requiredBy.length > 0) into.requiredBy = [...new Set([...(into.requiredBy ?? []), ...requiredBy])]
    if (requirements) into.requirements = [...(into.requirements ?? []), ...requirements]
  }
  return merged
}
