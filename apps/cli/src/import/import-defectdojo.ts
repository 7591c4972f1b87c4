import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Api } from '../api.ts'
import { addInventory, untilScanned } from './add-inventory.ts'
import { connectDefectDojo, type DojoConnection } from './defectdojo-client.ts'
import { type DojoImport, importDecisions, importDiscussions } from './import-dojo-states.ts'
import { type DojoBranch, type DojoProject, readDojo } from './read-dojo.ts'
import { componentResolver } from './resolve-component.ts'
import { count, newTally, type Tally } from './tally.ts'

interface DojoImportOptions extends DojoConnection {
  isDryRun: boolean
  onProgress?: (done: number, all: number) => void
}

/**
 * Takes over what a DefectDojo knows of packages. What is there already is left as it is, so that an import that was
 * interrupted continues when it is run again, and one that is repeated changes nothing.
 */
export async function importDefectDojo(api: Api, options: DojoImportOptions): Promise<Tally> {
  const { isDryRun, onProgress } = options
  const from = await connectDefectDojo(options)
  const { uuid: accountUuid } = await api.accounts.me()
  const tally = newTally()
  const context: DojoImport = { api, accountUuid, tally, isDryRun }
  const projects = await readDojo(from, componentResolver(api), tally)
  const present = new Map(
    (await api.projects.list({ params: { accountUuid } })).map(({ uuid, url, branches }) => [
      projectIdentity(url),
      { uuid, branches: new Set(branches) },
    ]),
  )
  for (const [at, project] of projects.entries()) {
    await importProject(context, project, present.get(projectIdentity(project.product.name)))
    onProgress?.(at + 1, projects.length)
  }
  return tally
}

interface Present {
  uuid: string
  branches: ReadonlySet<string>
}

const what = 'Branches'

async function importProject(
  context: DojoImport,
  project: DojoProject,
  there: Present | undefined,
): Promise<void> {
  const { tally, isDryRun } = context
  let projectUuid = there?.uuid ?? null
  const builds: string[] = []
  for (const branch of project.branches.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))) {
    if (there?.branches.has(branch.branch)) count(tally.there, what)
    else if (isDryRun) count(tally.imported, what)
    else {
      const added = await addBranch(context, project, branch)
      projectUuid = added?.projectUuid ?? projectUuid
      if (added) builds.push(added.id)
    }
  }
  if (isDryRun) await importDecisions(context, project, '')
  if (isDryRun || projectUuid === null) return
  await importDecisions(context, project, projectUuid)
  for (const build of builds) await untilScanned(context.api, build)
  await importDiscussions(context, project, projectUuid)
}

/** Its packages with vulnerabilities, at the date of its last report; null if it was refused. */
function addBranch(
  context: DojoImport,
  { product, branches }: DojoProject,
  { branch, at, findings }: DojoBranch,
) {
  const bytes = new TextEncoder().encode(JSON.stringify(reportOf(findings)))
  return addInventory(
    context,
    { what, name: `${product.name} ${branch}` },
    {
      file: { filename: 'generic-findings.json', bytes },
      url: product.name,
      name: product.name,
      branch,
      tags: JSON.stringify(product.tags ?? []),
      ...(at !== null && { at: String(at) }),
      isLatest: branches.length === 1 ? 'true' : 'false',
    },
  )
}

const reportOf = (findings: DojoBranch['findings']) => ({
  name: 'DefectDojo',
  findings: findings.map(({ finding: { title }, resolved: { purl } }) => ({
    title,
    severity: 'Info',
    description: title,
    component_name: purl,
  })),
})
