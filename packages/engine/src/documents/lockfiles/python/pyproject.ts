import { type Need, needs } from '../package-list.ts'
import { pathFrom } from '../sibling-file.ts'
import type { Requirement } from '../../../inventory.ts'
import { isRecord, listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { type LockfileLocation, parseTomlTable } from '../lockfile-reader.ts'
import { normalName, readRequirement } from './python-package.ts'
import { ownProperty } from '../../../own-property.ts'

/** Dependencies in a pyproject.toml, by normalized name. */
export interface Pyproject {
  name: string
  version: string
  /** Required at runtime. */
  used: Set<string>
  /** Dependencies of extras. */
  optional: Set<string>
  /** Names of the extras. */
  extras: Set<string>
  /** Dependencies of development groups. */
  dev: Set<string>
  /** How the project asks for each. */
  asks: Map<string, PythonAsk[]>
}

/** group: the name of a group, or 'extra web'. */
export type PythonAsk = Pick<Requirement, 'range' | 'group'>

/** The pyproject.toml in the folder of a lockfile; null if it is missing or invalid. */
export function readPyproject({ path, tree }: LockfileLocation): Pyproject | null {
  const document = tree?.find(pathFrom(path, 'pyproject.toml') ?? '')
  const toml = document ? parseTomlTable(document).content : null
  if (toml === null) return null
  const tools = recordOf(toml['tool'])
  const [project, poetry, pdm, uv] = [
    recordOf(toml['project']),
    ...['poetry', 'pdm', 'uv'].map((tool) => recordOf(ownProperty(tools, tool))),
  ] as [Table, Table, Table, Table]
  const groups = Object.values(recordOf(poetry['group'])).map((group) => recordOf(group)['dependencies'])
  const asks = new Map<string, PythonAsk[]>()
  const add = (found: readonly NamedAsk[], group?: string) => {
    for (const { name, range } of found) {
      const ask = { ...(range !== undefined && { range }), ...(group !== undefined && { group }) }
      asks.set(name, [...(asks.get(name) ?? []), ask])
    }
  }
  add(requestsIn(project['dependencies']))
  for (const [extra, list] of entriesOf(project['optional-dependencies']))
    add(requestsIn(list), `extra ${extra}`)
  for (const groups of [toml['dependency-groups'], pdm['dev-dependencies']])
    for (const [group, list] of entriesOf(groups)) add(requestsIn(list), group)
  add(requestsIn(uv['dev-dependencies']), 'dev')
  add(poetryRequests(poetry['dependencies'], false))
  for (const [extra, names] of entriesOf(poetry['extras']))
    add(
      poetryRequests(poetry['dependencies'], true).filter(({ name }) =>
        listOf(names).some((each) => normalName(textOf(each)) === name),
      ),
      `extra ${extra}`,
    )
  add(poetryRequests(poetry['dev-dependencies']), 'dev')
  for (const [group, { dependencies }] of entriesOf(poetry['group']).map(
    ([name, of]) => [name, recordOf(of)] as const,
  ))
    add(poetryRequests(dependencies), group)
  return {
    asks,
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

interface NamedAsk {
  name: string
  range?: string
}

const entriesOf = (table: unknown): [string, unknown][] => Object.entries(recordOf(table))

const requestsIn = (requirements: unknown): NamedAsk[] =>
  listOf(requirements).flatMap((each) => {
    const requirement = readRequirement(textOf(each))
    return requirement ? [{ name: normalName(requirement.name), range: requirement.specifier || '*' }] : []
  })

const poetryRequests = (dependencies: unknown, isOptional?: boolean): NamedAsk[] =>
  entriesOf(dependencies)
    .filter(([name]) => name !== 'python')
    .filter(
      ([, value]) =>
        isOptional === undefined || isOptional === (isRecord(value) && value['optional'] === true),
    )
    .map(([name, value]) => ({ name: normalName(name), ...poetryRange(value) }))

/** '^1.2', { version = '^1.2' }, or several for different platforms, which are not told apart. */
export function poetryRange(value: unknown): { range?: string } {
  const range = textOf(isRecord(value) ? value['version'] : value)
  return range === '' ? {} : { range }
}

const listsOf = (groups: unknown): string[] => Object.values(recordOf(groups)).flatMap(namesOf)

const namesOf = (requirements: unknown): string[] =>
  listOf(requirements).flatMap((each) => normalName(readRequirement(textOf(each))?.name ?? '') || [])

/** Names of all dependencies, or only of those that are optional or not. 'python' is the interpreter, not a package. */
const poetryNames = (dependencies: unknown, isOptional?: boolean): string[] =>
  Object.entries(recordOf(dependencies))
    .filter(([name]) => name !== 'python')
    .filter(
      ([, value]) =>
        isOptional === undefined || isOptional === (isRecord(value) && value['optional'] === true),
    )
    .map(([name]) => normalName(name))

/** Why the project itself requires a package; empty if it does not. */
export const needsIn = (pyproject: Pyproject, name: string): Need[] =>
  needs.filter((need) => pyproject[need].has(normalName(name)))
