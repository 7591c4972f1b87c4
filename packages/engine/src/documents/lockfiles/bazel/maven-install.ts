import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'

/** maven_install.json of rules_jvm_external: https://github.com/bazel-contrib/rules_jvm_external */
export const mavenInstall = lockfileReader({
  id: 'maven-install',
  title: 'lockfile of rules_jvm_external: it lists no artifacts',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => /^(?:.*_)?maven_install\.json$/.test(fileName),
  parse: parseJsonObject,
  accepts: (lock) => isRecord(lock['artifacts']) || isRecord(lock['dependency_tree']),
  read(lock, list) {
    const old = listOf(recordOf(lock['dependency_tree'])['dependencies'])
    if (old.length > 0) readTree(old, list)
    else readArtifacts(lock, list)
    return { format: 'maven_install.json' }
  },
})

/** 'group:artifact', 'group:artifact:aar' or 'group:artifact:jar:sources' */
const nameOf = (key: string): string => key.split(':').slice(0, 2).join(':')

function readArtifacts(lock: Record<string, unknown>, list: PackageList): void {
  const indexes = new Map<string, number | null>()
  for (const [key, value] of Object.entries(recordOf(lock['artifacts']))) {
    const { version, shasums } = recordOf(value)
    const digest = textOf(recordOf(shasums)['jar'])
    const index = list.add({
      name: nameOf(key),
      version: shortTextOf(version),
      where: `${list.path}#/artifacts/${key.slice(0, 200).toWellFormed()}`,
      hashes: digest === '' ? [] : [{ algorithm: 'SHA-256', value: digest }],
    })
    indexes.set(nameOf(key), index)
  }
  const dependencies = recordOf(lock['dependencies'])
  for (const key of Object.keys(dependencies))
    for (const required of listOf(ownProperty(dependencies, key)))
      list.link(indexes.get(nameOf(key)), indexes.get(nameOf(textOf(required))))
}

/** Until version 1: 'group:artifact:packaging:classifier:version'. */
function readTree(dependencies: readonly unknown[], list: PackageList): void {
  const indexes = new Map<string, number | null>()
  for (const [at, value] of dependencies.entries()) {
    const coord = textOf(recordOf(value)['coord'])
    const version = shortTextOf(coord.split(':').at(-1))
    const isPackage = coord.split(':').length >= 3 && !/:sources:/.test(coord)
    const where = `${list.path}#/dependency_tree/dependencies/${at}`
    if (isPackage) indexes.set(coord, list.add({ name: nameOf(coord), version, where }))
  }
  for (const value of dependencies)
    for (const required of listOf(recordOf(value)['directDependencies']))
      list.link(indexes.get(textOf(recordOf(value)['coord'])), indexes.get(textOf(required)))
}
