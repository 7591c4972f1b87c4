import type { ComponentScope } from '../../../inventory.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { parseProgram, statementsIn, withoutComments } from '../lines.ts'
import { declare, manifestReader, pathsAbove } from '../manifest-reader.ts'
import { type Catalog, catalogFile, type CatalogLibrary, readCatalog } from './gradle-catalog.ts'
import { readVariables, variableFiles } from './gradle-variables.ts'

/** build.gradle without a lockfile: https://docs.gradle.org/current/userguide/declaring_dependencies.html. Only literals are found. */
export const buildGradle = manifestReader<string>({
  id: 'build-gradle',
  title: 'build.gradle',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => /^build\.gradle(?:\.kts)?$/.test(fileName),
  includes: ({ path }) => [catalogFile, ...variableFiles].flatMap((name) => pathsAbove(path, name)),
  parse: parseProgram,
  read(program, list, location) {
    const catalog = readCatalog(location)
    const fillIn = readVariables({ ...location, tree: withFile(location, program) })
    for (const { text, line } of statementsIn(withoutComments(program, 'slashes'))) {
      const [start = '', configuration = ''] =
        /^\s*(?:add\s*\(\s*)?["']?([A-Za-z]\w{0,80})\b["']?/.exec(text) ?? []
      const scope = scopeOf(configuration)
      const rest = text.slice(start.length)
      // A platform is a list of versions, and has no code itself.
      if (scope === null || /\b(?:platform|enforcedPlatform)\s*\(/.test(rest)) continue
      for (const { name, range } of librariesIn(rest, catalog))
        addLibrary(list, {
          name: fillIn(name),
          range: fillIn(range) ?? range,
          scope,
          where: `${list.path}:${line}`,
        })
    }
    return { format: 'build.gradle' }
  },
})

type Location = Parameters<typeof readVariables>[0]

/** Variables may stand in the build file itself, which was read already. */
const withFile = ({ path, tree }: Location, program: string): NonNullable<Location['tree']> => ({
  find: (each) =>
    each === path ? { path, bytes: new TextEncoder().encode(program) } : (tree?.find(each) ?? null),
  paths: () => tree?.paths() ?? [],
})

/** 'group:name:version', 'group: "g", name: "n", version: "v"', or accessors of a catalog. */
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
  return [...named, ...accessors]
}

/** null if it is no configuration of dependencies. */
function scopeOf(configuration: string): ComponentScope | null {
  const known =
    /(?:implementation|api|compile|compileOnly|compileOnlyApi|runtime|runtimeOnly|classpath|kapt|ksp|annotationProcessor|developmentOnly|provided|providedCompile|providedRuntime|coreLibraryDesugaring|shadow|bundle)$/i
  if (!known.test(configuration)) return null
  if (/^(?:test|androidTest|integrationTest)|Test/.test(configuration)) return 'test'
  if (/runtimeOnly$|^runtime$/i.test(configuration)) return 'runtime'
  return /(?:implementation|api|compile|shadow|bundle|coreLibraryDesugaring)$/i.test(configuration)
    ? 'compile'
    : 'provided'
}

interface Library {
  name: string | null
  range: string
  scope: ComponentScope
  where: string
}

function addLibrary(list: PackageList, { name, range, scope, where }: Library): void {
  if (name === null) {
    list.log.add('line-unusable', 'The name of this package is not a literal, so it was left out.', where)
    return
  }
  const plain = range.replace(/!!.*$/, '')
  declare(list, {
    name,
    range: plain,
    // A later one may be taken if others ask for it.
    version: /^[\w.-]*\d[\w.-]*$/.test(plain) && !plain.startsWith('latest.') ? plain : '',
    where,
    scope,
  })
}
