import { quote } from '../../documents/parsers/json-value.ts'
import { pomTree } from '../../documents/lockfiles/java/pom-tree.ts'
import { buildGradle } from '../../documents/manifests/java/build-gradle.ts'
import type { ComponentScope } from '../../inventory.ts'
import { PomStore } from '../maven/pom-store.ts'
import type { ManifestResolver } from '../model/manifest-resolver.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'
import { GradleProjects, type GradleProject, type OwnDeclaration, requestOf } from './gradle-projects.ts'
import { ModuleStore } from './module-store.ts'
import { type GraphNode, resolveGraph } from './resolve-graph.ts'
import type { Classpath, GradleRequest } from './version-facts.ts'

/** build.gradle, read without running it, as Gradle resolves it. */
export const gradleResolver: ManifestResolver = {
  matchesPath: (fileName) => buildGradle.matchesPath(fileName, ''),
  open(facts, tree) {
    const poms = new PomStore(facts, pomTree('', undefined))
    const resolving = { poms, store: new ModuleStore(poms), projects: new GradleProjects(tree) }
    return async ({ path }) => {
      const project = resolving.projects.at(path)
      return project && resolve(project, resolving)
    }
  },
}

interface Resolving {
  poms: PomStore
  store: ModuleStore
  projects: GradleProjects
}

/** What is resolved together, in the order in which a package's scope is chosen. */
const classpaths: readonly {
  classpath: Classpath
  scopes: readonly ComponentScope[]
  isFor(configuration: string): boolean
  /** Of what no classpath before it has. */
  scope: ComponentScope
}[] = [
  { classpath: 'runtime', scopes: ['compile', 'runtime'], isFor: () => true, scope: 'runtime' },
  {
    classpath: 'compile',
    scopes: ['compile', 'provided'],
    isFor: (configuration) => !isForBuild(configuration),
    scope: 'provided',
  },
  { classpath: 'runtime', scopes: ['provided'], isFor: (name) => isForBuild(name), scope: 'provided' },
  { classpath: 'runtime', scopes: ['compile', 'runtime', 'test'], isFor: () => true, scope: 'test' },
]

const isForBuild = (configuration: string): boolean =>
  /^(?:classpath|kapt|ksp|annotationProcessor)$|(?:kapt|ksp|annotationProcessor)$/i.test(configuration)

async function resolve(project: GradleProject, context: Resolving): Promise<Resolution | null> {
  const before = { ...context.poms.counts }
  const declared = project.declarations.filter(({ name }) => name !== null)
  if (!declared.some(({ kind }) => kind === 'library' || kind === 'project')) return null
  const forced = await managedVersions(project, context)
  if (forced === null) return null
  const packages = new PackageMap(project)
  for (const { classpath, scopes, isFor, scope } of classpaths) {
    const own = declared.filter((each) => scopes.includes(each.scope) && isFor(each.configuration))
    if (own.length === 0) continue
    const nodes = await resolveGraph({
      store: context.store,
      classpath,
      requests: own.map(requestOf),
      forced,
      exclusions: project.exclusions,
      requestsOfProject: (name) => requestsOfProject(name, { classpath, project, context }),
    })
    packages.add(nodes, { classpath, scope })
  }
  const { counts } = context.poms
  // Without any answer, the declarations say as much.
  if (counts.read === before.read && counts.unreachable > before.unreachable) return null
  return {
    manifest: project.path,
    by: 'registry',
    format: 'build.gradle',
    purlType: 'maven',
    separator: ':',
    root: null,
    packages: packages.list(),
    issues: [...packages.issues(), ...issuesOf(project)],
  }
}

/** By name, what the lists that Spring's plugin imports say; null if one cannot be read. */
async function managedVersions(
  { imports }: GradleProject,
  { store }: Resolving,
): Promise<ReadonlyMap<string, string> | null> {
  const versions = new Map<string, string>()
  // Of several lists, the last one wins.
  for (const { name, range: version } of imports) {
    const facts = await store.find({ name, version, classpath: 'runtime', isPlatform: true })
    if (facts === 'unreachable') return null
    if (typeof facts !== 'string') for (const each of facts.requests) versions.set(each.name, each.version)
  }
  return versions
}

