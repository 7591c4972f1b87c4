import type { ComponentScope } from '../../../inventory.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { parseProgram } from '../lines.ts'
import { declare, manifestReader, pathsAbove } from '../manifest-reader.ts'
import { catalogFile } from './gradle-catalog.ts'
import { type GradleDeclaration, readGradleBuild } from './gradle-declarations.ts'
import { variableFiles } from './gradle-variables.ts'

/** build.gradle without a lockfile. Only literals are found. */
export const buildGradle = manifestReader<string>({
  id: 'build-gradle',
  title: 'build.gradle',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => /^build\.gradle(?:\.kts)?$/.test(fileName),
  includes: ({ path }) => [catalogFile, ...variableFiles].flatMap((name) => pathsAbove(path, name)),
  parse: parseProgram,
  read(program, list, location) {
    const { declarations } = readGradleBuild(program, location)
    // A platform is a list of versions, and has no code itself.
    for (const each of declarations) if (each.kind === 'library') addLibrary(list, each)
    return { format: 'build.gradle' }
  },
})

/** What the packages of a configuration are for. */
export function scopeOfConfiguration(configuration: string): ComponentScope {
  if (/^(?:test|androidTest|integrationTest)|Test/.test(configuration)) return 'test'
  if (/runtimeOnly$|^runtime$/i.test(configuration)) return 'runtime'
  return /(?:implementation|api|compile|shadow|bundle|coreLibraryDesugaring)$/i.test(configuration)
    ? 'compile'
    : 'provided'
}

function addLibrary(list: PackageList, { name, range, configuration, line }: GradleDeclaration): void {
  const where = `${list.path}:${line}`
  if (name === null) {
    list.log.add('line-unusable', 'The name of this package is not a literal, so it was left out.', where)
    return
  }
  const plain = range.replace(/!!.*$/, '')
  declare(list, {
    name,
    range: plain,
    // A later one may be taken if others ask for it.
    version: isPlainVersion(plain) ? plain : '',
    where,
    scope: scopeOfConfiguration(configuration),
  })
}

/** No range, and nothing that changes with the time. */
export const isPlainVersion = (text: string): boolean =>
  /^[\w.-]*\d[\w.-]*$/.test(text) && !text.startsWith('latest.')
