import { ownProperty } from '../../../own-property.ts'
import { parseJsonObject } from '../../lockfiles/lockfile-reader.ts'
import { recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { declare, manifestReader, pointerTo } from '../manifest-reader.ts'

/** composer.json without a lockfile: https://getcomposer.org/doc/04-schema.md */
export const composerJson = manifestReader({
  id: 'composer-json',
  title: 'composer.json',
  kind: { purlType: 'composer', separator: '/' },
  matchesPath: (fileName) => fileName === 'composer.json',
  parse: parseJsonObject,
  read(json, list) {
    for (const member of ['require', 'require-dev'])
      for (const [name, value] of Object.entries(recordOf(ownProperty(json, member)))) {
        // PHP itself, its extensions and libraries are no packages.
        if (!name.includes('/')) continue
        const range = shortTextOf(value)
        declare(list, {
          name,
          range: range === '*' ? '' : range,
          version:
            /^v?(\d+\.\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?)$/.exec(range.replace(/^={1,2}\s*/, ''))?.[1] ?? '',
          where: `${list.path}#/${member}/${pointerTo(name)}`,
          ...(member === 'require-dev' && { group: 'dev', scope: 'test' }),
        })
      }
    const name = shortTextOf(json['name'])
    return {
      format: 'composer.json',
      root: name === '' ? null : { name, version: shortTextOf(json['version']), purl: null },
    }
  },
})
