import { originAt } from '../../components/origin.ts'
import { parseYamlMap } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { isRecord, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** pubspec.yaml without a lockfile: https://dart.dev/tools/pub/dependencies */
export const pubspecYaml = manifestReader({
  id: 'pubspec-yaml',
  title: 'pubspec.yaml',
  kind: { purlType: 'pub' },
  matchesPath: (fileName) => fileName === 'pubspec.yaml' || fileName === 'pubspec.yml',
  parse: parseYamlMap,
  read(yaml, list) {
    for (const member of ['dependencies', 'dev_dependencies'])
      for (const [name, value] of Object.entries(recordOf(ownProperty(yaml, member))))
        addDependency(list, { member, name, value })
    const name = shortTextOf(yaml['name'])
    const root = name === '' ? null : { name, version: shortTextOf(yaml['version']), purl: null }
    return { format: 'pubspec.yaml', root }
  },
})

function addDependency(
  list: PackageList,
  { member, name, value }: { member: string; name: string; value: unknown },
): void {
  const options = recordOf(value)
  // Part of the SDK, or of the project itself.
  if (options['sdk'] !== undefined || options['path'] !== undefined) return
  const git = textOf(options['git']) || textOf(recordOf(options['git'])['url'])
  const range = shortTextOf(isRecord(value) ? options['version'] : value)
  declare(list, {
    name,
    range: range === 'any' ? '' : range,
    version: git === '' ? (/^(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(range)?.[1] ?? '') : '',
    where: `${list.path}#/${member}/${name.slice(0, 200).toWellFormed()}`,
    ...(git !== '' && { origin: originAt('git', git) }),
    ...(member === 'dev_dependencies' && { group: 'dev', scope: 'test' }),
  })
}
