import { parseJsonObject } from '../../lockfiles/lockfile-reader.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** vcpkg.json: https://learn.microsoft.com/vcpkg/reference/vcpkg-json. The baseline, a commit of the registry, fixes the other versions. */
export const vcpkgJson = manifestReader({
  id: 'vcpkg-json',
  title: 'vcpkg.json',
  kind: { purlType: 'vcpkg' },
  matchesPath: (fileName) => fileName === 'vcpkg.json',
  parse: parseJsonObject,
  read(json, list) {
    const overrides = new Map(
      listOf(json['overrides']).map((each) => {
        const { name, ...versions } = recordOf(each)
        const version = Object.entries(versions).find(([key]) => key.startsWith('version'))?.[1]
        return [textOf(name), shortTextOf(version).replace(/#\d+$/, '')] as const
      }),
    )
    for (const [at, entry] of listOf(json['dependencies']).entries()) {
      const options = recordOf(entry)
      const name = shortTextOf(isRecord(entry) ? options['name'] : entry)
      const least = shortTextOf(options['version>='])
      declare(list, {
        name,
        range: least === '' ? '' : `>=${least}`,
        version: overrides.get(name) ?? '',
        where: `${list.path}#/dependencies/${at}`,
        ...(options['host'] === true && { scope: 'provided' }),
      })
    }
    const name = shortTextOf(json['name'])
    return { format: 'vcpkg.json', root: name === '' ? null : { name, version: '', purl: null } }
  },
})
