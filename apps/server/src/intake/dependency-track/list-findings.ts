import type { Finding, VulnerabilitySource } from '@assay/contract/intake/dependency-track-objects.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { nameUuid } from '@assay/engine/name-uuid.ts'
import { purlOfPackage } from '@assay/engine/vex/purl-of-package.ts'
import { nearestFixes } from '@assay/engine/advisories/nearest-fixes.ts'
import type { Scope } from '#auth/scope.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import { listSignals, worstSignal } from '#knowledge/advisories/clusters/signal-store.ts'
import type { Database } from '#platform/database/database.ts'
import { findLastScan } from '#reporting/reports/stored/store.ts'
import { type Found, foundPages } from '#reporting/reports/findings/list-findings.ts'
import { describeExclusions } from '#scanning/exclusions/store.ts'
import { textOfKey } from '#triage/findings/finding-key.ts'
import { listStates } from '#triage/findings/state-store.ts'
import { shortAnalysis } from './analysis-of.ts'
import type { VersionRow } from './versions-store.ts'

/** Findings of the last scan of a version, one for each affected version of a package. */
export async function* findingPagesOf(
  db: Database,
  scope: Scope,
  version: VersionRow,
): AsyncGenerator<Finding[]> {
  const scan = await findLastScan(db, scope, version.uuid)
  if (!scan) return
  for await (const page of foundPages({ db }, scope, scan))
    yield describeAll(
      db,
      scope,
      page.map((found) => ({ found, version })),
    )
}

export type Place = Pick<VersionRow, 'uuid' | 'version' | 'projectUuid' | 'name'>

/** In the order given, one for each affected version of a package. */
export async function describeAll(
  db: Database,
  scope: Scope,
  all: readonly { found: Found; version: Place }[],
): Promise<Finding[]> {
  const page = all.map(({ found }) => found)
  const excludedBy = page.flatMap(({ excluded }) => excluded?.exclusionUuid ?? [])
  const [briefs, signals, exclusions, stateOf] = await Promise.all([
    readAccountBriefs(db, scope, new Set(page.map(({ advisoryUuid }) => advisoryUuid))),
    listSignals(
      db,
      page.flatMap(({ cves }) => cves),
    ),
    describeExclusions(db, scope, excludedBy),
    statesOf(db, scope, all),
  ])
  const exclusionOf = new Map(exclusions.map((each) => [each.uuid, each]))
  return all.flatMap(({ found, version }) => {
    const vulnerability = vulnerabilityOf(found, {
      brief: briefs.get(found.advisoryUuid),
      signal: worstSignal(signals, found.cves),
    })
    const exclusion = exclusionOf.get(found.excluded?.exclusionUuid ?? '')
    const state = exclusion?.state ?? stateOf(found, version)
    return found.affected.map((affected): Finding => {
      const component = componentOf(found, affected.version, version)
      return {
        component,
        vulnerability,
        analysis: analysisOf(found, affected, { state, detail: exclusion?.description }),
        attribution: {
          analyzerIdentity: 'INTERNAL_ANALYZER',
          ...(found.row && { attributedOn: found.row.introduced_at.getTime() }),
        },
        matrix: [version.uuid, component.uuid, vulnerability.uuid].join(':'),
      }
    })
  })
}

/** Components have no uuid of their own here. */
export const componentUuid = (branchUuid: string, ...named: readonly string[]): string =>
  nameUuid(`urn:assay:dependency-track:${JSON.stringify([branchUuid, ...named])}`)

function componentOf({ ecosystem, name }: Found, version: string, of: Place): Finding['component'] {
  return {
    uuid: componentUuid(of.uuid, ecosystem, name, version),
    ...splitName(name),
    version,
    purl: purlOfPackage({ ecosystem, name, version }),
    project: of.uuid,
    projectName: of.name,
    projectVersion: of.version,
  }
}

/** '@scope/name', 'group:name' and 'vendor/name'. */
export function splitName(full: string): { group?: string; name: string } {
  const at = Math.max(full.lastIndexOf('/'), full.lastIndexOf(':'))
  return at <= 0 ? { name: full } : { group: full.slice(0, at), name: full.slice(at + 1) }
}

