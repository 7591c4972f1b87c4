import type { ComponentScope } from '../../../inventory.ts'
import { isRecord, listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { originAt } from '../../components/origin.ts'
import { archiveOf, originOf, pinnedVersion, readRequirement } from '../../lockfiles/python/python-package.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { declare } from '../manifest-reader.ts'

/** For what packages are asked. */
export interface PythonGroup {
  where: string
  group?: string | undefined
  scope?: ComponentScope
  isOptional?: true
  /** Where packages are from if not from the index, by name: uv's sources. */
  sources?: Record<string, unknown>
}

/** Adds a dependency specifier: 'requests[socks]>=2.8.1; python_version < "3"'. */
export function declareRequirement(list: PackageList, text: string, at: PythonGroup): void {
  const { sources = {}, ...group } = at
  const requirement = readRequirement(text)
  if (requirement === null) {
    const message = `${quote(text)} is not a requirement and was left out.`
    list.log.add('requirement-invalid', message, at.where)
    return
  }
  const { name, specifier, address } = requirement
  const source = recordOf(ownProperty(sources, name))
  // A member of the project itself.
  if (name === '' || source['workspace'] !== undefined) return
  const origin = address === '' ? sourceOf(source) : originOf(address)
  declare(list, {
    name,
    range: specifier,
    version: origin ? (archiveOf(address)?.version ?? '') : pinnedVersion(specifier),
    ...(origin && { origin }),
    ...group,
  })
}

/** uv's and Poetry's tables: { git = '…' }, { path = '…' }, { url = '…' }; undefined for the index. */
function sourceOf(source: Record<string, unknown>) {
  const [git, path, url] = ['git', 'path', 'url'].map((key) => textOf(ownProperty(source, key)))
  if (git) return originAt('git', git)
  if (url) return originOf(url)
  return path ? originOf(path) : undefined
}

export const declareRequirements = (list: PackageList, texts: unknown, at: PythonGroup): void => {
  // PEP 735: { include-group = '…' } is listed there.
  for (const [index, each] of listOf(texts).entries())
    if (textOf(each) !== '') declareRequirement(list, textOf(each), { ...at, where: `${at.where}/${index}` })
}

/** Adds a table of Poetry or Pipenv: names with ranges, or with tables that contain them. */
export function declareTable(
  list: PackageList,
  table: unknown,
  { exact, where, ...at }: PythonGroup & { exact: (range: string) => string },
): void {
  for (const [name, value] of Object.entries(recordOf(table))) {
    // The interpreter is no package.
    if (name === 'python') continue
    const options = recordOf(value)
    const range = shortTextOf(isRecord(value) ? options['version'] : value)
    const origin = sourceOf({ ...options, url: options['url'] ?? options['file'] })
    declare(list, {
      name,
      range: range === '*' ? '' : range,
      version: origin ? '' : exact(range),
      where: `${where}/${name.slice(0, 200).toWellFormed()}`,
      ...(origin && { origin }),
      ...(options['optional'] === true && { isOptional: true }),
      ...at,
    })
  }
}
