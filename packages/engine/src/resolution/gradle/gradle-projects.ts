import {
  readGradleBuild,
  type GradleBuild,
  type GradleDeclaration,
} from '../../documents/manifests/java/gradle-declarations.ts'
import { scopeOfConfiguration } from '../../documents/manifests/java/build-gradle.ts'
import { pathsAbove } from '../../documents/manifests/manifest-reader.ts'
import { readText } from '../../documents/parsers/text-document.ts'
import type { ComponentScope, SourceTree } from '../../inventory.ts'
import { request, type GradleRequest } from './version-facts.ts'

/** A declaration of a project, with the file that has it. */
export interface OwnDeclaration extends GradleDeclaration {
  where: string
  scope: ComponentScope
}

/** A project of a build. */
export interface GradleProject {
  path: string
  declarations: OwnDeclaration[]
  exclusions: GradleBuild['exclusions']
  /** Lists of versions that Spring's plugin imports: they overrule what others ask for. */
  imports: GradleBuild['imports']
  /** 'path:line' of what only running the build tells. */
  dynamic: string[]
}

const buildFiles = ['build.gradle', 'build.gradle.kts']
const kotlinPlugins = ['org.jetbrains.kotlin.jvm', 'org.jetbrains.kotlin.android', 'kotlin', 'kotlin-android']
const springManagement = 'io.spring.dependency-management'
const springBoot = 'org.springframework.boot'

/** The projects of a tree, each read once. */
export class GradleProjects {
  readonly #tree: SourceTree
  readonly #builds = new Map<string, GradleBuild | null>()

  constructor(tree: SourceTree) {
    this.#tree = tree
  }

  /** A project by its build file, with what those above say for all below. */
  at(path: string): GradleProject | null {
    const own = this.#build(path)
    if (own === null) return null
    const above = buildFiles
      .flatMap((name) => pathsAbove(path, name))
      .filter((each) => each !== path)
      .flatMap((each) => {
        const build = this.#build(each)
        return build ? [{ path: each, build }] : []
      })
    const shared = above.flatMap(({ path: from, build }) =>
      build.declarations
        .filter(({ of }) => of === 'allprojects' || of === 'subprojects')
        .map((each) => ownDeclaration(each, from)),
    )
    const declared = own.declarations
      .filter(({ of }) => of !== 'subprojects')
      .map((each) => ownDeclaration(each, path))
    const builds = [own, ...above.map(({ build }) => build)]
    return {
      path,
      declarations: withKotlin([...declared, ...shared], builds).map((each) => ({ ...each })),
      exclusions: own.exclusions,
      imports: importsOf(builds),
      dynamic: own.dynamicLines.map((line) => `${path}:${line}`),
    }
  }

  /** ':core' is the folder 'core' of the nearest folder above that has one with a build file. */
  named(name: string, from: string): GradleProject | null {
    const folder = name.slice(1).replaceAll(':', '/')
    for (const file of buildFiles)
      for (const path of pathsAbove(from, `${folder}/${file}`)) {
        const project = path === from ? null : this.at(path)
        if (project) return project
      }
    return null
  }

  #build(path: string): GradleBuild | null {
    const known = this.#builds.get(path)
    if (known !== undefined) return known
    const document = this.#tree.find(path)
    const text = document && readText(document).text
    const build = text === null ? null : readGradleBuild(text, { path, tree: this.#tree })
    this.#builds.set(path, build)
    return build
  }
}

const ownDeclaration = (each: GradleDeclaration, path: string): OwnDeclaration => ({
  ...each,
  where: `${path}:${each.line}`,
  scope: scopeOfConfiguration(each.configuration),
})

const pluginVersion = (builds: readonly GradleBuild[], id: string): string =>
  builds.map(({ plugins }) => plugins.get(id) ?? '').find((version) => version !== '') ?? ''

/** The plugin of Kotlin adds the standard library, and sets the version of what has none. */
function withKotlin(declared: OwnDeclaration[], builds: readonly GradleBuild[]): OwnDeclaration[] {
  const [own] = builds
  if (!kotlinPlugins.some((id) => own!.plugins.has(id))) return declared
  const version = kotlinPlugins.map((id) => pluginVersion(builds, id)).find((each) => each !== '') ?? ''
  if (version === '') return declared
  const filled = declared.map((each) =>
    each.range === '' && each.name?.startsWith('org.jetbrains.kotlin:kotlin-')
      ? { ...each, range: version }
      : each,
  )
  const stdlib = 'org.jetbrains.kotlin:kotlin-stdlib'
  if (filled.some(({ name }) => name?.startsWith(stdlib))) return filled
  const [first] = declared
  if (first === undefined) return filled
  const added = { kind: 'library', name: stdlib, range: version, configuration: 'implementation' } as const
  return [...filled, { ...first, ...added, scope: 'compile', isTransitive: true, exclusions: [] }]
}

/** With Spring's plugin, that of Spring Boot imports its own list. */
function importsOf(builds: readonly GradleBuild[]): GradleBuild['imports'] {
  const [own] = builds
  const boot = pluginVersion(builds, springBoot)
  const isManaged = builds.some(({ plugins }) => plugins.has(springManagement))
  const isBoot = own!.plugins.has(springBoot) || builds.some(({ plugins }) => plugins.has(springBoot))
  const list = { name: `${springBoot}:spring-boot-dependencies`, range: boot }
  return [...builds.flatMap(({ imports }) => imports), ...(isManaged && isBoot && boot !== '' ? [list] : [])]
}

/** '1.2!!' is strict. */
export const requestOf = ({ name, range, kind, exclusions, isTransitive }: OwnDeclaration): GradleRequest =>
  request({
    kind,
    name: name!,
    version: range.replace(/!!.*$/, ''),
    isStrict: range.includes('!!'),
    exclusions,
    isTransitive,
  })
