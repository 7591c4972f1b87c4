import { originAt } from '../../components/origin.ts'
import { parseTomlTable, type LockfileLocation } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { manifestAt } from '../../lockfiles/rust/cargo-manifest.ts'
import { isRecord, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { declare, manifestReader, pathsAbove, pointerTo } from '../manifest-reader.ts'

/** Cargo.toml without a lockfile: https://doc.rust-lang.org/cargo/reference/manifest.html */
export const cargoToml = manifestReader({
  id: 'cargo-toml',
  title: 'Cargo.toml',
  kind: { purlType: 'cargo' },
  matchesPath: (fileName) => fileName === 'Cargo.toml',
  includes: ({ path }) => pathsAbove(path, 'Cargo.toml').slice(1),
  parse: parseTomlTable,
  read(toml, list, location) {
    const shared = sharedDependencies(toml, location)
    for (const [target, table] of [['', toml] as const, ...Object.entries(recordOf(toml['target']))])
      for (const { member, ...kind } of members)
        for (const [key, value] of Object.entries(recordOf(ownProperty(recordOf(table), member)))) {
          const at = target === '' ? '' : `/target/${pointerTo(target)}`
          const where = `${list.path}#${at}/${member}/${pointerTo(key)}`
          addDependency(list, { key, value, shared, where, ...kind })
        }
    const project = recordOf(toml['package'])
    const name = shortTextOf(project['name'])
    const root = name === '' ? null : { name, version: shortTextOf(project['version']), purl: null }
    return { format: 'Cargo.toml', root }
  },
})

const members = [
  { member: 'dependencies' },
  { member: 'build-dependencies', group: 'build' },
  { member: 'dev-dependencies', group: 'dev', scope: 'test' },
] as const

/** What members of a workspace inherit: https://doc.rust-lang.org/cargo/reference/workspaces.html#the-dependencies-table */
function sharedDependencies(
  toml: Record<string, unknown>,
  { path, tree }: LockfileLocation,
): Record<string, unknown> {
  const above = pathsAbove(path, 'Cargo.toml').slice(1)
  const candidates = [toml, ...above.map((each) => manifestAt(each, 'Cargo.toml', tree))]
  const root = candidates.find((each) => isRecord(each?.['workspace']))
  return recordOf(recordOf(root?.['workspace'])['dependencies'])
}

interface Dependency {
  key: string
  value: unknown
  shared: Record<string, unknown>
  where: string
  group?: string
  scope?: 'test'
}

function addDependency(list: PackageList, { key, value, shared, ...asked }: Dependency): void {
  const own = recordOf(value)
  const declared = own['workspace'] === true ? ownProperty(shared, key) : value
  const options = recordOf(declared)
  const range = shortTextOf(isRecord(declared) ? options['version'] : declared)
  const git = textOf(options['git'])
  // A crate of the project itself, which others get from the registry.
  if (git === '' && textOf(options['path']) !== '') return
  const name = shortTextOf(options['package']) || key
  declare(list, {
    name,
    range: range === '*' ? '' : range,
    // A version alone allows later ones, too.
    version: git === '' ? (/^=\s*(\d+\.\d+\.\d+(?:[-+][\w.+-]+)?)$/.exec(range)?.[1] ?? '') : '',
    ...(name !== key && { alias: key }),
    ...(git !== '' && { origin: originAt('git', git) }),
    ...(own['optional'] === true && { isOptional: true }),
    ...asked,
  })
}
