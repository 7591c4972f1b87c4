import { type Severity, toWireSeverity } from '@assay/engine/vocabulary.ts'
import { describeRule } from '@assay/engine/advisories/describe-evidence.ts'
import type { Finding } from '@assay/contract/findings.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AffectedVersion as Affected, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { readAccountBriefs } from '#knowledge/own-advisories/texts.ts'
import type { Usage } from '@assay/engine/package-usage.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { listSignals, worstSignal } from '#knowledge/advisories/clusters/signal-store.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { describeExclusions } from '#scanning/exclusions/store.ts'
import { ItemStream } from '#platform/http/item-stream.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import { graphBytesPerComponent } from '#reporting/reports/components/dependency-graph.ts'
import { type PathsTo, pathsAt } from '#reporting/reports/components/paths-at.ts'
import { excludedPages, type FindingAt, findingKeysAt, findingPages } from './finding-pages-store.ts'
import { findPageFixes, type FixesOf } from './find-page-fixes.ts'
import { lifetimeOf } from './lifetime.ts'
import { scanUuids } from '#scanning/scans/scan-list-store.ts'
import type { ScanRow } from '#reporting/reports/stored/store.ts'
import { whyExcluded } from './why-excluded.ts'

/** Limit for readability. */
const maxPaths = 5

export type Context = Pick<AppContext, 'db' | 'advisories'>

/** Findings of a scan: counted ones, then excluded ones. */
export const listFindings = (context: Context, scope: Scope, scan: ScanRow) =>
  largeResponse(
    scan.component_count * graphBytesPerComponent,
    async () =>
      new ItemStream(describeFound(context, scope, { scan, pages: foundPages(context, scope, scan) })),
  )

interface FoundPages {
  scan: ScanRow
  pages: AsyncIterable<Found[]>
  /** Whether it is about few of them: then only what leads to these is read of the dependency graph. */
  isPart?: boolean
}

/** Describes findings of the scan page by page. */
export async function* describeFound(
  context: Context,
  scope: Scope,
  { scan, pages, isPart = false }: FoundPages,
): AsyncGenerator<Finding[]> {
  const at = { branchUuid: scan.branch_uuid, number: scan.number }
  const whole = isPart ? null : await pathsAt(context.db, scope, at)
  for await (const found of pages) {
    const paths = whole ?? pathsAt(context.db, scope, { ...at, of: versionsOf(found) })
    yield describeFindings(context, scope, { scan, found, paths })
  }
}

const versionsOf = (found: readonly Found[]) =>
  found.flatMap(({ name, affected }) => affected.map(({ version }) => `${name}@${version}`))

/** Counted ones, then excluded ones. */
export async function* foundPages(
  { db }: Pick<Context, 'db'>,
  scope: Scope,
  scan: ScanRow,
): AsyncGenerator<Found[]> {
  const { branch_uuid: branchUuid, number } = scan
  const keys = await findingKeysAt(db, scope, { branchUuid, number })
  for await (const rows of findingPages(db, scope, { keys, number })) yield rows.map(fromRow)
  for await (const rows of excludedPages(db, scope, scan.uuid)) yield rows.map(fromExcluded)
}

interface FoundPage {
  scan: ScanRow
  found: Found[]
  /** Read while the rest is. */
  paths: PathsTo | Promise<PathsTo>
}

