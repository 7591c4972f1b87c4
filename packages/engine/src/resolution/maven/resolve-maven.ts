import { quote } from '../../documents/parsers/json-value.ts'
import { readXml } from '../../documents/parsers/xml-document.ts'
import { askIn, ownModule } from '../../documents/lockfiles/java/pom-requests.ts'
import { type Pom, readPom } from '../../documents/lockfiles/java/pom-model.ts'
import { pomTree } from '../../documents/lockfiles/java/pom-tree.ts'
import {
  type ComponentScope,
  componentScopes,
  type SourceDocument,
  type SourceTree,
} from '../../inventory.ts'
import type { ManifestResolver } from '../model/manifest-resolver.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'
import { collectDependencies, type Collection } from './collect-dependencies.ts'
import { isNamed, nameOf } from './coordinates.ts'
import type { DependencyNode } from './dependency-node.ts'
import { type MergedPom, PomStore } from './pom-store.ts'
import { decideScopes } from './scopes.ts'

/** pom.xml, as Maven resolves it: https://maven.apache.org/guides/introduction/introduction-to-dependency-mechanism.html */
export const mavenResolver: ManifestResolver = {
  matchesPath: (fileName) => fileName === 'pom.xml',
  open(facts, tree) {
    let store: PomStore | undefined
    return async (document) => {
      const { root } = readXml(document)
      if (root?.name !== 'project') return null
      const local = pomTree(document.path, tree)
      const pom = local.at(document.path) ?? readPom(root, document.path)
      store ??= new PomStore(facts, local)
      return resolve({ document, pom, tree, store })
    }
  },
}

interface Resolving {
  document: SourceDocument
  pom: Pom
  tree: SourceTree
  store: PomStore
}

async function resolve({ document: { path }, pom, tree, store }: Resolving): Promise<Resolution | null> {
  const local = pomTree(path, tree)
  const merged = await store.merge(pom)
  // Without what decides the versions of the project itself, its declarations say as much.
  if (!merged.isComplete && store.counts.unreachable > 0) return null
  const collection = await collectDependencies({
    root: merged,
    store,
    prefers: 'nearest',
    ownModule: (dependency) => ownModule(dependency, merged.effective, local),
  })
  if (store.counts.read === 0 && collection.nodes.some(({ gap }) => gap === 'unreachable')) return null
  return {
    manifest: path,
    by: 'registry',
    format: 'pom.xml',
    purlType: 'maven',
    separator: ':',
    root: rootOf(merged),
    packages: packagesOf(collection, pom),
    issues: [...issuesOfRoot(merged), ...issuesOf(collection, path)],
  }
}

function rootOf({ pom, effective: { groupId, version } }: MergedPom): Resolution['root'] {
  if (groupId === null || !isNamed({ groupId, artifactId: pom.artifactId })) return null
  return { name: nameOf({ groupId, artifactId: pom.artifactId }), version: version ?? '' }
}

/** Modules of the project are left out: what they bring counts as asked for by the project itself. */
function packagesOf({ nodes, edges }: Collection, pom: Pom): ResolvedPackage[] {
  const scopes = decideScopes(nodes, edges)
  const packages = nodes.filter(({ isOwn }) => !isOwn)
  const indexes = new Map(packages.map((node, index) => [node.key, index]))
  const asked = Map.groupBy(edges, ({ key }) => key)
  return packages.map((node): ResolvedPackage => {
    const { dependency, version, gap } = node
    const requests = asked.get(node.key) ?? []
    const own = requests.some(({ from }) => from === null)
    const requiredBy = requests.flatMap(({ from }) => (from === null ? [] : (indexes.get(from.key) ?? [])))
    const isDirect = requests.some(({ from }) => from === null || from.isOwn)
    return {
      name: nameOf(dependency),
      version,
      scope: scopeOf(scopes.get(node)),
      isDirect,
      ...(own && dependency.optional === 'true' && { isOptional: true as const }),
      ...(gap === 'no-version' && { gap: gapText(node) }),
      requiredBy: [...new Set(requiredBy)].filter((index) => packages[index] !== node),
      asks: own ? [{ by: null, ...askIn(pom, dependency) }] : [],
      where: dependency.where.startsWith('registry:') ? pom.path : dependency.where,
    }
  })
}

const scopeOf = (scope = ''): ComponentScope => componentScopes.find((each) => each === scope) ?? 'compile'

function gapText({ dependency: { version } }: DependencyNode): string {
  if (version === '') return 'has no version here, and none in its parents and imported lists'
  return version.includes('${')
    ? `has the version ${quote(version)}, of which a property is not set`
    : `has ${quote(version)} in place of a version, and none that the registry lists is in it`
}

function issuesOfRoot({
  pom,
  effective: { missingParent, missingImports },
}: MergedPom): Resolution['issues'] {
  const parent = missingParent && {
    code: 'parent-missing',
    message: `The parent ${quote(nameOf(missingParent.parent))} was not found: what it sets is not known.`,
    where: `${missingParent.path}:${missingParent.parent.line}`,
    gap: 'transitive-unlisted' as const,
  }
  return [
    ...(parent ? [parent] : []),
    ...missingImports.map((each) => ({
      code: 'import-missing',
      message: `The imported ${quote(nameOf(each))} was not found: the versions that it sets are not known.`,
      where: each.where,
      gap: 'transitive-unlisted' as const,
    })),
    ...pom.otherProfiles.map(({ id, line }) => ({
      code: 'profile-left-out',
      message: `The profile ${quote(id)} is not active by default: what only it requires was left out.`,
      where: `${pom.path}:${line}`,
    })),
  ]
}

/** One issue for all packages of which nothing more is known, which is one gap of the manifest. */
function issuesOf({ nodes }: Collection, path: string): Resolution['issues'] {
  const lost = nodes.filter(({ gap, isOwn }) => !isOwn && (gap === 'absent' || gap === 'unreachable'))
  if (lost.length === 0) return []
  const names = lost
    .slice(0, maxNames)
    .map(({ dependency, version }) => quote(`${nameOf(dependency)}:${version}`))
  const more = lost.length > maxNames ? ` and ${lost.length - maxNames} more` : ''
  const message = `What these require is not known, as the registry has no complete description of them: ${names.join(', ')}${more}.`
  return [{ code: 'transitive-unlisted', message, where: path, gap: 'transitive-unlisted' as const }]
}

const maxNames = 5
