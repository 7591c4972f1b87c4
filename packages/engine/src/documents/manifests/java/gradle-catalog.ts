import type { LockfileLocation } from '../../lockfiles/lockfile-reader.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { readToml } from '../../parsers/toml-document.ts'
import { ownProperty } from '../../../own-property.ts'
import { pathsAbove } from '../manifest-reader.ts'

/** 'group:name' and what it asks for. */
export interface CatalogLibrary {
  name: string
  range: string
}

/** What is behind an accessor such as 'libs.spring.core', 'libs.bundles.web' or 'libs.plugins.boot', without 'libs.'. */
export type Catalog = (accessor: string) => CatalogLibrary[]

export const catalogFile = 'gradle/libs.versions.toml'

/** The version catalog of a build: https://docs.gradle.org/current/userguide/version_catalogs.html */
export function readCatalog({ path, tree }: LockfileLocation): Catalog {
  for (const each of pathsAbove(path, catalogFile)) {
    const document = tree?.find(each)
    if (document) return catalogOf(recordOf(readToml(document).json))
  }
  return () => []
}

function catalogOf(toml: Record<string, unknown>): Catalog {
  const versions = recordOf(toml['versions'])
  const libraries = new Map<string, CatalogLibrary>()
  for (const [alias, value] of Object.entries(recordOf(toml['libraries'])))
    libraries.set(accessorOf(alias), libraryOf(value, versions))
  const bundles = new Map(
    Object.entries(recordOf(toml['bundles'])).map(([alias, names]) => [
      `bundles.${accessorOf(alias)}`,
      listOf(names).flatMap((name) => libraries.get(accessorOf(textOf(name))) ?? []),
    ]),
  )
  const plugins = new Map(
    Object.entries(recordOf(toml['plugins'])).map(([alias, value]) => [
      `plugins.${accessorOf(alias)}`,
      [pluginOf(value, versions)],
    ]),
  )
  return (accessor) => {
    const library = libraries.get(accessor)
    return library ? [library] : (bundles.get(accessor) ?? plugins.get(accessor) ?? [])
  }
}

function pluginOf(value: unknown, versions: Record<string, unknown>): CatalogLibrary {
  const [id = '', range = ''] = textOf(value).split(':')
  if (!isRecord(value)) return { name: id, range }
  const { name, range: version } = libraryOf({ ...value, module: value['id'] }, versions)
  return { name, range: version }
}

/** 'a-b_c' is 'a.b.c' in build files. */
const accessorOf = (alias: string): string => alias.replaceAll(/[-_]/g, '.')

function libraryOf(value: unknown, versions: Record<string, unknown>): CatalogLibrary {
  if (!isRecord(value)) {
    const [group = '', name = '', range = ''] = textOf(value).split(':')
    return { name: `${group}:${name}`, range }
  }
  const name = textOf(value['module']) || `${textOf(value['group'])}:${textOf(value['name'])}`
  const { version } = value
  const ref = textOf(recordOf(version)['ref'])
  return { name: shortTextOf(name), range: rangeOf(ref === '' ? version : ownProperty(versions, ref)) }
}

/** '1.0', or a rich version: https://docs.gradle.org/current/userguide/dependency_versions.html */
function rangeOf(version: unknown): string {
  const rich = recordOf(version)
  return (
    [version, rich['strictly'], rich['require'], rich['prefer']]
      .map(shortTextOf)
      .find((each) => each !== '') ?? ''
  )
}
