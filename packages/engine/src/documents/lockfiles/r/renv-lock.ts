import { isRecord, listOf, recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { ListedPackage, PackageList } from '../package-list.ts'
import { ownProperty } from '../../../own-property.ts'

/** renv.lock: https://rstudio.github.io/renv/articles/lockfile.html */
export const renvLock = lockfileReader({
  id: 'renv-lock',
  title: 'renv lockfile: it lists no packages',
  kind: { purlType: 'cran' },
  matchesPath: (fileName) => fileName === 'renv.lock',
  recognizes: (json) => isLockfile(recordOf(json)),
  parse: parseJsonObject,
  accepts: isLockfile,
  read(lock, list) {
    const packages = Object.entries(recordOf(lock['Packages'])).map(
      ([key, value]) => [key, recordOf(value)] as const,
    )
    const indexes = new Map(packages.map(([key, each]) => [key, addPackage(key, each, list)]))
    for (const [key, each] of packages)
      for (const name of requiredBy(each)) list.link(indexes.get(key), indexes.get(name))
    return { format: 'renv.lock' }
  },
})

function isLockfile(json: Record<string, unknown>): boolean {
  return isRecord(json['R']) && isRecord(json['Packages'])
}

function addPackage(key: string, each: Record<string, unknown>, list: PackageList): number | null {
  const md5 = shortTextOf(each['Hash'])
  const license = shortTextOf(each['License'])
  return list.add({
    name: shortTextOf(each['Package']) || key,
    version: shortTextOf(each['Version']),
    where: `${list.path}#/Packages/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ...sourceOf(each),
    ...(license !== '' && { licenses: [{ kind: 'name', value: license }] }),
    ...(/^[\da-f]{32}$/.test(md5) && { hashes: [{ algorithm: 'renv', value: md5 }] }),
  })
}

const registries = new Set(['', 'Repository', 'CRAN'])

/** CRAN and its mirrors are 'Repository'; Bioconductor has its own version numbers. */
function sourceOf(each: Record<string, unknown>): Pick<ListedPackage, 'kind' | 'origin'> {
  const source = shortTextOf(each['Source'])
  if (source === 'Bioconductor') return { kind: null }
  return registries.has(source) ? {} : { origin: source }
}

const relations = ['Depends', 'Imports', 'LinkingTo']

/** Before renv 1.1, a list of names; since then as in DESCRIPTION: 'rlang (>= 1.0.0)'. */
function requiredBy(each: Record<string, unknown>): string[] {
  const described = relations.flatMap((relation) => listOf(ownProperty(each, relation)))
  return [...listOf(each['Requirements']), ...described].map(
    (name) => shortTextOf(name).split(/[\s(]/, 1)[0]!,
  )
}
