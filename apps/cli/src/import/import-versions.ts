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
import { type AuditedProject, keyOfFinding } from './import-analyses.ts'
import { inParallel } from './in-parallel.ts'
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

/** The inventories of the versions of one project with their dates; null if nobody decided about their findings. */
export async function importProject(
  context: ImportContext,
  { present, versions }: { present: Present; versions: readonly TheirProject[] },
): Promise<AuditedProject | null> {
  if (context.isDryRun) {
    for (const version of versions) planVersion(context, version, present.has(keyOf(version)))
    return null
  }
  const done: ImportedVersion[] = []
  // One after the other: the first one creates the project.
  for (const version of versions) {
    const imported = await importVersion(context, present, version)
    if (imported) done.push(imported)
  }
  const isAudited = done.some(({ audited }) => audited.length > 0)
  return isAudited ? { projectUuid: done[0]!.projectUuid, versions: done } : null
}

interface ImportedVersion {
  projectUuid: string
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
  const [findings, bytes] = await Promise.all([
    listAll<TheirFinding>(from, `/api/v1/finding/project/${project.uuid}?suppressed=true`),
    known === undefined
      ? from.bytes(`/api/v1/bom/cyclonedx/project/${project.uuid}?format=json&variant=inventory`)
      : null,
  ])
  if (known !== undefined) count(tally.there, 'Project versions')
  const projectUuid = known ?? (await importInventory(context, project, { findings, bytes }))
  if (projectUuid === null) return null
  const audited = await inParallel(findings.filter(isAudited), async (finding) => ({
    finding,
    analysis: await readAnalysis(from, project, finding),
  }))
  const others = findings.filter((finding) => !isAudited(finding))
  const unaudited = new Set(others.map((finding) => keyOfFinding({ finding })))
  return { projectUuid, project, audited, unaudited }
}

const emptyBom = 'it has no BOM'

function planVersion({ tally }: ImportContext, project: TheirProject, isKnown: boolean): void {
  if (isKnown) count(tally.there, 'Project versions')
  else if (project.lastBomImport) count(tally.imported, 'Project versions')
  else tally.leftOut.push({ what: 'Project versions', name: titleOf(project), why: emptyBom })
}

/** The uuid of the project; null if there is no inventory, or if it is refused. */
async function importInventory(
  context: ImportContext,
  project: TheirProject,
  { findings, bytes }: { findings: readonly TheirFinding[]; bytes: Uint8Array | null },
): Promise<string | null> {
  const { name, tags = [], lastBomImport, isLatest = false } = project
  const counted = { what: 'Project versions', name: titleOf(project) }
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
  // An earlier run was ended while its upload was being scanned.
  return added?.projectUuid ?? (await readPresent(context)).get(keyOf(project)) ?? null
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
