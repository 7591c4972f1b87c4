import { archiveOf, originOf, pinnedVersion } from '../../documents/lockfiles/python/python-package.ts'
import { requirementsTxt } from '../../documents/lockfiles/python/requirements-txt.ts'
import { quote } from '../../documents/parsers/json-value.ts'
import { isInPythonRange } from '../../ecosystems/pypi/ranges.ts'
import type { ManifestResolver } from '../model/manifest-resolver.ts'
import type { Resolution, ResolvedPackage } from '../model/resolution.ts'
import { chooseVersions, type PythonChoice, type PythonRequest } from './choose-versions.ts'
import { environmentOf, holdsMarker } from './markers.ts'
import { PythonIndex } from './python-index.ts'
import {
  type ProjectRequest,
  type PythonProject,
  readPyproject,
  readRequirementsProject,
} from './python-projects.ts'

/** The version of Python that is assumed, or the next one that a project allows. */
const pythons = ['3.12', '3.13', '3.11', '3.10', '3.9', '3.8', '3.7']

/** requirements.txt and pyproject.toml, as pip resolves them. */
export const pypiResolver: ManifestResolver = {
  matchesPath: (fileName) => fileName === 'pyproject.toml' || requirementsTxt.matchesPath(fileName, ''),
  open(facts, tree) {
    const indexes = new Map<string, PythonIndex>()
    return async (document) => {
      const isToml = document.path.endsWith('.toml')
      const project = isToml ? readPyproject(document) : readRequirementsProject(document, tree)
      if (project === null || project.requests.length === 0) return null
      const python =
        pythons.find((each) => isInPythonRange(project.python, `${each}.0`) !== false) ?? pythons[0]!
      const index = indexes.get(python) ?? new PythonIndex(facts, python)
      indexes.set(python, index)
      return resolve({ path: document.path, project, index, python })
    }
  },
}

interface Resolving {
  path: string
  project: PythonProject
  index: PythonIndex
  python: string
}

async function resolve({ path, project, index, python }: Resolving): Promise<Resolution | null> {
  const environment = environmentOf(python)
  const before = index.counts.unreachable
  const wanted = project.requests.filter(({ marker }) => holdsMarker(marker, environment))
  const choosing = { index, environment, constraints: project.constraints }
  const known: ProjectRequest[] = []
  const missing: ProjectRequest[] = []
  for (const each of wanted)
    if (each.address !== '' || (await index.releases(each.name)) !== null) known.push(each)
    else missing.push(each)
  if (index.counts.unreachable > before) return null
  const choose = (requests: readonly ProjectRequest[]) =>
    chooseVersions(
      requests.map((each) => ({ ...each, from: null })),
      choosing,
    )
  const choice = await choose(known)
  if (choice === null || index.counts.unreachable > before) return null
  const unlisted = missing.map((each) => missingOf(each, path))
  for (const each of unlisted) if (each.version !== '') index.undescribed.add(`${each.name} ${each.version}`)
  const packages = [...packagesOf(choice, known), ...unlisted]
  return {
    manifest: path,
    by: 'registry',
    format: project.format,
    purlType: 'pypi',
    root: project.root,
    packages,
    issues: issuesOf(packages, index, path),
  }
}

/** One issue for all packages of which nothing more is known, which is one gap of the manifest. */
function issuesOf(
  packages: readonly ResolvedPackage[],
  { undescribed }: PythonIndex,
  path: string,
): Resolution['issues'] {
  const lost = packages
    .filter(({ name, version, origin }) => origin !== undefined || undescribed.has(`${name} ${version}`))
    .map(({ name, version }) => `${name} ${version}`.trim())
  if (lost.length === 0) return []
  const names = lost.slice(0, maxNames).map(quote)
  const more = lost.length > maxNames ? ` and ${lost.length - maxNames} more` : ''
  const message = `What these require is not known, as no index describes them: ${names.join(', ')}${more}.`
  return [{ code: 'transitive-unlisted', message, where: path, gap: 'transitive-unlisted' }]
}

const maxNames = 5

/** The ids that requests lead to from the project, with whether tests alone need them. */
function reach({ requests }: PythonChoice, known: readonly ProjectRequest[]): Map<string, boolean> {
  const needs = new Map<string, string[]>()
  for (const [id, list] of requests)
    for (const { from } of list) if (from !== null) needs.set(from, [...(needs.get(from) ?? []), id])
  const reached = new Map<string, boolean>()
  const open = known.map(({ id, scope }): [string, boolean] => [id, scope === 'test'])
  for (let next = open.pop(); next; next = open.pop()) {
    const [id, isTest] = next
    const before = reached.get(id)
    if (before === false || before === isTest) continue
    reached.set(id, isTest)
    for (const each of needs.get(id) ?? []) open.push([each, isTest])
  }
  return reached
}

/** Requests with extras are the same package as those without. */
function packagesOf(choice: PythonChoice, known: readonly ProjectRequest[]): ResolvedPackage[] {
  const reached = reach(choice, known)
  const nameOf = (id: string) => id.replace(/\[.*$/, '')
  const names = [...new Set([...reached.keys()].map(nameOf))]
  const indexes = new Map(names.map((name, index) => [name, index]))
  const own = Map.groupBy(known, ({ name }) => name)
  return names.map((name): ResolvedPackage => {
    const ids = [...reached.keys()].filter((id) => nameOf(id) === name)
    const requests = ids.flatMap((id) => choice.requests.get(id) ?? []).filter(isOfOther(name, reached))
    const asked = own.get(name) ?? []
    const address = requests.find((each) => each.address !== '')?.address
    const version =
      address === undefined
        ? (ids.map((id) => choice.versions.get(id)).find((each) => each !== undefined) ?? '')
        : (archiveOf(address)?.version ?? '')
    const requiredBy = requests.flatMap(({ from }) =>
      from === null ? [] : (indexes.get(nameOf(from)) ?? []),
    )
    return {
      name: asked[0]?.name ?? name,
      version,
      scope: ids.every((id) => reached.get(id)) ? 'test' : 'runtime',
      isDirect: asked.length > 0,
      ...(asked.length > 0 && asked.every(({ isOptional }) => isOptional) && { isOptional: true as const }),
      ...(address !== undefined && { origin: originOf(address) }),
      ...(address !== undefined && version === '' && { gap: 'is not from an index and has no version' }),
      requiredBy: [...new Set(requiredBy)],
      asks: asked.map(({ specifier, group }) => ({
        by: null,
        range: specifier,
        ...(group !== undefined && { group }),
      })),
      where: asked[0]?.where ?? known[0]!.where.replace(/[#:].*$/, ''),
    }
  })
}

const isOfOther =
  (name: string, reached: ReadonlyMap<string, boolean>) =>
  ({ from }: PythonRequest): boolean =>
    from === null || (reached.has(from) && from.replace(/\[.*$/, '') !== name)

/** A pinned version is known without the index. */
function missingOf({ name, specifier, scope, where }: ProjectRequest, path: string): ResolvedPackage {
  const version = pinnedVersion(specifier)
  const gap = `is asked for as ${quote(specifier || 'any version')}, which the index does not have`
  return {
    name,
    version,
    scope,
    isDirect: true,
    ...(version === '' && { gap }),
    requiredBy: [],
    asks: [{ by: null, range: specifier }],
    where: where || path,
  }
}
