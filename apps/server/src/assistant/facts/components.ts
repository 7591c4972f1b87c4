import { counted } from '@assay/text/counted.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Dependency } from '@assay/contract/insights.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { Semaphore } from '#platform/worker-threads/semaphore.ts'
import type { Scope } from '#auth/scope.ts'
import { listDependencies } from '#reporting/insights/list-dependencies.ts'
import { readFilter } from '#reporting/insights/read-filter.ts'
import { pathsAt } from '#reporting/reports/components/paths-at.ts'
import { findReport } from '#reporting/reports/stored/find-report.ts'
import { cleanLine, quoteName } from './clean-text.ts'
import { componentSource, dayOf, type FactContext, type NewFact, projectSource } from './fact.ts'
import type { ProjectName } from './store.ts'

/** Component versions in use whose name contains the text. */
export async function componentFacts(
  { db, advisories }: FactContext,
  scope: Scope,
  { name, limit }: { name: string; limit: number },
): Promise<NewFact[]> {
  const filter = await readFilter(db, scope, contract.insights.dependencies.query.parse({ name }))
  const { dependencies, last } = await listDependencies({ db, advisories }, scope, {
    filter,
    after: null,
    limit,
  })
  const facts = dependencies.map(componentFact)
  if (last === null) return facts
  return [...facts, { text: 'More components have such a name.', source: componentSource(name) }]
}

function componentFact(dependency: Dependency): NewFact {
  const { version, licenses, warnings, openFindings, fix, releasedAt } = dependency
  const newer = [dependency.latestPatch, dependency.latestMinor, dependency.latestMajor].filter(
    (each) => each !== null,
  )
  const parts = [
    `Component ${quoteName(dependency.name)} ${cleanLine(version, 40)} (${ecosystemName(dependency.language) ?? dependency.language}) is used in ${counted(dependency.projects, 'project')} and ${counted(dependency.branches, 'branch', 'branches')}, directly in ${dependency.directBranches} of the branches and through others in ${dependency.transitiveBranches}.`,
    `It has ${counted(openFindings, 'open finding')}.`,
    licenses.length === 0
      ? 'No license was found.'
      : `Licenses: ${licenses.slice(0, 5).map(quoteName).join(', ')}.`,
    releasedAt === null ? '' : `This version was released on ${dayOf(releasedAt)}.`,
    newer.length === 0 ? '' : `Newer versions: ${newer.map((each) => cleanLine(each, 40)).join(', ')}.`,
    fix === null ? '' : `The nearest version without a known vulnerability is ${cleanLine(fix, 40)}.`,
    ...warnings.slice(0, 3).map((warning) => `Warning: ${cleanLine(warning, 200)}`),
  ]
  return { text: parts.filter((part) => part !== '').join(' '), source: componentSource(dependency.name) }
}

/** Larger graphs are only shown on the report page. */
const maxComponents = 20_000
/** Reading a graph takes several megabytes. */
const graphs = new Semaphore(1)

interface PathQuery {
  project: ProjectName
  branch: string | undefined
  name: string
  version: string
}

/** Dependency paths of a component in a project. */
export async function pathFacts(
  { db }: FactContext,
  scope: Scope,
  { project, branch, name, version }: PathQuery,
): Promise<NewFact[]> {
  const report = await findReport(db, scope, { projectUuid: project.uuid, branch })
  const source = projectSource(project, report.branch)
  const { branch_uuid: branchUuid, number, component_count: count } = report.scan
  if (count > maxComponents) return [{ text: 'The project is too large to look up paths here.', source }]
  const paths = await graphs.run(1, async () => {
    const key = `${name}@${version}`
    const pathsTo = await pathsAt(db, scope, { branchUuid, number, of: [key] })
    return pathsTo(key, 3)
  })
  const what = `${quoteName(name)} ${cleanLine(version, 40)}`
  const where = `project ${quoteName(project.name)}, branch ${quoteName(report.branch)}`
  if (paths.length === 0)
    return [{ text: `For ${where}, the inventory does not show what requires ${what}.`, source }]
  return paths.map((path) => ({
    text: `In ${where}, ${what} is required by this path: ${path.map(quoteName).join(' requires ')}.`,
    source,
  }))
}
