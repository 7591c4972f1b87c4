import { condaKind } from '../../lockfiles/conda/conda-package.ts'
import { parseYamlMap } from '../../lockfiles/lockfile-reader.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { pinnedVersion, pythonKind, readRequirement } from '../../lockfiles/python/python-package.ts'
import { isRecord, listOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { declare, manifestReader } from '../manifest-reader.ts'

/** environment.yml without a lockfile: https://docs.conda.io/projects/conda/en/stable/user-guide/tasks/manage-environments.html */
export const environmentYml = manifestReader({
  id: 'environment-yml',
  title: 'environment.yml',
  kind: condaKind,
  matchesPath: (fileName) => /^environment(?:[-_.][\w-]+)?\.ya?ml$/.test(fileName),
  parse: parseYamlMap,
  read(yaml, list) {
    for (const [at, entry] of listOf(yaml['dependencies']).entries()) {
      const where = `${list.path}#/dependencies/${at}`
      if (typeof entry === 'string') addConda(list, shortTextOf(entry), where)
      if (!isRecord(entry)) continue
      for (const [index, each] of listOf(entry['pip']).entries())
        addPip(list, textOf(each), `${where}/pip/${index}`)
    }
    return { format: 'environment.yml' }
  },
})

/** 'channel::name=1.2=build': one '=' allows what starts with the version. */
function addConda(list: PackageList, text: string, where: string): void {
  const [, name, rest = ''] = /^(?:[^:\s]+::)?([\w.-]+)\s*(.*)$/.exec(text) ?? []
  if (name === undefined) return
  const range = rest.trim()
  const version = /^={2}\s*([\w.!+-]+)$|^=([\w.!+-]+)=[^=]+$/.exec(range)
  declare(list, { name, range, version: version?.[1] ?? version?.[2] ?? '', where })
}

function addPip(list: PackageList, text: string, where: string): void {
  const requirement = text.startsWith('-') ? null : readRequirement(text)
  if (requirement === null || requirement.name === '') return
  const { name, specifier } = requirement
  declare(list, { name, range: specifier, version: pinnedVersion(specifier), where, kind: pythonKind })
}