function requestsOfProject(
  name: string,
  { classpath, project, context }: { classpath: Classpath; project: GradleProject; context: Resolving },
): GradleRequest[] {
  const found = context.projects.named(name, project.path)
  const isWanted = ({ scope, configuration }: OwnDeclaration): boolean =>
    classpath === 'compile'
      ? /^(?:api|compile)$/.test(configuration)
      : scope === 'compile' || scope === 'runtime'
  return (found?.declarations ?? []).filter((each) => each.name !== null && isWanted(each)).map(requestOf)
}

function issuesOf({ dynamic, declarations, path }: GradleProject): Resolution['issues'] {
  const unnamed = declarations.filter(({ name }) => name === null).map(({ where }) => where)
  const [first] = [...dynamic, ...unnamed]
  if (first === undefined) return []
  const count = dynamic.length + unnamed.length
  const what = count === 1 ? 'One declaration is' : `${count} declarations are`
  const message = `${what} made by the program in ${quote(path)}, which is not run, and left out.`
  return [{ code: 'line-unusable', message, where: first, gap: 'transitive-unlisted' }]
}

/** Packages by name and version, each in the scope of the first classpath that has it. */
class PackageMap {
  readonly #project: GradleProject
  readonly #packages = new Map<string, { node: GraphNode; package: ResolvedPackage }>()

  constructor(project: GradleProject) {
    this.#project = project
  }

  add(
    nodes: readonly GraphNode[],
    { classpath, scope }: { classpath: Classpath; scope: ComponentScope },
  ): void {
    const listed = nodes.filter(({ isLibrary, isProject }) => isLibrary && !isProject)
    // What it takes both to run and to compile.
    for (const node of classpath === 'compile' ? listed : []) {
      const known = this.#packages.get(keyOf(node))
      if (known?.package.scope === 'runtime') known.package.scope = 'compile'
    }
    const added = listed.filter((node) => !this.#packages.has(keyOf(node)))
    for (const node of added) this.#packages.set(keyOf(node), { node, package: this.#packageOf(node, scope) })
    const indexes = new Map([...this.#packages.keys()].map((key, index) => [key, index]))
    for (const node of added) {
      const by = node.requests.flatMap(({ from }) => (from === null ? [] : (indexes.get(keyOf(from)) ?? [])))
      this.#packages.get(keyOf(node))!.package.requiredBy = [...new Set(by)].filter(
        (at) => at !== indexes.get(keyOf(node)),
      )
    }
  }

  #packageOf(node: GraphNode, scope: ComponentScope): ResolvedPackage {
    const direct = node.requests.filter(
      ({ from, kind }) => kind === 'library' && (from === null || from.isProject),
    )
    const own = direct.find(({ from }) => from === null)
    const declared =
      own && this.#project.declarations.find(({ name, kind }) => kind === 'library' && name === node.name)
    return {
      name: node.name,
      version: node.version,
      scope,
      isDirect: direct.length > 0,
      ...(node.gap === 'no-version' && { gap: gapText(node) }),
      requiredBy: [],
      asks: own ? [{ by: null, ...(own.version !== '' && { range: own.version }) }] : [],
      where: declared?.where ?? this.#project.path,
    }
  }

  list(): ResolvedPackage[] {
    return [...this.#packages.values()].map((each) => each.package)
  }

  /** One issue for all packages of which nothing more is known. */
  issues(): Resolution['issues'] {
    const lost = [...this.#packages.values()].filter(
      ({ node: { gap } }) => gap === 'absent' || gap === 'unreachable',
    )
    if (lost.length === 0) return []
    const names = lost.slice(0, maxNames).map(({ node }) => quote(`${node.name}:${node.version}`))
    const more = lost.length > maxNames ? ` and ${lost.length - maxNames} more` : ''
    const message = `What these require is not known, as the registry has no complete description of them: ${names.join(', ')}${more}.`
    const code = 'transitive-unlisted'
    return [{ code, message, where: this.#project.path, gap: code }]
  }
}

const maxNames = 5
const keyOf = ({ name, version }: GraphNode): string => `${name}:${version}`

function gapText({ requests }: GraphNode): string {
  const asked = requests.map(({ version }) => version).find((version) => version !== '')
  return asked === undefined
    ? 'has no version here, and none in the platforms that are read'
    : `is asked for as ${quote(asked)}, which the registry has no version for`
}
