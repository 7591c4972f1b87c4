import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseTomlTable } from '../lockfile-reader.ts'
import type { ComponentOrigin } from '../../../inventory.ts'
import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../package-list.ts'
import { finder, type LockedNeed, type LockedPackage } from './locked-packages.ts'
import { fileHashes, indexOrigin, originOf, pythonKind } from './python-package.ts'
import { ownProperty } from '../../../own-property.ts'

/** uv.lock: https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile */
export const uvLock = lockfileReader({
  id: 'uv-lock',
  title: 'uv lockfile: it lists no packages',
  kind: pythonKind,
  // A script's lockfile is next to it: 'job.py.lock'.
  matchesPath: (fileName) => fileName === 'uv.lock' || fileName.endsWith('.py.lock'),
  matchesContent: (start) => /^version = 1\r?\n(?:revision = \d+\r?\n)?requires-python/.test(start),
  parse: parseTomlTable,
  accepts: ({ package: packages, 'requires-python': python }) =>
    Array.isArray(packages) || textOf(python) !== '',
  read(lock, list) {
    const packages = listOf(lock['package']).map((each, at) => readPackage(recordOf(each), list, at))
    linkProject(packages, list)
    const own = packages.find(({ index, where }) => index === null && where !== '')
    return {
      format: `uv.lock ${typeof lock['version'] === 'number' ? lock['version'] : 1}`,
      runtime: shortTextOf(lock['requires-python']),
      root: own && own.name !== '' ? { name: own.name, version: own.version, purl: null } : null,
    }
  },
})

interface UvPackage extends LockedPackage {
  /** By extra, 'extra web', and by group. */
  optionalNeeds: [group: string, LockedNeed[]][]
  devNeeds: [group: string, LockedNeed[]][]
  metadata: Record<string, unknown>
}

function readPackage(entry: Record<string, unknown>, list: PackageList, at: number): UvPackage {
  const [name, version] = [shortTextOf(entry['name']), shortTextOf(entry['version'])]
  const where = `${list.path}#/package/${at}`
  const source = recordOf(entry['source'])
  const isOwn = ['virtual', 'editable', 'directory'].some((kind) => ownProperty(source, kind) !== undefined)
  const origin = originIn(source)
  const files = [...(isRecord(entry['sdist']) ? [entry['sdist']] : []), ...listOf(entry['wheels'])]
  const index = isOwn
    ? null
    : list.add({
        name,
        version,
        where,
        isDirect: false,
        hashes: fileHashes(files),
        ...(origin && { origin }),
      })
  return {
    name,
    version,
    where,
    index,
    needs: needsOf(entry['dependencies']),
    optionalNeeds: groupsOf(entry['optional-dependencies'], 'extra '),
    devNeeds: groupsOf(entry['dev-dependencies']),
    metadata: recordOf(entry['metadata']),
  }
}

function originIn({ git, url, path, registry }: Record<string, unknown>): ComponentOrigin | undefined {
  if (git !== undefined) return originAt('git', textOf(git))
  const address = textOf(url) || textOf(path)
  if (address !== '') return originOf(address)
  // An index can be a folder of archives.
  const index = textOf(registry)
  return /^https?:/i.test(index) ? indexOrigin(index) : index === '' ? undefined : originAt('file', index)
}

const groupsOf = (groups: unknown, prefix = ''): [string, LockedNeed[]][] =>
  Object.entries(recordOf(groups)).map(([name, needs]) => [`${prefix}${name}`, needsOf(needs)])

const needsOf = (dependencies: unknown): LockedNeed[] =>
  listOf(dependencies).map((dependency) => {
    const { name, version } = recordOf(dependency)
    return { name: textOf(name), version: textOf(version) }
  })

/** Dependencies of the project and its workspace members are direct. Extras and groups determine the scope. */
function linkProject(packages: readonly UvPackage[], list: PackageList): void {
  const find = finder(packages)
  const [used, dev, optional] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const hasMembers = packages.filter(({ index }) => index === null).length > 1
  for (const { index, name, needs, optionalNeeds, devNeeds, metadata } of packages) {
    const link = (wanted: readonly LockedNeed[], direct: Set<number>, group?: string) => {
      for (const need of wanted) {
        for (const found of find(need)) {
          if (index !== null) list.link(index, found.index)
          else if (found.index !== null) direct.add(found.index)
          const own = { ...rangeIn(metadata, need.name, group), ...(hasMembers && { member: name }) }
          list.ask(found.index, {
            by: index,
            ...(index === null && own),
            ...(group !== undefined && { group }),
          })
        }
      }
    }
    link(needs, used)
    for (const [group, wanted] of optionalNeeds) link(wanted, optional, group)
    for (const [group, wanted] of devNeeds) link(wanted, dev, group)
  }
  for (const index of [...used, ...optional, ...dev]) list.markDirect(index)
  for (const index of optional) if (!used.has(index)) list.markOptional(index)
  if (dev.size > 0) list.markTests([...used, ...optional])
}

/** The specifier with which the project asks for a package, '*' if there is none; absent if the file lists no such. */
function rangeIn(metadata: Record<string, unknown>, name: string, group?: string): { range?: string } {
  const isExtra = group?.startsWith('extra ') === true
  const groups = recordOf(metadata['requires-dev'])
  const listed = group === undefined || isExtra ? metadata['requires-dist'] : ownProperty(groups, group)
  const found = listOf(listed)
    .map(recordOf)
    .find((each) => each['name'] === name && /\bextra\b/.test(textOf(each['marker'])) === isExtra)
  return found ? { range: textOf(found['specifier']) || '*' } : {}
}
