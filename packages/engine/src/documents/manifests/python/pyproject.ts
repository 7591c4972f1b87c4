import { parseTomlTable } from '../../lockfiles/lockfile-reader.ts'
import { pythonKind } from '../../lockfiles/python/python-package.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { recordOf, shortTextOf } from '../../parsers/json-value.ts'
import { ownProperty } from '../../../own-property.ts'
import { manifestReader } from '../manifest-reader.ts'
import { declareRequirements, declareTable } from './declare-python.ts'

/** pyproject.toml without a lockfile: https://packaging.python.org/en/latest/specifications/pyproject-toml/ */
export const pyprojectToml = manifestReader({
  id: 'pyproject-toml',
  title: 'pyproject.toml',
  kind: pythonKind,
  matchesPath: (fileName) => fileName === 'pyproject.toml',
  parse: parseTomlTable,
  read(toml, list) {
    const tools = recordOf(toml['tool'])
    const [poetry, pdm, uv] = ['poetry', 'pdm', 'uv'].map((tool) => recordOf(ownProperty(tools, tool)))
    const project = recordOf(toml['project'])
    addProject(list, toml, { sources: recordOf(uv!['sources']) })
    const groups = { '/tool/pdm/dev-dependencies': recordOf(pdm!['dev-dependencies']) }
    for (const [at, lists] of Object.entries(groups)) addGroups(list, lists, { at })
    declareRequirements(list, uv!['dev-dependencies'], {
      where: `${list.path}#/tool/uv/dev-dependencies`,
      ...dev('dev'),
    })
    addPoetry(list, poetry!)
    const name = shortTextOf(project['name']) || shortTextOf(poetry!['name'])
    const version = shortTextOf(project['version']) || shortTextOf(poetry!['version'])
    return { format: 'pyproject.toml', root: name === '' ? null : { name, version, purl: null } }
  },
})

const dev = (group: string) => ({ group, scope: 'test' }) as const

function addProject(
  list: PackageList,
  toml: Record<string, unknown>,
  shared: { sources: Record<string, unknown> },
): void {
  const project = recordOf(toml['project'])
  declareRequirements(list, project['dependencies'], {
    where: `${list.path}#/project/dependencies`,
    ...shared,
  })
  for (const [extra, requirements] of Object.entries(recordOf(project['optional-dependencies'])))
    declareRequirements(list, requirements, {
      where: `${list.path}#/project/optional-dependencies/${extra.slice(0, 200).toWellFormed()}`,
      group: `extra ${extra}`,
      isOptional: true,
      ...shared,
    })
  // https://peps.python.org/pep-0735/
  addGroups(list, recordOf(toml['dependency-groups']), { at: '/dependency-groups', ...shared })
}

function addGroups(
  list: PackageList,
  groups: Record<string, unknown>,
  { at, ...shared }: { at: string; sources?: Record<string, unknown> },
): void {
  for (const [group, requirements] of Object.entries(groups))
    declareRequirements(list, requirements, {
      where: `${list.path}#${at}/${group.slice(0, 200).toWellFormed()}`,
      ...dev(group),
      ...shared,
    })
}

/** https://python-poetry.org/docs/pyproject/ */
function addPoetry(list: PackageList, poetry: Record<string, unknown>): void {
  const where = `${list.path}#/tool/poetry`
  declareTable(list, poetry['dependencies'], { exact, where: `${where}/dependencies` })
  declareTable(list, poetry['dev-dependencies'], { exact, where: `${where}/dev-dependencies`, ...dev('dev') })
  for (const [group, { dependencies }] of Object.entries(recordOf(poetry['group'])).map(
    ([name, of]) => [name, recordOf(of)] as const,
  ))
    declareTable(list, dependencies, {
      exact,
      where: `${where}/group/${group.slice(0, 200).toWellFormed()}`,
      ...(group === 'main' ? { group } : dev(group)),
    })
}

/** '1.2.3' and '==1.2.3' allow one version. */
const exact = (range: string): string => /^(?:={2,3}\s*)?v?(\d[\w.!+-]*)$/.exec(range)?.[1] ?? ''
