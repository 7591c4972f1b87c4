import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import { cran } from '../../../ecosystems/cran/index.ts'
import { originAt, registryOrigin } from '../../components/origin.ts'
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
    const repositories = repositoriesOf(recordOf(lock['R']))
    const indexes = new Map(
      packages.map(([key, each]) => [key, addPackage(key, each, { list, repositories })]),
    )
    for (const [key, each] of packages)
      for (const name of requiredBy(each)) list.link(indexes.get(key), indexes.get(name))
    return { format: 'renv.lock' }
  },
})

function isLockfile(json: Record<string, unknown>): boolean {
  return isRecord(json['R']) && isRecord(json['Packages'])
}

interface Reading {
  list: PackageList
  repositories: ReadonlyMap<string, string>
}

/** Addresses by name; one of several platforms may have none. */
const repositoriesOf = ({ Repositories }: Record<string, unknown>): Map<string, string> =>
  new Map(
    listOf(Repositories).map((repository) => {
      const { Name, URL } = recordOf(repository)
      return [textOf(Name), textOf(URL)]
    }),
  )

function addPackage(
  key: string,
  each: Record<string, unknown>,
  { list, repositories }: Reading,
): number | null {
  const md5 = shortTextOf(each['Hash'])
  const license = shortTextOf(each['License'])
  return list.add({
    name: shortTextOf(each['Package']) || key,
    version: shortTextOf(each['Version']),
    where: `${list.path}#/Packages/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    ...sourceOf(each, repositories),
    ...(license !== '' && { licenses: [{ kind: 'name', value: license }] }),
    ...(/^[\da-f]{32}$/.test(md5) && { hashes: [{ algorithm: 'renv', value: md5 }] }),
  })
}

/** Names that renv gives to CRAN and its mirrors, whatever their address. */
const publicNames = new Set(['CRAN', 'RSPM', 'PPM', 'P3M'])

/** Bioconductor has its own version numbers. */
function sourceOf(
  each: Record<string, unknown>,
  repositories: ReadonlyMap<string, string>,
): Pick<ListedPackage, 'kind' | 'origin'> {
  const [source, repository] = [textOf(each['Source']), textOf(each['Repository'])]
  if (source === 'Bioconductor') return { kind: null }
  if (publicNames.has(source) || publicNames.has(repository)) return { origin: { kind: 'public-registry' } }
  if (source === 'Local') return { origin: originAt('folder', textOf(each['RemoteUrl'])) }
  if (source === 'URL') return { origin: originAt('file', textOf(each['RemoteUrl'])) }
  if (source === '' || source === 'Repository') {
    const address = repositories.get(repository) ?? repository
    return /^https?:/i.test(address) ? { origin: registryOrigin(address, cran) } : {}
  }
  const remote = [each['RemoteHost'], each['RemoteUsername'], each['RemoteRepo']].map(textOf).join('/')
  return { origin: originAt('git', textOf(each['RemoteUrl']) || remote) }
}

const relations = ['Depends', 'Imports', 'LinkingTo']

/** Before renv 1.1, a list of names; since then as in DESCRIPTION: 'rlang (>= 1.0.0)'. */
function requiredBy(each: Record<string, unknown>): string[] {
  const described = relations.flatMap((relation) => listOf(ownProperty(each, relation)))
  return [...listOf(each['Requirements']), ...described].map(
    (name) => shortTextOf(name).split(/[\s(]/, 1)[0]!,
  )
}
