import { originAt } from '../../components/origin.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseTomlTable } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'

/** Manifest.toml of Julia: https://pkgdocs.julialang.org/v1/toml-files/#Manifest.toml */
export const juliaManifest = lockfileReader({
  id: 'julia-manifest',
  title: 'Manifest.toml of Julia',
  kind: { purlType: 'julia' },
  matchesPath: (fileName) => /^(?:Julia)?Manifest(?:-v\d+\.\d+)?\.toml$/.test(fileName),
  companions: ['Project.toml', 'JuliaProject.toml'],
  parse: parseTomlTable,
  read(lock, list, location) {
    // Version 1 has the packages at the top.
    const packages = recordOf(lock['deps'] ?? lock)
    const julia = shortTextOf(lock['julia_version'])
    const direct = directIn(location)
    const indexes = new Map<string, number | null>()
    const entries = Object.entries(packages).flatMap(([name, value]) =>
      listOf(value).map((entry) => ({ name, entry: recordOf(entry) })),
    )
    for (const { name, entry } of entries) {
      const isDirect = direct === null ? null : direct.has(name)
      indexes.set(name, addPackage(list, { name, entry, julia, isDirect }))
    }
    for (const { name, entry } of entries) {
      const { deps } = entry
      for (const required of [...listOf(deps).map(textOf), ...Object.keys(recordOf(deps))])
        list.link(indexes.get(name), indexes.get(required))
    }
    return { format: `Manifest.toml ${shortTextOf(lock['manifest_format']) || '1'}` }
  },
})

interface Entry {
  name: string
  entry: Record<string, unknown>
  julia: string
  isDirect: boolean | null
}

/** The standard library has no version of its own. */
function addPackage(list: PackageList, { name, entry, julia, isDirect }: Entry): number | null {
  const repository = textOf(entry['repo-url'])
  const folder = textOf(entry['path'])
  const origin =
    repository !== '' ? originAt('git', repository) : folder === '' ? undefined : originAt('folder', folder)
  const isStandard = entry['git-tree-sha1'] === undefined && origin === undefined
  return list.add({
    name,
    version: shortTextOf(entry['version']) || (isStandard ? julia : ''),
    isDirect,
    where: `${list.path}#/deps/${name.slice(0, 200).toWellFormed()}`,
    ...(origin && { origin }),
  })
}

/** null without a Project.toml. */
function directIn({ path, tree }: LockfileLocation): ReadonlySet<string> | null {
  for (const name of ['Project.toml', 'JuliaProject.toml']) {
    const document = tree?.find(pathFrom(path, name) ?? '')
    const toml = document ? parseTomlTable(document).content : null
    if (toml) return new Set(Object.keys(recordOf(toml['deps'])))
  }
  return null
}