async function describeFindings(
  context: Context,
  scope: Scope,
  { scan, found, paths }: FoundPage,
): Promise<Finding[]> {
  const { db } = context
  const present = <Value>(values: (Value | null | undefined)[]) => values.filter((value) => value != null)
  const numbers = present(found.flatMap(({ row }) => [row?.introduced_number, row?.ended_number]))
  const [pathsTo, signals, exclusions, briefs, uuids, fixesOf] = await Promise.all([
    paths,
    listSignals(
      db,
      found.flatMap(({ cves }) => cves),
    ),
    describeExclusions(db, scope, present(found.map(({ excluded }) => excluded?.exclusionUuid))),
    readAccountBriefs(db, scope, new Set(found.map(({ advisoryUuid }) => advisoryUuid))),
    scanUuids(db, scope, { branchUuid: scan.branch_uuid, numbers }),
    findPageFixes(
      context,
      scope,
      found.flatMap(({ ecosystem, name, affected }) =>
        affected.map((each) => ({ ...each, ecosystem, name })),
      ),
    ),
  ])
  const versionOf = describeVersions({ pathsTo, fixesOf })
  return found.map(
    ({ ecosystem, name, affected, row, excluded: from, publicId, usage, ...facts }): Finding => {
      const brief = briefs.get(facts.advisoryUuid)
      const signal = worstSignal(signals, facts.cves)
      const records = affected.flatMap(({ evidence }) => evidence.map(({ recordId }) => recordId))
      return {
        ...facts,
        displayId: displayId({ ...facts, publicId }),
        ecosystem,
        package: name,
        recordIds: [...new Set([...(brief?.ids ?? []), ...records])],
        summary: brief?.summary ?? '',
        cwes: brief?.cwes ?? [],
        isKnownExploited: signal?.isKnownExploited ?? false,
        epss: signal?.epss ?? null,
        versions: affected.map((each) => versionOf({ ecosystem, name, ...each }, facts.advisoryUuid)),
        ...(usage && { usage }),
        exclusion: from && whyExcluded(from, exclusions, scan),
        lifetime: row && lifetimeOf(row, (number) => uuids.get(number)!),
      }
    },
  )
}

/** Common fields of counted and excluded findings. */
export interface Found extends Pick<
  Finding,
  'advisoryUuid' | 'cve' | 'cves' | 'severity' | 'cvss' | 'category' | 'fixedVersions'
> {
  ecosystem: EcosystemId
  publicId: string | null
  name: string
  affected: Affected[]
  row: FindingAt | null
  usage: Usage | undefined
  /** null if it counts. */
  excluded: FoundFinding | null
}

export const fromRow = (row: FindingAt): Found => ({
  advisoryUuid: row.advisoryUuid,
  cve: row.cve,
  cves: cvesOf(row),
  publicId: row.public_id,
  ...severityOf(row),
  fixedVersions: row.fixed_versions,
  category: row.category as Found['category'],
  ecosystem: row.ecosystem as EcosystemId,
  name: row.display_name,
  affected: row.spans,
  usage: (row.usage ?? undefined) as Usage | undefined,
  row,
  excluded: null,
})

export const fromExcluded = (found: FoundFinding): Found => ({
  advisoryUuid: found.advisoryUuid,
  cve: found.cve,
  cves: cvesOf(found),
  publicId: found.publicId ?? null,
  ...severityOf(found),
  fixedVersions: found.fixedVersions,
  category: found.category,
  ecosystem: found.ecosystem,
  name: found.displayName,
  affected: found.versions,
  usage: found.usage,
  row: null,
  excluded: found,
})

/** Findings of earlier versions have only a CVE. */
export const cvesOf = ({ cve, cves }: { cve: string | null; cves?: readonly string[] }): string[] =>
  cves && cves.length > 0 ? [...cves] : cve === null ? [] : [cve]

/** Wire format; the column stores the score in single precision. */
export const severityOf = ({ severity, cvss }: { severity: string; cvss: number | null }) => ({
  severity: toWireSeverity[severity as Severity],
  cvss: cvss === null ? null : Math.round(cvss * 10) / 10,
})

interface Sources {
  pathsTo: PathsTo
  fixesOf: FixesOf
}

/** Cached per version, since many advisories may affect the same one. */
function describeVersions({ pathsTo, fixesOf }: Sources) {
  const knownPaths = new Map<string, string[][]>()
  return (
    of: Affected & { ecosystem: EcosystemId; name: string },
    advisoryUuid: string,
  ): Finding['versions'][number] => {
    const { name, version, isDirect, isUncertain, locations, evidence, origin, vex } = of
    const key = `${name}@${version}`
    const paths = knownPaths.get(key) ?? pathsTo(key, maxPaths)
    knownPaths.set(key, paths)
    const { recommended, safeVersions, fixOf, upgradeFor } = fixesOf(of)
    return {
      version,
      isDirect,
      ...(isUncertain && { isUncertain }),
      locations,
      paths,
      fixesThis: fixOf(advisoryUuid),
      recommended,
      upgrade: upgradeFor(advisoryUuid),
      safeVersions,
      ...(vex && { vex }),
      evidence: evidence.map((each) => ({ ...each, rule: describeRule(each.rule, origin) })),
    }
  }
}
