import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseJsonObject, parseTomlTable } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'
import { hashesOf, normalName, pinnedVersion, pythonKind } from './python-package.ts'

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
    for (const [group, packages] of Object.entries(lock)) {
      if (group === '_meta') continue
      const requirement = manifest?.get(
        group === 'default' ? 'packages' : group === 'develop' ? 'dev-packages' : group,
      )
      for (const [name, entry] of Object.entries(recordOf(packages))) {
        const isDirect = manifest ? requirement?.has(normalName(name)) === true : null
        addPackage({ name, entry, group, isDirect }, list)
      }
    }
    const version = recordOf(lock['_meta'])['pipfile-spec']
    return { format: `Pipfile.lock ${typeof version === 'number' ? version : ''}`.trim() }
  },
})

function isLockfile(lock: Record<string, unknown>): boolean {
  return isRecord(lock['_meta']) && (isRecord(lock['default']) || isRecord(lock['develop']))
}

/** Normalized names by section of the Pipfile in the same folder; null if it is missing. */
function readPipfile({ path, tree }: LockfileLocation): Map<string, Set<string>> | null {
  const document = tree?.find(pathFrom(path, 'Pipfile') ?? '')
  const toml = document ? parseTomlTable(document).content : null
  if (toml === null) return null
  const sections = Object.entries(toml)
  return new Map(
    sections.map(([section, names]) => [section, new Set(Object.keys(recordOf(names)).map(normalName))]),
  )
}

interface Locked {
  name: string
  entry: unknown
  group: string
  isDirect: boolean | null
}

function addPackage({ name, entry, group, isDirect }: Locked, list: PackageList): void {
  const { version, hashes, git, path, file } = recordOf(entry)
  const pinned = pinnedVersion(textOf(version))
  const origin = git !== undefined ? 'a Git repository' : (path ?? file) === undefined ? undefined : 'a file'
  // The project itself as an editable install.
  if (path === '.' || path === './') return
  list.add({
    name,
    version: pinned,
    isDirect,
    hashes: hashesOf(listOf(hashes)),
    where: `${list.path}#/${shortTextOf(group)}/${shortTextOf(name)}`,
    gap: origin === undefined ? `has no pinned version (${quote(textOf(version))})` : `is from ${origin}`,
    ...(group === 'develop' && { scope: 'test' }),
    ...(origin !== undefined && { origin }),
  })
}
