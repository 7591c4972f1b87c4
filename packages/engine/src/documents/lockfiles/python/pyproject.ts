import { type Need, needs } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { type LockfilePlace, parseTomlTable } from '../lockfile-reader.ts'
import { normalName, readRequirement } from './python-package.ts'
import { ownProperty } from '../../../own-property.ts'

/** What a pyproject.toml requires, by normal names. */
export interface Pyproject {
  name: string
  version: string
  /** Needed to work. */
  used: Set<string>
  /** Of extras, which a user may ask for. */
  optional: Set<string>
  /** Names of the extras. */
  extras: Set<string>
  /** Groups for development. */
  dev: Set<string>
}

/** The pyproject.toml beside a lockfile; null when it is not there or is none. */
export function readPyproject({ path, tree }: LockfilePlace): Pyproject | null {
  const document = tree?.find(pathFrom(path, 'pyproject.toml') ?? '')
  const toml = document ? parseTomlTable(document).content : null
  if (toml === null) return null
  const tools = recordOf(toml['tool'])
  const [project, poetry, pdm, uv] = [
    recordOf(toml['project']),
    ...['poetry', 'pdm', 'uv'].map((tool) => recordOf(ownProperty(tools, tool))),
  ] as [Table, Table, Table, Table]
  const groups = Object.values(recordOf(poetry['group'])).map((group) => recordOf(group)['dependencies'])
  return {
    name: shortTextOf(project['name']) || shortTextOf(poetry['name']),
    version: shortTextOf(project['version']) || shortTextOf(poetry['version']),
    used: new Set([...namesOf(project['dependencies']), ...poetryNames(poetry['dependencies'], false)]),
    optional: new Set([
      ...listsOf(project['optional-dependencies']),
      ...poetryNames(poetry['dependencies'], true),
    ]),
    extras: new Set(Object.keys(recordOf(project['optional-dependencies']))),
    dev: new Set([
      // https://peps.python.org/pep-0735/
      ...listsOf(toml['dependency-groups']),
      ...listsOf(pdm['dev-dependencies']),
      ...namesOf(uv['dev-dependencies']),
      ...[poetry['dev-dependencies'], ...groups].flatMap((each) => poetryNames(each)),
    ]),
  }
}

type Table = Record<string, unknown>

const listsOf = (groups: unknown): string[] => Object.values(recordOf(groups)).flatMap(namesOf)

const namesOf = (requirements: unknown): string[] =>
  listOf(requirements).flatMap((each) => normalName(readRequirement(textOf(each))?.name ?? '') || [])

/** All, or only those that are optional or not. 'python' stands for the interpreter. */
const poetryNames = (dependencies: unknown, isOptional?: boolean): string[] =>
  Object.entries(recordOf(dependencies))
    .filter(([name]) => name !== 'python')
    .filter(
      ([, value]) =>
        isOptional === undefined || isOptional === (isRecord(value) && value['optional'] === true),
    )
    .map(([name]) => normalName(name))

/** For what the project itself requires a package; empty: it does not. */
export const needsIn = (pyproject: Pyproject, name: string): Need[] =>
  needs.filter((need) => pyproject[need].has(normalName(name)))
