import { originAt } from '../../components/origin.ts'
import { parseTomlTable } from '../../lockfiles/lockfile-reader.ts'
import { isRecord, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { exactHexVersion } from './hex-version.ts'
import { declare, manifestReader, pointerTo } from '../manifest-reader.ts'

/** gleam.toml without a lockfile: https://gleam.run/writing-gleam/gleam-toml/ */
export const gleamToml = manifestReader({
  id: 'gleam-toml',
  title: 'gleam.toml',
  kind: { purlType: 'hex', separator: '/' },
  matchesPath: (fileName) => fileName === 'gleam.toml',
  parse: parseTomlTable,
  read(toml, list) {
    for (const { member, ...kind } of members)
      for (const [name, value] of Object.entries(recordOf(ownProperty(toml, member)))) {
        const options = recordOf(value)
        const git = textOf(options['git'])
        // A package of the project itself.
        if (git === '' && textOf(options['path']) !== '') continue
        const range = shortTextOf(isRecord(value) ? options['version'] : value)
        declare(list, {
          name,
          range,
          version: git === '' ? exactHexVersion(range) : '',
          where: `${list.path}#/${member}/${pointerTo(name)}`,
          ...(git !== '' && { origin: originAt('git', git) }),
          ...kind,
        })
      }
    const name = shortTextOf(toml['name'])
    const root = name === '' ? null : { name, version: shortTextOf(toml['version']), purl: null }
    return { format: 'gleam.toml', root }
  },
})

const members = [
  { member: 'dependencies' },
  { member: 'dev-dependencies', group: 'dev', scope: 'test' },
  { member: 'dev_dependencies', group: 'dev', scope: 'test' },
] as const
