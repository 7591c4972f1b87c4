import { originAt } from '../../components/origin.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseTomlTable } from '../lockfile-reader.ts'

/** manifest.toml of Gleam: https://gleam.run/documentation/ */
export const gleamManifest = lockfileReader({
  id: 'gleam-manifest',
  title: 'manifest.toml of Gleam',
  kind: { purlType: 'hex', separator: '/' },
  matchesPath: (fileName) => fileName === 'manifest.toml',
  parse: parseTomlTable,
  read(lock, list) {
    const requirements = recordOf(lock['requirements'])
    const indexes = new Map<string, number | null>()
    const packages = listOf(lock['packages']).map(recordOf)
    for (const [at, entry] of packages.entries()) {
      const name = shortTextOf(entry['name'])
      const source = textOf(entry['source'])
      // A package of the project itself.
      if (source === 'local') continue
      const digest = textOf(entry['outer_checksum'])
      const index = list.add({
        name,
        version: shortTextOf(entry['version']),
        isDirect: Object.hasOwn(requirements, name),
        where: `${list.path}#/packages/${at}`,
        hashes: digest === '' ? [] : [{ algorithm: 'SHA-256', value: digest }],
        ...(source === 'git' && { origin: originAt('git', textOf(entry['repo'])) }),
      })
      indexes.set(name, index)
    }
    for (const entry of packages)
      for (const required of listOf(entry['requirements']))
        list.link(indexes.get(shortTextOf(entry['name'])), indexes.get(shortTextOf(required)))
    return { format: 'manifest.toml' }
  },
})
