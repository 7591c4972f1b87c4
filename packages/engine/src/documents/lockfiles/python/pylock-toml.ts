import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseTomlTable } from '../lockfile-reader.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { linkPackages, type LockedPackage } from './locked-packages.ts'
import { archiveOf, hashesOf, indexOrigin, originOf, pythonKind } from './python-package.ts'

/** pylock.toml: https://packaging.python.org/en/latest/specifications/pylock-toml/ */
export const pylockToml = lockfileReader({
  id: 'pylock-toml',
  title: 'pylock.toml: it has no lock-version',
  kind: pythonKind,
  matchesPath: (fileName) => /^pylock(?:\.[^.]+)?\.toml$/.test(fileName),
  matchesContent: (start) => /^lock-version = "1\.\d+"$/m.test(start),
  parse: parseTomlTable,
  accepts: (lock) => textOf(lock['lock-version']) !== '',
  read(lock, list) {
    const groups = new Set(listOf(lock['default-groups']).map(textOf))
    const packages = listOf(lock['packages']).map((each, at) =>
      readPackage(recordOf(each), { list, at, groups }),
    )
    linkPackages(packages, list, { pyproject: null, hasGroups: true })
    return {
      format: `pylock.toml ${shortTextOf(lock['lock-version'])}`,
      runtime: shortTextOf(lock['requires-python']),
    }
  },
})

interface Context {
  list: PackageList
  at: number
  /** Groups that are installed by default. */
  groups: ReadonlySet<string>
}

function readPackage(entry: Record<string, unknown>, { list, at, groups }: Context): LockedPackage {
  const name = textOf(entry['name'])
  const version = textOf(entry['version']) || (archiveOf(addressOf(entry['archive']))?.version ?? '')
  const where = `${list.path}#/packages/${at}`
  const marker = textOf(entry['marker'])
  const inGroups = [...marker.matchAll(/["']([^"']+)["'] in dependency_groups/g)].map((match) => match[1]!)
  const origin = originIn(entry)
  const files = [entry['sdist'], entry['archive'], ...listOf(entry['wheels'])]
  const index = isRecord(entry['directory'])
    ? null
    : list.add({
        name,
        version,
        where,
        hashes: files.flatMap((file) => digestsOf(recordOf(file)['hashes'])),
        // Source trees need no version.
        ...(version === '' && { gap: 'is built from sources and has no version' }),
        ...(inGroups.length > 0 && !inGroups.some((group) => groups.has(group)) && { scope: 'test' }),
        ...(/["'][^"']+["'] in extras/.test(marker) && { isOptional: true }),
        ...(origin && { origin }),
      })
  const needs = listOf(entry['dependencies']).map((dependency) => {
    const { name, version } = recordOf(dependency)
    return { name: textOf(name), version: textOf(version) }
  })
  return { name, version, index, needs, where }
}

const addressOf = (source: unknown) => textOf(recordOf(source)['url']) || textOf(recordOf(source)['path'])

function originIn({
  vcs,
  archive,
  index,
  wheels,
  sdist,
}: Record<string, unknown>): ComponentOrigin | undefined {
  if (isRecord(vcs)) return originAt('git', addressOf(vcs))
  if (isRecord(archive)) return originOf(addressOf(archive))
  const download = [...listOf(wheels), sdist]
    .map((file) => textOf(recordOf(file)['url']))
    .find((url) => url !== '')
  return indexOrigin(textOf(index) || (download ?? ''))
}

const digestsOf = (hashes: unknown) =>
  hashesOf(Object.entries(recordOf(hashes)).map(([algorithm, value]) => `${algorithm}:${textOf(value)}`))
