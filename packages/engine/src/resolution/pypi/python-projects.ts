import { parseLines, parseTomlTable } from '../../documents/lockfiles/lockfile-reader.ts'
import { packageList } from '../../documents/lockfiles/package-list.ts'
import { normalName, pythonKind } from '../../documents/lockfiles/python/python-package.ts'
import { readRequirementLines } from '../../documents/lockfiles/python/requirements-file.ts'
import { isRecord, listOf, recordOf, textOf } from '../../documents/parsers/json-value.ts'
import type { ComponentScope, SourceDocument, SourceTree } from '../../inventory.ts'
import { type PythonRequirement, pythonRequirement, requirementOf } from './python-requirement.ts'

/** A request of the project itself. */
export interface ProjectRequest extends PythonRequirement {
  scope: ComponentScope
  group?: string
  isOptional?: true
  where: string
}

export interface PythonProject {
  format: string
  root: { name: string; version: string } | null
  requests: ProjectRequest[]
  /** Specifiers by name. */
  constraints: Map<string, string[]>
  /** Which versions of Python it runs on; '' for any. */
  python: string
}

/** null if it is none, or takes packages from an index of its own. */
export function readRequirementsProject(document: SourceDocument, tree: SourceTree): PythonProject | null {
  const { content } = parseLines(document)
  if (content === null) return null
  const { path } = document
  const read = readRequirementLines(content, packageList(path, pythonKind), { path, tree })
  if (read.index !== null || read.extraIndexes.length > 0) return null
  const requests: ProjectRequest[] = []
  const constraints = new Map<string, string[]>()
  for (const { text, isConstraint, isForTests, where } of read.lines) {
    const request = pythonRequirement(text)
    if (request === null) continue
    if (isConstraint)
      constraints.set(request.name, [...(constraints.get(request.name) ?? []), request.specifier])
    else requests.push({ ...request, scope: isForTests ? 'test' : 'runtime', where })
  }
  return { format: 'requirements.txt', root: null, requests, constraints, python: '' }
}

/** https://packaging.python.org/en/latest/specifications/pyproject-toml/ and Poetry's tables. null if it is neither. */
export function readPyproject(document: SourceDocument): PythonProject | null {
  const { content } = parseTomlTable(document)
  if (content === null) return null
  const project = recordOf(content['project'])
  const tools = recordOf(content['tool'])
  const poetry = recordOf(tools['poetry'])
  const { path } = document
  const requests = [
    ...listed(project['dependencies'], { scope: 'runtime', where: `${path}#/project/dependencies` }),
    ...Object.entries(recordOf(project['optional-dependencies'])).flatMap(([extra, texts]) =>
      listed(texts, {
        scope: 'runtime',
        group: `extra ${extra}`,
        isOptional: true,
        where: `${path}#/project/optional-dependencies`,
      }),
    ),
    ...Object.entries(recordOf(content['dependency-groups'])).flatMap(([group, texts]) =>
      listed(texts, { scope: 'test', group, where: `${path}#/dependency-groups` }),
    ),
    ...poetryTable(poetry['dependencies'], { scope: 'runtime', where: `${path}#/tool/poetry/dependencies` }),
    ...poetryTable(poetry['dev-dependencies'], {
      scope: 'test',
      group: 'dev',
      where: `${path}#/tool/poetry/dev-dependencies`,
    }),
    ...Object.entries(recordOf(poetry['group'])).flatMap(([group, table]) =>
      poetryTable(recordOf(table)['dependencies'], {
        scope: 'test',
        group,
        where: `${path}#/tool/poetry/group`,
      }),
    ),
  ]
  const name = textOf(project['name']) || textOf(poetry['name'])
  const own = normalName(name)
  return {
    format: 'pyproject.toml',
    root: name === '' ? null : { name, version: textOf(project['version']) || textOf(poetry['version']) },
    requests: requests.filter((each) => own === '' || each.name !== own),
    constraints: new Map(),
    python: textOf(project['requires-python']) || textOf(recordOf(poetry['dependencies'])['python']),
  }
}

type Place = Pick<ProjectRequest, 'scope' | 'where' | 'group' | 'isOptional'>

const listed = (texts: unknown, place: Place): ProjectRequest[] =>
  listOf(texts).flatMap((text) => {
    const request = pythonRequirement(textOf(text))
    return request === null ? [] : [{ ...request, ...place }]
  })

function poetryTable(table: unknown, place: Place): ProjectRequest[] {
  return Object.entries(recordOf(table)).flatMap(([name, value]) => {
    if (name === 'python') return []
    const options = recordOf(value)
    const range = textOf(isRecord(value) ? options['version'] : value)
    const address =
      [options['git'], options['path'], options['url']].map(textOf).find((each) => each !== '') ?? ''
    const request = requirementOf({
      name,
      extras: listOf(options['extras']).map(textOf),
      specifier: range === '*' ? '' : range,
      marker: textOf(options['markers']),
      address,
    })
    return [{ ...request, ...place, ...(options['optional'] === true && { isOptional: true as const }) }]
  })
}
