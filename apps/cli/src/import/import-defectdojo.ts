import { projectIdentity } from '@assay/engine/project-address.ts'
import type { Api } from '../api.ts'
import { type Added, type AddedBody, addInventory, untilScanned } from './add-inventory.ts'
import { connectDefectDojo, type DojoConnection } from './defectdojo-client.ts'
import { vulnerabilityIdsOf } from './defectdojo-objects.ts'
import { inParallel } from './in-parallel.ts'
import { type DojoStep, stepsOf } from './dojo-history.ts'
import { type DojoImport, importDecisions, importDiscussions } from './import-dojo-states.ts'
import { type DojoBranch, type DojoPackageFinding, type DojoProject, readDojo, timeOf } from './read-dojo.ts'
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
  const present = await readPresent(context)
  await inParallel(
    projects,
    (project) => importProject(context, project, present.get(projectIdentity(project.product.name))),
    (done) => onProgress?.(done, projects.length),
  )
  return tally
}

async function readPresent({ api, accountUuid }: DojoImport): Promise<ReadonlyMap<string, Present>> {
  const projects = await api.projects.list({ params: { accountUuid } })
  return new Map(
    projects.map(({ uuid, url, branches }) => [projectIdentity(url), { uuid, branches: new Set(branches) }]),
  )
}

interface Present {
  uuid: string
  branches: ReadonlySet<string>
}

const what = 'Branches'
const fixed = 'Mitigated findings'

async function importProject(
  context: DojoImport,
  project: DojoProject,
  there: Present | undefined,
): Promise<void> {
  const { tally, isDryRun } = context
  let projectUuid = there?.uuid ?? null
  for (const branch of project.branches.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))) {
    const isThere = there?.branches.has(branch.branch) ?? false
    if (isDryRun) {
      count(isThere ? tally.there : tally.imported, what)
      if (branch.mitigated.length > 0)
        count(isThere ? tally.there : tally.imported, fixed, branch.mitigated.length)
    } else {
      const added = await addBranch(context, project, { branch, isThere })
      projectUuid = added?.projectUuid ?? projectUuid
    }
  }
  if (isDryRun) await importDecisions(context, project, '')
  if (isDryRun) return
  // An earlier run was ended while its upload was being scanned.
  projectUuid ??= (await readPresent(context)).get(projectIdentity(project.product.name))?.uuid ?? null
  if (projectUuid === null) return
  await importDecisions(context, project, projectUuid)
  await importDiscussions(context, project, projectUuid)
}

/**
 * Its packages with vulnerabilities at each step of its history; null if there is nothing new. Each step is scanned before
 * the next one, and only follows the one before, so that an import that was interrupted continues where it was.
 */
async function addBranch(
  context: DojoImport,
  { product, branches }: DojoProject,
  { branch: { branch, ...known }, isThere }: { branch: DojoBranch; isThere: boolean },
): Promise<Added | null> {
  const { api, tally } = context
  const steps = stepsOf({ branch, ...known })
  let added: Added | null = null
  if (isThere) count(tally.there, what)
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    if (isThere && !before) continue
    if (added) await untilScanned(api, added.id)
    const next = await addStep(
      context,
      { name: `${product.name} ${branch}`, step, before },
      {
        url: product.name,
        name: product.name,
        branch,
        tags: JSON.stringify(product.tags ?? []),
        isLatest: branches.length === 1 ? 'true' : 'false',
      },
    )
    if (step.mitigated.length > 0) count(next ? tally.imported : tally.there, fixed, step.mitigated.length)
    added = next ?? added
  }
  return added
}

interface NamedStep {
  name: string
  step: DojoStep
  before: DojoStep | undefined
}

const addStep = (
  context: DojoImport,
  { name, step, before }: NamedStep,
  place: Omit<AddedBody, 'file' | 'at' | 'follows' | 'firstSeen'>,
): Promise<Added | null> =>
  addInventory(context, before ? null : { what, name }, {
    ...place,
    file: { filename: 'generic-findings.json', bytes: encode(reportOf(step)) },
    firstSeen: { filename: 'first-seen.json', bytes: encode(firstSeenOf(step, before)) },
    ...(step.at !== null && { at: String(step.at) }),
    ...(before?.at != null && { follows: String(before.at) }),
  })

const encode = (json: unknown) => new TextEncoder().encode(JSON.stringify(json))

const reportOf = ({ present, mitigated }: DojoStep) => ({
  name: 'DefectDojo',
  findings: [
    ...present.map((each) => describe(each)),
    ...mitigated.map((each) => ({ ...describe(each), is_mitigated: true })),
  ],
})

const describe = ({ finding: { title }, resolved: { purl } }: DojoPackageFinding) => ({
  title,
  severity: 'Info',
  description: title,
  component_name: purl,
})

/** When those began that are new in the step. */
function firstSeenOf({ present }: DojoStep, before: DojoStep | undefined) {
  const known = new Set(before?.present)
  return present
    .filter((each) => !known.has(each))
    .flatMap(({ finding, resolved: { ecosystem, packageName } }) => {
      const at = timeOf(finding.date)
      if (at === null || at < 0) return []
      return vulnerabilityIdsOf(finding).map((vulnerability) => ({
        ecosystem: ecosystem.id,
        package: packageName,
        vulnerability,
        at,
      }))
    })
}
