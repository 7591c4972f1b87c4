import { projectIdentity } from '@assay/engine/project-address.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { type DependencyTrack, listAll } from './dependency-track-client.ts'
import {
  branchOf,
  type TheirAnalysis,
  type TheirFinding,
  type TheirProject,
  titleOf,
} from './dependency-track-objects.ts'
import { type Audited, documentIdOf, explain, isAccepted, isAudited, writeVex } from './describe-analyses.ts'
import { count, type Tally } from './tally.ts'

export interface ImportContext {
  from: DependencyTrack
  api: Api
  accountUuid: string
  tally: Tally
  isDryRun: boolean
}

/** What an earlier run has left. */
export interface Present {
  /** By identity and branch. */
  versions: ReadonlyMap<string, string>
  documents: ReadonlySet<string>
}

export const keyOf = (project: Pick<TheirProject, 'name' | 'version'>): string =>
  JSON.stringify([projectIdentity(project.name), branchOf(project)])

export async function readPresent({ api, accountUuid }: ImportContext): Promise<Present> {
  const projects = await api.projects.list({ params: { accountUuid } })
  const documents = await api.vex.list({ params: { accountUuid } })
  return {
    versions: new Map(
      projects.flatMap(({ uuid, url, branches }) =>
        branches.map((version) => [keyOf({ name: url, version }), uuid] as const),
      ),
    ),
    documents: new Set(documents.map(({ documentId }) => documentId)),
  }
}

/** The inventory of a version with its date, then the analyses of its findings. */
export async function importVersion(
  context: ImportContext,
  present: Present,
  project: TheirProject,
): Promise<void> {
  const { tally, isDryRun } = context
  const known = present.versions.get(keyOf(project))
  if (known !== undefined) count(tally.there, 'Project versions')
  if (isDryRun) return planVersion(context, project, known !== undefined)
  const projectUuid = known ?? (await importInventory(context, project))
  if (projectUuid === null || present.documents.has(documentIdOf(project))) return
  await importAnalyses(context, project, projectUuid)
}

const emptyBom = 'it has no BOM'

function planVersion({ tally }: ImportContext, project: TheirProject, isKnown: boolean): void {
  if (isKnown) return
  if (project.lastBomImport) count(tally.imported, 'Project versions')
  else tally.leftOut.push({ what: 'Project versions', name: titleOf(project), why: emptyBom })
}

/** null if there is none. */
async function importInventory(
  { from, api, tally }: ImportContext,
  project: TheirProject,
): Promise<string | null> {
  const { uuid, name, tags = [], lastBomImport, isLatest = false } = project
  const leaveOut = (why: string) => {
    tally.leftOut.push({ what: 'Project versions', name: titleOf(project), why })
    return null
  }
  if (!lastBomImport) return leaveOut(emptyBom)
  const bytes = await from.bytes(`/api/v1/bom/cyclonedx/project/${uuid}?format=json&variant=inventory`)
  if (!bytes) return leaveOut('the API key may not read its BOM')
  try {
    const { projectUuid } = await api.imports.addVersion({
      body: {
        file: { filename: 'bom.json', bytes },
        url: name,
        name,
        branch: branchOf(project),
        tags: JSON.stringify(tags.map((tag) => tag.name)),
        at: String(lastBomImport),
        isLatest: isLatest ? 'true' : 'false',
      },
    })
    count(tally.imported, 'Project versions')
    return projectUuid
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401)
      return leaveOut(error.message)
    throw error
  }
}

async function importAnalyses(
  { from, api, accountUuid, tally }: ImportContext,
  project: TheirProject,
  projectUuid: string,
): Promise<void> {
  const findings = await listAll<TheirFinding>(
    from,
    `/api/v1/finding/project/${project.uuid}?suppressed=true`,
  )
  const audited: Audited[] = []
  for (const finding of findings.filter(isAudited))
    audited.push({ finding, analysis: await readAnalysis(from, project, finding) })
  for (const each of audited.filter(isAccepted))
    await importAccepted({ api, accountUuid, tally }, each, projectUuid)
  const bytes = writeVex(project, audited)
  if (!bytes) return
  // Last: its presence says that the version is complete.
  await api.vex.add({
    params: { accountUuid },
    body: { file: { filename: 'vex.json', bytes }, projectUuid },
  })
  count(tally.imported, 'Analyses as VEX statements', audited.filter((each) => !isAccepted(each)).length)
}

/** Without a record, what the finding itself says. */
async function readAnalysis(
  from: DependencyTrack,
  { uuid }: TheirProject,
  { component, vulnerability, analysis }: TheirFinding,
): Promise<TheirAnalysis> {
  const query = new URLSearchParams({
    project: uuid,
    component: component.uuid,
    vulnerability: vulnerability.uuid,
  })
  const record = await from.get<TheirAnalysis>(`/api/v1/analysis?${query}`)
  return {
    analysisState: analysis?.state ?? 'NOT_SET',
    isSuppressed: analysis?.isSuppressed ?? false,
    ...record,
  }
}

const what = 'Suppressed findings as exclusions'
const maxDescription = 2000

async function importAccepted(
  { api, accountUuid, tally }: Pick<ImportContext, 'api' | 'accountUuid' | 'tally'>,
  { finding, analysis }: Audited,
  projectUuid: string,
): Promise<void> {
  const { vulnId } = finding.vulnerability
  const subject = await subjectOf(api, vulnId)
  if (!subject) {
    tally.leftOut.push({ what, name: vulnId, why: 'the vulnerability is not known here' })
    return
  }
  const description = explain(analysis).slice(0, maxDescription)
  try {
    await api.exclusions.create({
      params: { accountUuid },
      query: { domain: 'security' },
      body: { ...subject, projectUuid, reason: 'mitigated', description },
    })
    count(tally.imported, what)
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorType !== 'exclusionExists') throw error
    count(tally.there, what)
  }
}

async function subjectOf(api: Api, vulnId: string): Promise<{ cve: string } | { uuid: string } | null> {
  if (/^CVE-\d{4}-\d{4,}$/i.test(vulnId)) return { cve: vulnId }
  try {
    const { uuid } = await api.vulnerabilities.get({ params: { id: vulnId } })
    return { uuid }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
