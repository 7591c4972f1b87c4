import { isRecord, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { parseJsonObject, parseYamlMap, type LockfileLocation } from '../../lockfiles/lockfile-reader.ts'
import { npmKind, rangeOrigin, splitDescriptor } from '../../lockfiles/javascript/npm-package.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { declare, manifestReader, pathsAbove, pointerTo } from '../manifest-reader.ts'

/** package.json without a lockfile: https://docs.npmjs.com/cli/configuring-npm/package-json */
export const packageJson = manifestReader({
  id: 'package-json',
  title: 'package.json',
  kind: npmKind,
  matchesPath: (fileName) => fileName === 'package.json',
  includes: ({ path }) => pathsAbove(path, 'pnpm-workspace.yaml'),
  parse: parseJsonObject,
  read(json, list, location) {
    const catalogs = catalogsFor(location)
    const optional = recordOf(ownProperty(json, 'optionalDependencies'))
    for (const { member, ...kind } of members)
      for (const [key, value] of Object.entries(recordOf(ownProperty(json, member)))) {
        // npm removes optional dependencies from the others.
        if (member === 'dependencies' && ownProperty(optional, key) !== undefined) continue
        const where = `${list.path}#/${member}/${pointerTo(key)}`
        addDependency(list, { key, range: rangeIn(catalogs, key, shortTextOf(value)), where, ...kind })
      }
    const name = shortTextOf(json['name'])
    const root = name === '' ? null : { name, version: shortTextOf(json['version']), purl: null }
    return { format: 'package.json', root }
  },
})

const members = [
  { member: 'dependencies' },
  { member: 'optionalDependencies', group: 'optional', isOptional: true },
  { member: 'devDependencies', group: 'dev', scope: 'test' },
] as const

interface Dependency {
  key: string
  range: string
  where: string
  group?: string
  isOptional?: boolean
  scope?: 'test'
}

function addDependency(list: PackageList, { key, range, ...asked }: Dependency): void {
  // A member of the project itself.
  if (/^(?:workspace|portal|link):/.test(range)) return
  const alias = /^npm:(.+)$/s.exec(range)?.[1]
  const target = alias === undefined ? { name: key, range } : splitDescriptor(alias)
  const origin = alias === undefined ? rangeOrigin(range) : undefined
  declare(list, {
    name: target.name,
    range: target.range,
    version: origin ? '' : exactVersion(target.range),
    ...(target.name !== key && { alias: key }),
    ...(origin && { origin }),
    ...asked,
  })
}

/** '' for a range or tag. */
export const exactVersion = (range: string): string =>
  /^[=v\s]*(\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?)$/.exec(range)?.[1] ?? ''

/** The ranges that pnpm's workspace gives by the name of a catalog, '' being the usual one. */
function catalogsFor({ path, tree }: LockfileLocation): Record<string, unknown> {
  for (const each of pathsAbove(path, 'pnpm-workspace.yaml')) {
    const document = tree?.find(each)
    const yaml = document ? parseYamlMap(document).content : null
    if (yaml !== null) return { ...recordOf(yaml['catalogs']), default: yaml['catalog'] }
  }
  return {}
}

/** https://pnpm.io/catalogs */
function rangeIn(catalogs: Record<string, unknown>, name: string, range: string): string {
  const catalog = /^catalog:(.*)$/.exec(range)?.[1]
  if (catalog === undefined) return range
  const listed = ownProperty(catalogs, catalog || 'default')
  return (isRecord(listed) ? shortTextOf(ownProperty(listed, name)) : '') || range
}
