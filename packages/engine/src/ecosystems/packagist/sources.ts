import { isRecord, listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import { php } from '../../source-code/languages/php.ts'
import type { PackageModules, PackageSources } from '../ecosystem.ts'

export const composerSources: PackageSources = {
  language: php,
  modulesOf: () => ({ names: [], areAll: false }),
  // https://getcomposer.org/doc/04-schema.md#autoload: lockfiles have the namespaces of each package.
  moduleFiles: {
    matches: (path) => /(?:^|\/)composer\.lock$/.test(path),
    read(text) {
      let json: unknown
      try {
        json = JSON.parse(text)
      } catch {
        return new Map()
      }
      const { packages, 'packages-dev': development } = recordOf(json)
      return new Map(
        [...listOf(packages), ...listOf(development)]
          .filter(isRecord)
          .map((each) => [textOf(each['name']), modulesOf(each)]),
      )
    },
  },
}

/** A framework registers plugins and what 'extra' describes; files are loaded with every program. */
function modulesOf({ type, autoload, extra }: Record<string, unknown>): PackageModules {
  const { 'psr-4': psr4, 'psr-0': psr0, files, classmap } = recordOf(autoload)
  const names = [...Object.keys(recordOf(psr4)), ...Object.keys(recordOf(psr0))]
    .map((each) => each.replace(/[\\_]+$/, ''))
    .filter((each) => each !== '')
  const isLibrary =
    (type ?? 'library') === 'library' &&
    Object.keys(recordOf(extra)).every((key) => /^branch-alias$|^thanks$/.test(key))
  return {
    names,
    areAll: isLibrary && names.length > 0 && listOf(files).length === 0 && listOf(classmap).length === 0,
  }
}
