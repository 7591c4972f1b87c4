import { projectIdentity } from '@assay/engine/project-address.ts'
import { addInventory } from './add-inventory.ts'
import { type DependencyTrack, listAll } from './dependency-track-client.ts'
import {
  branchOf,
  type TheirAnalysis,
  type TheirFinding,
  type TheirProject,
  titleOf,
} from './dependency-track-objects.ts'
import { type Audited, isAudited } from './describe-analyses.ts'
import type { ImportContext } from './import-context.ts'
import { type AdvisoryOf, importAnalyses, keyOfFinding } from './import-analyses.ts'
import { packageOfPurl } from './package-of-purl.ts'
import { count } from './tally.ts'

/** Projects here by identity and branch: what an earlier run has left. */
export type Present = ReadonlyMap<string, string>

export const keyOf = (project: Pick<TheirProject, 'name' | 'version'>): string =>
  JSON.stringify([projectIdentity(project.name), branchOf(project)])

export async function readPresent({ api, accountUuid }: ImportContext): Promise<Present> {
  const projects = await api.projects.list({ params: { accountUuid } })
  return new Map(
    projects.flatMap(({ uuid, url, branches }) =>
      branches.map((version) => [keyOf({ name: url, version }), uuid] as const),
    ),
  )
}

interface Importing {
  context: ImportContext
  present: Present
  advisoryOf: AdvisoryOf
}

/** The inventories of the versions of one project with their dates, then what was decided about their findings. */
export async function importProject(
  { context, present, advisoryOf }: Importing,
  versions: readonly TheirProject[],
): Promise<void> {
  if (context.isDryRun) {
    for (const version of versions) planVersion(context, version, present.has(keyOf(version)))
    return
  }
  const done: ImportedVersion[] = []
  for (const version of versions) {
    const imported = await importVersion(context, present, version)
    if (imported) done.push(imported)
  }
  const [first] = done
  if (!first) return
  const builds = done.flatMap(({ build }) => build ?? [])
  await importAnalyses(context, { projectUuid: first.projectUuid, builds, versions: done }, advisoryOf)
}

interface ImportedVersion {
  projectUuid: string
  /** null if it was there already. */
  build: string | null
  project: TheirProject
  audited: Audited[]
  unaudited: Set<string>
}

async function importVersion(
  context: ImportContext,
  present: Present,
  project: TheirProject,
): Promise<ImportedVersion | null> {
  const { from, tally } = context
  const known = present.get(keyOf(project))
  if (known === undefined && !project.lastBomImport) {
    tally.leftOut.push({ what: 'Project versions', name: titleOf(project), why: emptyBom })
    return null
  }
  const findings = await listAll<TheirFinding>(
    from,
    `/api/v1/finding/project/${project.uuid}?suppressed=true`,
  )
  if (known !== undefined) count(tally.there, 'Project versions')
  const added =
    known === undefined
      ? await importInventory(context, project, findings)
      : { projectUuid: known, build: null }
  if (!added) return null
  const audited: Audited[] = []
  for (const finding of findings.filter(isAudited))
    audited.push({ finding, analysis: await readAnalysis(from, project, finding) })
  const others = findings.filter((finding) => !isAudited(finding))
  const unaudited = new Set(others.map((finding) => keyOfFinding({ finding })))
  return { ...added, project, audited, unaudited }
}

const emptyBom = 'it has no BOM'

function planVersion({ tally }: ImportContext, project: TheirProject, isKnown: boolean): void {
  if (isKnown) count(tally.there, 'Project versions')
  else if (project.lastBomImport) count(tally.imported, 'Project versions')
  else tally.leftOut.push({ what: 'Project versions', name: titleOf(project), why: emptyBom })
}

/** null if there is none, or if it is refused. */
async function importInventory(
  context: ImportContext,
  project: TheirProject,
  findings: readonly TheirFinding[],
): Promise<{ projectUuid: string; build: string | null } | null> {
  const { uuid, name, tags = [], lastBomImport, isLatest = false } = project
  const counted = { what: 'Project versions', name: titleOf(project) }
  const bytes = await context.from.bytes(
    `/api/v1/bom/cyclonedx/project/${uuid}?format=json&variant=inventory`,
  )
  if (!bytes) {
    context.tally.leftOut.push({ ...counted, why: 'the API key may not read its BOM' })
    return null
  }
  const firstSeen = new TextEncoder().encode(JSON.stringify(firstSeenOf(findings)))
  const added = await addInventory(context, counted, {
    file: { filename: 'bom.json', bytes },
    firstSeen: { filename: 'first-seen.json', bytes: firstSeen },
    url: name,
    name,
    branch: branchOf(project),
    tags: JSON.stringify(tags.map((tag) => tag.name)),
    at: String(lastBomImport),
    isLatest: isLatest ? 'true' : 'false',
  })
  if (added) return { projectUuid: added.projectUuid, build: added.id }
  // An earlier run was ended while its upload was being scanned.
  const projectUuid = (await readPresent(context)).get(keyOf(project))
  return projectUuid === undefined ? null : { projectUuid, build: null }
}

/** When each vulnerability was first attributed to each package, in epoch ms. */
const firstSeenOf = (findings: readonly TheirFinding[]) =>
  findings.flatMap(({ component, vulnerability, attribution }) => {
    const named = packageOfPurl(component.purl ?? '')
    const at = Number(attribution?.attributedOn ?? Number.NaN)
    if (!named || !Number.isInteger(at) || at < 0) return []
    return [{ ecosystem: named.ecosystem, package: named.package, vulnerability: vulnerability.vulnId, at }]
  })

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
