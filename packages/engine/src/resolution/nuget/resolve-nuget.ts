import { isDevelopmentPath } from '../../documents/components/development-path.ts'
import { type DotnetProject, readDotnetProject } from '../../documents/manifests/dotnet/dotnet-project.ts'
import { dotnetProject } from '../../documents/manifests/dotnet/project.ts'
import { quote } from '../../documents/parsers/json-value.ts'
import { readXml, type XmlElement } from '../../documents/parsers/xml-document.ts'
import type { ComponentScope, SourceTree } from '../../inventory.ts'
import type { ManifestResolver } from '../model/manifest-resolver.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'
import { choosePackages, type PackageNode, type ProjectRequest } from './choose-packages.ts'
import { type Framework, nearestFramework, parseFramework } from './frameworks.ts'
import { PackageStore } from './package-store.ts'

/** Projects of .NET with PackageReference, as NuGet restores them. */
export const nugetResolver: ManifestResolver = {
  matchesPath: (fileName) => dotnetProject.matchesPath(fileName, ''),
  open(facts, tree) {
    const store = new PackageStore(facts)
    return async ({ path }) => {
      const root = projectAt(path, tree)
      return root && resolve({ path, root, tree, store })
    }
  },
}

function projectAt(path: string, tree: SourceTree): XmlElement | null {
  const document = tree.find(path)
  const root = document && readXml(document).root
  return root?.name === 'Project' ? root : null
}

interface Resolving {
  path: string
  root: XmlElement
  tree: SourceTree
  store: PackageStore
}

async function resolve({ path, root, tree, store }: Resolving): Promise<Resolution | null> {
  const before = { ...store.counts }
  const declared = readDotnetProject(root, { path, tree })
  if (declared.references.length + declared.projects.length === 0) return null
  const packages = new PackageMap(path, declared)
  for (const name of declared.frameworks.length > 0 ? declared.frameworks : ['']) {
    const own = readDotnetProject(root, { path, tree }, name)
    const framework = parseFramework(name || assumedFramework)
    const nodes = await choosePackages({
      store,
      framework,
      requests: [...requestsOf(own), ...impliedBy(framework)],
      pinned: own.pinned,
      requestsOfProject: (project) => requestsAt(project, { framework, tree }),
    })
    packages.add(nodes)
  }
  // Without any answer, the declarations say as much.
  if (store.counts.read === before.read && store.counts.unreachable > before.unreachable) return null
  return {
    manifest: path,
    by: 'registry',
    format: 'project of .NET',
    purlType: 'nuget',
    root: null,
    packages: packages.list(),
    issues: packages.issues(),
  }
}

/** Of projects that do not say it by a literal. */
const assumedFramework = 'net8.0'

/** A tool of a project is not shipped with what needs the project. */
const requestsOf = ({ references, projects }: DotnetProject): ProjectRequest[] => [
  ...references.map(({ name, range, isTool }) => ({ name, range, isTool, project: '' })),
  ...projects.map((project) => ({ name: project, range: '', isTool: false, project })),
]

function requestsAt(
  path: string,
  { framework, tree }: { framework: Framework; tree: SourceTree },
): ProjectRequest[] {
  const root = projectAt(path, tree)
  if (root === null) return []
  const { frameworks } = readDotnetProject(root, { path, tree })
  const at = nearestFramework(framework, frameworks.map(parseFramework))
  const found = readDotnetProject(root, { path, tree }, at === null ? '' : frameworks[at])
  return requestsOf(found).filter(({ isTool }) => !isTool)
}

/** What the SDK adds: https://learn.microsoft.com/dotnet/core/project-sdk/msbuild-props#netstandardimplicitpackageversion */
function impliedBy({ family, version }: Framework): ProjectRequest[] {
  const isOld = family === 'netstandard' && version < 2.1
  const range = version < 2 ? '1.6.1' : '2.0.3'
  return isOld ? [{ name: 'NETStandard.Library', range, isTool: false, project: '' }] : []
}

/** Packages of all target frameworks by name and version. */
class PackageMap {
  readonly #path: string
  readonly #declared: DotnetProject
  readonly #packages = new Map<string, { node: PackageNode; package: ResolvedPackage }>()

  constructor(path: string, declared: DotnetProject) {
    this.#path = path
    this.#declared = declared
  }

  add(nodes: readonly PackageNode[]): void {
    const shipped = shippedOf(nodes)
    const isTest = this.#declared.isTest || isDevelopmentPath(this.#path)
    const listed = nodes.filter(({ isProject, requests }) => !isProject && requests.some(isCounting))
    for (const node of listed) {
      const scope = !shipped.has(node) ? 'provided' : isTest ? 'test' : 'runtime'
      const known = this.#packages.get(keyOf(node))
      if (!known) this.#packages.set(keyOf(node), { node, package: this.#packageOf(node, scope) })
      else if (known.package.scope === 'provided') known.package.scope = scope
    }
    const indexes = new Map([...this.#packages.keys()].map((key, index) => [key, index]))
    for (const node of listed) {
      const known = this.#packages.get(keyOf(node))!.package
      const by = node.requests.flatMap(({ from }) => (from === null ? [] : (indexes.get(keyOf(from)) ?? [])))
      known.requiredBy = [...new Set([...known.requiredBy, ...by])]
    }
  }

  #packageOf(node: PackageNode, scope: ComponentScope): ResolvedPackage {
    const own = node.requests.find(({ from }) => from === null)
    const reference = this.#declared.references.find(({ name }) => name.toLowerCase() === node.key)
    return {
      name: node.name,
      version: node.version,
      scope,
      isDirect: node.requests.some(({ from }) => from === null || from.isProject),
      ...(node.gap === 'no-version' && { gap: gapText(node) }),
      requiredBy: [],
      asks: own ? [{ by: null, ...(own.range !== '' && { range: own.range }) }] : [],
      where: reference ? `${this.#path}:${reference.line}` : this.#path,
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
    const names = lost.slice(0, maxNames).map(({ node }) => quote(`${node.name} ${node.version}`))
    const more = lost.length > maxNames ? ` and ${lost.length - maxNames} more` : ''
    const message = `What these require is not known, as the registry has no description of them: ${names.join(', ')}${more}.`
    const code = 'transitive-unlisted'
    return [{ code, message, where: this.#path, gap: code }]
  }
}

const maxNames = 5
const keyOf = ({ key, version }: PackageNode): string => `${key} ${version}`
const isCounting = ({ isOverruled }: PackageNode['requests'][number]): boolean => !isOverruled

/** What a way of packages that are not only for the build leads to. */
function shippedOf(nodes: readonly PackageNode[]): Set<PackageNode> {
  const shipped = new Set<PackageNode>()
  for (let size = -1; size !== shipped.size;) {
    size = shipped.size
    for (const node of nodes)
      if (node.requests.some(({ from, isTool }) => !isTool && (from === null || shipped.has(from))))
        shipped.add(node)
  }
  return shipped
}

function gapText({ requests }: PackageNode): string {
  const asked = requests.map(({ range }) => range).find((range) => range !== '')
  return asked === undefined
    ? 'has no version here, and the registry lists none'
    : `is asked for as ${quote(asked)}, which the registry has no version for`
}
