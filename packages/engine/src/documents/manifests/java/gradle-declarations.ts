import type { LockfileLocation } from '../../lockfiles/lockfile-reader.ts'
import { type Statement, statementsIn, withoutComments } from '../lines.ts'
import { type Catalog, type CatalogLibrary, readCatalog } from './gradle-catalog.ts'
import { type FillIn, readVariables } from './gradle-variables.ts'

/** library: has code. platform: a list of versions, without code. constraint: a version for what others ask for. */
export type GradleKind = 'library' | 'platform' | 'enforced-platform' | 'constraint' | 'project'

/** null excludes any. */
export interface GradleExclusion {
  group: string | null
  name: string | null
}

/** One dependency of a build file. */
export interface GradleDeclaration {
  kind: GradleKind
  /** 'group:name', or the path of a project: ':core'; null if it is not a literal. */
  name: string | null
  /** As written, with variables filled in; '' if a platform or a constraint decides. */
  range: string
  /** 'testImplementation'. */
  configuration: string
  isTransitive: boolean
  exclusions: GradleExclusion[]
  /** 'allprojects' or 'subprojects': for those below as well. 'buildscript': only for the build itself. */
  of: 'project' | 'allprojects' | 'subprojects' | 'buildscript'
  /** 1-based. */
  line: number
}

/** What a build file says by literals. */
export interface GradleBuild {
  declarations: GradleDeclaration[]
  /** Of all configurations. */
  exclusions: GradleExclusion[]
  /** Lists of versions that the plugin of Spring imports: 'group:name' and version. */
  imports: CatalogLibrary[]
  /** Versions of the plugins that are applied, by identifier; '' if the file does not say. */
  plugins: ReadonlyMap<string, string>
  /** Lines that declare something which only running the build tells. */
  dynamicLines: number[]
}

/** https://docs.gradle.org/current/userguide/declaring_dependencies.html. Only literals are found. */
export function readGradleBuild(program: string, location: LockfileLocation): GradleBuild {
  const context = {
    catalog: readCatalog(location),
    fillIn: readVariables({ ...location, tree: withFile(location, program) }),
  }
  const build = {
    declarations: [] as GradleDeclaration[],
    exclusions: [] as GradleExclusion[],
    imports: [] as CatalogLibrary[],
    plugins: new Map<string, string>(),
    dynamicLines: [] as number[],
  }
  let last: GradleDeclaration[] = []
  for (const statement of statementsIn(withoutComments(program, 'slashes'))) {
    const { text, blocks, line } = statement
    if (addDetail(text, { blocks, last, build })) continue
    addPlugin(statement, { ...context, build })
    addImport(statement, { ...context, build })
    const found = declarationsIn(statement, context)
    if (found === null) continue
    last = found
    build.declarations.push(...found)
    if (found.length === 0 && isOpaque(text)) build.dynamicLines.push(line)
  }
  return build
}

/** Variables may stand in the build file itself, which was read already. */
const withFile = (
  { path, tree }: LockfileLocation,
  program: string,
): NonNullable<LockfileLocation['tree']> => ({
  find: (each) =>
    each === path ? { path, bytes: new TextEncoder().encode(program) } : (tree?.find(each) ?? null),
  paths: () => tree?.paths() ?? [],
})

interface Context {
  catalog: Catalog
  fillIn: FillIn
}

