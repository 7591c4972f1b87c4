import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseJsonObject, parseTomlTable } from '../lockfile-reader.ts'
import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'
import {
  archiveOf,
  hashesOf,
  indexOrigin,
  normalName,
  originOf,
  pinnedVersion,
  pythonKind,
} from './python-package.ts'
import { poetryRange } from './pyproject.ts'

/** Pipfile.lock: https://github.com/pypa/pipfile#pipfilelock */
export const pipfileLock = lockfileReader({
  id: 'pipfile-lock',
  title: 'Pipenv lockfile: it lists no packages',
  kind: pythonKind,
  matchesPath: (fileName) => fileName === 'Pipfile.lock',
  companions: ['Pipfile'],
  recognizes: (json) => isLockfile(recordOf(json)),
  parse: parseJsonObject,
  accepts: isLockfile,
  read(lock, list, location) {
    const manifest = readPipfile(location)
    const indexes = indexesOf(lock)
    for (const [group, packages] of Object.entries(lock)) {
      if (group === '_meta') continue
      const requirement = manifest?.get(
        group === 'default' ? 'packages' : group === 'develop' ? 'dev-packages' : group,
      )
      for (const [name, entry] of Object.entries(recordOf(packages))) {
        const isDirect = manifest ? requirement?.has(normalName(name)) === true : null
        const index = addPackage({ name, entry, group, isDirect, indexes }, list)
        if (!isDirect) continue
        const place = group === 'default' ? {} : { group: group === 'develop' ? 'dev' : group }
        list.ask(index, { by: null, ...poetryRange(requirement?.get(normalName(name))), ...place })
      }
    }
    const version = recordOf(lock['_meta'])['pipfile-spec']
    const { python_full_version: full, python_version: short } = recordOf(recordOf(lock['_meta'])['requires'])
    const [whole, line] = [shortTextOf(full), shortTextOf(short)]
    return {
      format: `Pipfile.lock ${typeof version === 'number' ? version : ''}`.trim(),
      runtime: whole !== '' ? `==${whole}` : line === '' ? '' : `==${line}.*`,
    }
  },
})

function isLockfile(lock: Record<string, unknown>): boolean {
  return isRecord(lock['_meta']) && (isRecord(lock['default']) || isRecord(lock['develop']))
}

/** Normalized names by section of the Pipfile in the same folder; null if it is missing. */
function readPipfile({ path, tree }: LockfileLocation): Map<string, Map<string, unknown>> | null {
  const document = tree?.find(pathFrom(path, 'Pipfile') ?? '')
  const toml = document ? parseTomlTable(document).content : null
  if (toml === null) return null
  const sections = Object.entries(toml)
  return new Map(
    sections.map(([section, names]) => [
      section,
      new Map(Object.entries(recordOf(names)).map(([name, value]) => [normalName(name), value])),
    ]),
  )
}

interface Locked {
  name: string
  entry: unknown
  group: string
  isDirect: boolean | null
  /** Addresses of the indexes, by name. */
  indexes: ReadonlyMap<string, string>
}

/** The indexes of the project: https://pipenv.pypa.io/en/latest/indexes.html */
const indexesOf = (lock: Record<string, unknown>): Map<string, string> =>
  new Map(
    listOf(recordOf(lock['_meta'])['sources']).map((source) => {
      const { name, url } = recordOf(source)
      return [textOf(name), textOf(url)]
    }),
  )

/** Without an index of its own, a package is from any of the indexes: only one alone is certain. */
function originIn(entry: Record<string, unknown>, indexes: ReadonlyMap<string, string>) {
  const { git, hg, svn, path, file, index } = entry
  const repository = git ?? hg ?? svn
  if (repository !== undefined) return originAt('git', textOf(repository))
  const address = textOf(path) || textOf(file)
  if (address !== '') return originOf(address)
  const [only] = indexes.values()
  return indexOrigin(indexes.get(textOf(index)) ?? (indexes.size === 1 ? only : undefined) ?? '')
}

function addPackage({ name, entry, group, isDirect, indexes }: Locked, list: PackageList): number | null {
  const { version, hashes, path, file } = recordOf(entry)
  const pinned = pinnedVersion(textOf(version)) || (archiveOf(textOf(file) || textOf(path))?.version ?? '')
  const origin = originIn(recordOf(entry), indexes)
  const isIndexed = origin === undefined || origin.kind.endsWith('-registry')
  // The project itself as an editable install.
  if (path === '.' || path === './') return null
  return list.add({
    name,
    version: pinned,
    isDirect,
    hashes: hashesOf(listOf(hashes)),
    where: `${list.path}#/${shortTextOf(group)}/${shortTextOf(name)}`,
    gap: isIndexed ? `has no pinned version (${quote(textOf(version))})` : 'is not from an index',
    ...(group === 'develop' && { scope: 'test' }),
    ...(origin && { origin }),
  })
}
