import type { ComponentScope } from '../../../inventory.ts'
import { lockfileReader, parseLines } from '../lockfile-reader.ts'

/** gradle.lockfile and buildscript-gradle.lockfile: https://docs.gradle.org/current/userguide/dependency_locking.html */
export const gradleLockfile = lockfileReader({
  id: 'gradle-lockfile',
  title: 'Gradle lockfile',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName, folder = '') =>
    /(?:^|-)gradle\.lockfile$/.test(fileName) || isOld(`${folder}/${fileName}`),
  matchesContent: (start) => start.startsWith('# This is a Gradle generated file for dependency locking.'),
  parse: parseLines,
  accepts: (lines) =>
    lines.some((line) => /^(?:empty=|[^#=\s]+:[^#=\s]+(?:=|$)|# This is a Gradle generated)/.test(line)),
  read(lines, list) {
    const configuration = isOld(list.path)
      ? list.path
          .split('/')
          .at(-1)!
          .replace(/\.lockfile$/, '')
      : undefined
    for (const [at, raw] of lines.entries()) {
      const line = raw.replace(/(?:^|\s)#.*$/, '').trim()
      if (line === '' || line.startsWith('empty=')) continue
      const where = `${list.path}:${at + 1}`
      const [coordinates = '', configurations = configuration] = line.split('=')
      const [group = '', name = '', version = '', ...rest] = coordinates.split(':')
      if (group === '' || name === '' || configurations === undefined || rest.length > 0)
        list.log.add(
          'line-unusable',
          'This line is not a package with its configurations and was left out.',
          where,
        )
      else list.add({ name: `${group}:${name}`, version, scope: scopeOf(configurations.split(',')), where })
    }
    return { format: 'gradle.lockfile' }
  },
})

/** Until Gradle 6, each configuration has a file of its own, 'gradle/dependency-locks/runtimeClasspath.lockfile'. */
const isOld = (path: string): boolean => /(?:^|\/)gradle\/dependency-locks\/[^/]+\.lockfile$/.test(path)

/** The widest scope of any configuration. Those of plugins and tools are used for the build, but not shipped. */
function scopeOf(configurations: readonly string[]): ComponentScope {
  const own = configurations.filter((name) => !/^test|Test/.test(name))
  if (own.length === 0) return 'test'
  const isCompiled = own.some((name) => /compileClasspath$/i.test(name))
  if (own.some((name) => /runtimeClasspath$/i.test(name))) return isCompiled ? 'compile' : 'runtime'
  // Configuration names before Gradle 7, and custom classpaths.
  if (own.some((name) => /^(?:compile|runtime|default|implementation|api)$/.test(name))) return 'runtime'
  return 'provided'
}