const configurationStart = /^\s*(?:add\s*\(\s*)?["']?([A-Za-z]\w{0,80})\b["']?/

/** null if the statement is about no configuration. */
function declarationsIn(
  { text, line, blocks }: Statement,
  { catalog, fillIn }: Context,
): GradleDeclaration[] | null {
  const [start = '', configuration = ''] = configurationStart.exec(text) ?? []
  if (!isConfiguration(configuration)) return null
  const rest = text.slice(start.length)
  const isConstraint = blocks.includes('constraints')
  const own = /\b(platform|enforcedPlatform)\s*\(/.exec(rest)?.[1]
  const kind = own === undefined ? 'library' : own === 'platform' ? 'platform' : 'enforced-platform'
  const declared = {
    configuration,
    isTransitive: !/@\w+["']/.test(rest) && !/\btransitive\s*[:=]\s*false/i.test(rest),
    exclusions: [],
    of: ownerOf(blocks),
    line,
  } as const
  const projects = projectsIn(rest).map(
    (name) => ({ ...declared, kind: 'project', name, range: '' }) as const,
  )
  const libraries = librariesIn(rest, catalog).map(({ name, range }): GradleDeclaration => ({
    ...declared,
    exclusions: [],
    kind: isConstraint ? 'constraint' : kind,
    name: fillIn(name),
    range: fillIn(range) ?? range,
  }))
  return [...projects.map((each): GradleDeclaration => ({ ...each, exclusions: [] })), ...libraries]
}

const ownerOf = (blocks: readonly string[]): GradleDeclaration['of'] =>
  (['buildscript', 'allprojects', 'subprojects'] as const).find((each) => blocks.includes(each)) ?? 'project'

const projectsIn = (text: string): string[] => [
  ...[...text.matchAll(/\bproject\s*\(\s*(?:path\s*[:=]\s*)?["'](:[\w:.-]+)["']/g)].map(([, path]) => path!),
  ...[...text.matchAll(/\bprojects\.([A-Za-z][\w.]*)/g)].map(
    // Accessors are in camel case: 'projects.core.dataStore' is ':core:data-store'.
    ([, accessor]) => `:${accessor!.replaceAll('.', ':').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`,
  ),
]

/** 'group:name:version', 'group: "g", name: "n", version: "v"', accessors of a catalog, or 'kotlin("stdlib")'. */
function librariesIn(text: string, catalog: Catalog): CatalogLibrary[] {
  const member = (key: string) => new RegExp(`\\b${key}\\s*[:=]\\s*["']([^"']*)["']`).exec(text)?.[1] ?? ''
  const [group, name] = [member('group'), member('name')]
  if (group !== '' && name !== '') return [{ name: `${group}:${name}`, range: member('version') }]
  const named = [...text.matchAll(/["']([^"']*)["']/g)].flatMap(([, coordinates = '']) => {
    // 'group:name:version:classifier@extension'
    const [itsGroup = '', itsName = '', range = ''] = coordinates.split('@', 1)[0]!.split(':')
    return itsGroup === '' || itsName === '' ? [] : { name: `${itsGroup}:${itsName}`, range }
  })
  const accessors = [...text.matchAll(/\blibs\.([\w.]+)/g)].flatMap(([, accessor]) => catalog(accessor!))
  const kotlin = [...text.matchAll(/\bkotlin\s*\(\s*["']([\w-]+)["'](?:\s*,\s*["']([^"']+)["'])?/g)].map(
    ([, module, range = '']) => ({ name: `org.jetbrains.kotlin:kotlin-${module!}`, range }),
  )
  return [...named, ...accessors, ...kotlin]
}

const known =
  /(?:implementation|api|compile|compileOnly|compileOnlyApi|runtime|runtimeOnly|classpath|kapt|ksp|annotationProcessor|developmentOnly|provided|providedCompile|providedRuntime|coreLibraryDesugaring|shadow|bundle)$/i

const isConfiguration = (name: string): boolean => known.test(name)

/** An argument that is no literal, file, or part of Gradle itself. */
const isOpaque = (text: string): boolean =>
  /^\s*\w+\s*(?:\(\s*)?[A-Za-z_$]/.test(text) &&
  !/\b(?:files|fileTree|gradleApi|gradleTestKit|localGroovy|project|projects)\b|^\s*\w+\s*[.=]/.test(text)

/** What stands in the braces after a declaration, or in those of all configurations. */
function addDetail(
  text: string,
  {
    blocks,
    last,
    build,
  }: { blocks: readonly string[]; last: readonly GradleDeclaration[]; build: GradleBuild },
): boolean {
  const inner = blocks.at(-1) ?? ''
  const isOfDeclaration =
    last.length > 0 && blocks.some((each) => isConfiguration(configurationStart.exec(each)?.[1] ?? ''))
  if (/^\s*exclude\b/.test(text)) {
    const member = (key: string) =>
      new RegExp(`\\b${key}\\s*[:=]\\s*["']([^"']*)["']`).exec(text)?.[1] ?? null
    const exclusion = { group: member('group'), name: member('module') }
    if (exclusion.group === null && exclusion.name === null) return true
    if (isOfDeclaration) for (const each of last) each.exclusions.push(exclusion)
    else if (blocks.some((each) => /\bconfigurations\b/.test(each))) build.exclusions.push(exclusion)
    return true
  }
  if (!isOfDeclaration) return false
  if (/^\s*(?:isTransitive|transitive)\s*=\s*false/.test(text))
    for (const each of last) each.isTransitive = false
  const [, kind, range] = /^\s*(strictly|require|prefer)\b[\s(]*["']([^"']+)["']/.exec(text) ?? []
  if (range !== undefined && /^version\b/.test(inner))
    for (const each of last)
      if (kind === 'strictly') each.range = `${range}!!`
      else if (each.range === '') each.range = range
  return !/^\s*$/.test(text)
}

interface Target extends Context {
  build: GradleBuild & { plugins: Map<string, string> }
}

/** 'id "x" version "1"', 'kotlin("jvm") version "1"', 'alias(libs.plugins.x)', 'apply plugin: "x"'. */
function addPlugin({ text, blocks }: Statement, { build, catalog, fillIn }: Target): void {
  const applied = /^\s*apply\s*(?:\(\s*)?plugin\s*[:=]\s*["']([\w.-]+)["']/.exec(text)?.[1]
  if (applied !== undefined && !build.plugins.has(applied)) build.plugins.set(applied, '')
  if (blocks.at(-1) !== 'plugins' || /\bapply\s*\(?\s*false/.test(text)) return
  const version = fillIn(/\bversion\b[\s(]*["']([^"']+)["']/.exec(text)?.[1] ?? '') ?? ''
  const [, kind, id] = /^\s*(id|kotlin)\b[\s(]*["']([\w.-]+)["']/.exec(text) ?? []
  const alias = /^\s*alias\s*\(\s*libs\.(plugins\.[\w.]+)/.exec(text)?.[1]
  if (id !== undefined) build.plugins.set(kind === 'id' ? id : `org.jetbrains.kotlin.${id}`, version)
  for (const each of alias === undefined ? [] : catalog(alias)) build.plugins.set(each.name, each.range)
}

/** What is forced, and what Spring's plugin manages: https://docs.spring.io/dependency-management-plugin/docs/current/reference/html/ */
function addImport({ text, blocks }: Statement, { build, fillIn }: Target): void {
  const [, kind, coordinates] =
    /^\s*(?:resolutionStrategy\.)?(mavenBom|dependency|force)\b[\s(]*["']([^"']+)["']/.exec(text) ?? []
  if (coordinates === undefined || (kind !== 'force' && !blocks.includes('dependencyManagement'))) return
  const [group = '', name = '', range = ''] = (fillIn(coordinates) ?? '').split(':')
  if (group === '' || range === '') return
  if (kind === 'mavenBom') build.imports.push({ name: `${group}:${name}`, range })
  else
    build.declarations.push({
      kind: 'constraint',
      name: `${group}:${name}`,
      range: `${range}!!`,
      configuration: 'implementation',
      isTransitive: true,
      exclusions: [],
      of: ownerOf(blocks),
      line: 1,
    })
}
