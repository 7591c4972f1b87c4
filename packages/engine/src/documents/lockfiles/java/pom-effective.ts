import { keyOf, type Pom, type PomDependency, type PomParent } from './pom-model.ts'
import { type Interpolate, interpolation } from './pom-properties.ts'
import { parentPom, type PomTree } from './pom-tree.ts'

/** A pom.xml merged with those of its parents and imported BOMs that are in the tree. */
export interface EffectivePom {
  groupId: string | null
  version: string | null
  dependencies: PomDependency[]
  /** By keyOf; the first declaration wins. */
  managed: ReadonlyMap<string, PomDependency>
  /** The nearest ancestor that is not in the tree. */
  missingParent: { parent: PomParent; path: string } | null
  /** BOMs imported by it or its parents that are not in the tree. */
  missingImports: PomDependency[]
}

/** Further ancestors are ignored. */
const maxParents = 30

/** Further BOMs are ignored. */
const maxImports = 100

/** known: those of BOMs that were merged before, by path. */
export function effectivePom(
  pom: Pom,
  poms: PomTree,
  known: ReadonlyMap<string, EffectivePom> = new Map(),
): EffectivePom {
  const lists: Lists = { byPath: new Map([...known, [pom.path, null]]), left: maxImports }
  return combine(pom, poms, lists)
}

interface Lists {
  /** Those imported so far; null while one is being read, to detect cycles. */
  byPath: Map<string, EffectivePom | null>
  /** How many more are read. */
  left: number
}

function combine(pom: Pom, poms: PomTree, lists: Lists): EffectivePom {
  const { lineage, missingParent } = lineageOf(pom, poms)
  const interpolate = interpolation(lineage)
  const resolve = (dependency: PomDependency) => resolved(dependency, interpolate)
  const declared = lineage.flatMap(({ managed }) => managed.map(resolve))
  const managed = firstOf(declared.filter((each) => !isImport(each)))
  const missingImports = new Set<PomDependency>()
  for (const imported of firstOf(declared.filter(isImport)).values()) {
    const list = findImport(imported, poms)
    if (list === null) missingImports.add(imported)
    else if (!lists.byPath.has(list.path) && lists.left-- > 0) {
      lists.byPath.set(list.path, null)
      lists.byPath.set(list.path, combine(list, poms, lists))
    }
    const inner = list && lists.byPath.get(list.path)
    for (const [key, each] of inner?.managed ?? []) if (!managed.has(key)) managed.set(key, each)
  }
  // Maven merges the dependencies of child and parent before it interpolates properties.
  const dependencies = [...firstOf(lineage.flatMap((each) => each.dependencies)).values()].map(resolve)
  const [groupId, version] = [interpolate('${project.groupId}'), interpolate('${project.version}')]
  return { groupId, version, dependencies, managed, missingParent, missingImports: [...missingImports] }
}

function lineageOf(
  pom: Pom,
  poms: PomTree,
): { lineage: Pom[]; missingParent: EffectivePom['missingParent'] } {
  const lineage = [pom]
  for (let last = pom; last.parent !== null;) {
    const { parent, path } = last
    const next = parentPom(last, poms)
    if (next === null || lineage.includes(next) || lineage.length >= maxParents)
      return { lineage, missingParent: { parent, path } }
    lineage.push(next)
    last = next
  }
  return { lineage, missingParent: null }
}

/** Interpolates name and version; what cannot be resolved stays as written. */
function resolved(dependency: PomDependency, interpolate: Interpolate): PomDependency {
  const of = (text: string) => interpolate(text) ?? text
  const { groupId, artifactId, version, scope, type, classifier, optional, exclusions, where } = dependency
  return {
    groupId: of(groupId),
    artifactId: of(artifactId),
    version: of(version),
    scope: of(scope),
    type: of(type),
    classifier: of(classifier),
    optional: of(optional),
    exclusions: exclusions.map((each) => ({
      groupId: of(each.groupId),
      artifactId: of(each.artifactId),
    })),
    where,
  }
}

/** What dependencyManagement fills in of a declared dependency. Optional is not managed, and own exclusions are enough. */
export function manage(dependency: PomDependency, managed: PomDependency | undefined): PomDependency {
  if (!managed) return dependency
  const { version, scope, exclusions } = dependency
  return {
    ...dependency,
    version: version || managed.version,
    scope: scope || managed.scope,
    exclusions: exclusions.length > 0 ? exclusions : managed.exclusions,
  }
}

const isImport = ({ scope, type }: PomDependency) => scope === 'import' && type === 'pom'

function findImport({ groupId, artifactId, version }: PomDependency, poms: PomTree): Pom | null {
  const isMeant = (pom: Pom) => {
    const own = interpolation(lineageOf(pom, poms).lineage)('${project.version}')
    return own === null || own === version || version.includes('${')
  }
  return poms.named(`${groupId}:${artifactId}`).find(isMeant) ?? null
}

function firstOf(dependencies: readonly PomDependency[]): Map<string, PomDependency> {
  const first = new Map<string, PomDependency>()
  for (const dependency of dependencies) {
    const key = keyOf(dependency)
    if (!first.has(key)) first.set(key, dependency)
  }
  return first
}