const severityNames: Readonly<
  Record<Found['severity'], [name: Finding['vulnerability']['severity'], rank: number]>
> = {
  CRITICAL: ['CRITICAL', 0],
  HIGH: ['HIGH', 1],
  MEDIUM: ['MEDIUM', 2],
  LOW: ['LOW', 3],
  NONE: ['INFO', 4],
  SUGGEST: ['INFO', 4],
  NA: ['UNASSIGNED', 5],
}

interface Facts {
  brief: { ids: string[]; summary: string; cwes: string[] } | undefined
  signal: ReturnType<typeof worstSignal>
}

function vulnerabilityOf(found: Found, { brief, signal }: Facts): Finding['vulnerability'] {
  const { advisoryUuid, cve, publicId, severity, cvss, ecosystem, affected, fixedVersions, name } = found
  const [severityName, severityRank] = severityNames[severity]
  const vulnId = cve ?? publicId ?? displayId({ advisoryUuid, cve, publicId })
  const fixes = nearestFixes({ ecosystem, versions: affected.map(({ version }) => version), fixedVersions })
  return {
    uuid: advisoryUuid,
    source: sourceOf(vulnId),
    vulnId,
    ...(brief?.summary && { title: brief.summary, description: brief.summary }),
    ...(fixes.length > 0 && { recommendation: `Upgrade ${name}; fixed in ${fixes.join(', ')}.` }),
    severity: severityName,
    severityRank,
    ...(cvss !== null && { cvssV3BaseScore: cvss }),
    ...(signal?.epss != null && { epssScore: signal.epss }),
    isKev: signal?.isKnownExploited ?? false,
    cwes: (brief?.cwes ?? []).flatMap((cwe) => {
      const id = /^CWE-(\d{1,6})$/.exec(cwe)?.[1]
      return id === undefined ? [] : [{ cweId: Number(id), name: cwe }]
    }),
    aliases: aliasesOf(brief?.ids ?? [], vulnId),
  }
}

export const sourceOf = (id: string): VulnerabilitySource =>
  id.startsWith('CVE-') ? 'NVD' : id.startsWith('GHSA-') ? 'GITHUB' : 'OSV'

const aliasNames = { NVD: 'cveId', GITHUB: 'ghsaId', OSV: 'osvId' } as const

const aliasesOf = (ids: readonly string[], vulnId: string) =>
  ids
    .filter((id) => id !== vulnId)
    .map((id) => ({ [aliasNames[sourceOf(vulnId)]]: vulnId, [aliasNames[sourceOf(id)]]: id }))

const vexStates = {
  affected: 'EXPLOITABLE',
  not_affected: 'NOT_AFFECTED',
  fixed: 'RESOLVED',
  under_investigation: 'IN_TRIAGE',
} as const

interface Stored {
  /** null if nobody set one. */
  state: string | null
  detail: string | undefined
}

function analysisOf(
  { excluded }: Found,
  { vex }: Found['affected'][number],
  { state, detail }: Stored,
): Finding['analysis'] {
  const isSuppressed = excluded !== null
  if (vex) return { state: vexStates[vex.status], isSuppressed, ...(detail && { detail }) }
  const { state: theirs } = shortAnalysis(state ?? (isSuppressed ? 'not-affected' : 'open'), detail)
  return { state: theirs, isSuppressed, ...(detail && { detail }) }
}

/** What people have set of findings that count. */
async function statesOf(db: Database, scope: Scope, all: readonly { found: Found; version: Place }[]) {
  const counted = all.filter(({ found }) => found.row)
  const stored = await listStates(db, scope, {
    projectUuids: [...new Set(counted.map(({ version }) => version.projectUuid))],
    advisoryUuids: [...new Set(counted.map(({ found }) => found.advisoryUuid))],
  })
  const states = new Map(stored.map((each) => [textOfKey(each), each.state]))
  return ({ advisoryUuid, ecosystem, row }: Found, { projectUuid }: Place): string | null =>
    row === null
      ? null
      : (states.get(textOfKey({ projectUuid, advisoryUuid, ecosystem, packageName: row.package_name })) ??
        null)
}
