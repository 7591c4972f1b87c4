import type { ComponentScope } from '../../../inventory.ts'
import { ownProperty } from '../../../own-property.ts'
import { originAt } from '../../components/origin.ts'
import { parseTomlTable } from '../../lockfiles/lockfile-reader.ts'
import { recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { declare, manifestReader, pointerTo } from '../manifest-reader.ts'

/** Project.toml of Julia without a Manifest.toml: https://pkgdocs.julialang.org/v1/toml-files/#Project.toml */
export const projectToml = manifestReader({
  id: 'julia-project',
  title: 'Project.toml of Julia',
  kind: { purlType: 'julia' },
  matchesPath: (fileName) => fileName === 'Project.toml' || fileName === 'JuliaProject.toml',
  parse: parseTomlTable,
  read(toml, list) {
    const [ranges, sources] = [recordOf(toml['compat']), recordOf(toml['sources'])]
    for (const { member, ...kind } of members)
      for (const name of Object.keys(recordOf(ownProperty(toml, member)))) {
        const source = recordOf(ownProperty(sources, name))
        const git = textOf(source['url'])
        // A package of the project itself.
        if (git === '' && textOf(source['path']) !== '') continue
        const range = shortTextOf(ownProperty(ranges, name))
        declare(list, {
          name,
          range,
          // A version alone allows later ones, too: https://pkgdocs.julialang.org/v1/compatibility/
          version: git === '' ? (/^=\s*(\d+\.\d+\.\d+)$/.exec(range)?.[1] ?? '') : '',
          where: `${list.path}#/${member}/${pointerTo(name)}`,
          ...(git !== '' && { origin: originAt('git', git) }),
          ...kind,
        })
      }
    const name = shortTextOf(toml['name'])
    const root = name === '' ? null : { name, version: shortTextOf(toml['version']), purl: null }
    return { format: 'Project.toml', root }
  },
})

interface Member {
  member: string
  group?: string
  scope?: ComponentScope
  isOptional?: true
}

/** Extras are what tests need. */
const members: readonly Member[] = [
  { member: 'deps' },
  { member: 'weakdeps', isOptional: true },
  { member: 'extras', group: 'test', scope: 'test' },
]
