import { isCounted } from '@assay/engine/lifetimes/counts.ts'
import type { Comparison, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import { documentsOf } from '@assay/engine/lifetimes/scanned-documents.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordedData } from '#knowledge/advisories/freshness.ts'
import type { Scope } from '#auth/scope.ts'
import { updateBuild } from '#scanning/builds/store.ts'
import { saveLastMatched, saveRepositoryExclusions } from '#scanning/exclusions/store.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import type { Tx } from '#platform/database/database.ts'
import { asStored } from '#platform/database/json-text.ts'
import { componentRows } from './component-rows.ts'
import { replaceLicenses } from './branch-license-store.ts'
import { catalogComponents } from './component-catalog-store.ts'
import { endComponents, insertComponents, listComponentDigests } from './component-store.ts'
import {
  endFindings,
  factsKey,
  insertFindings,
  type KnownFinding,
  type NewFinding,
  updateFinding,
  type VersionSpan,
} from './finding-store.ts'
import { explainOpened, replaceAges } from './finding-age-store.ts'
import { scanEvents } from './scan-events.ts'
import type { Rerating } from './series-store.ts'
import { insertScan, type LockedBranch } from './store.ts'
import { findOutcomeChange } from './outcome-change.ts'
import { replaceUpgrades } from './upgrade-store.ts'
import type { Recorded } from './recorded.ts'
import { coverageLoss, languagesOf, recordedCoverage } from './recorded-coverage.ts'

/** Records everything a scan produces, in the caller's transaction. */
export async function recordScan(tx: Tx, scope: Scope, recorded: Recorded): Promise<void> {
  const { build, branch, result, now, indexVersions, advisoryData } = recorded
  const number = branch.lastNumber + 1
  const at = new Date(now)
  const uuid = randomUUID()
  const { opened, ...flow } = await recordFindings(tx, scope, { ...recorded, number, at })
  await recordComponents(tx, scope, { branch, result, number })
  await replaceUpgrades(tx, scope, { branch, upgrades: result.upgrades })
  const counts = countFindings(branch, result.comparison)
  const coverage = recordedCoverage(recorded)
  const scan = {
    uuid,
    branchUuid: branch.uuid,
    projectUuid: branch.projectUuid,
    buildUuid: build.uuid,
    number,
    at,
    scores: result.scores,
    penalties: result.scores.penalties,
    formulaVersion: result.scores.formulaVersion,
    securityScoring: recorded.securityScoring,
    outcome: result.outcome,
    componentCount: result.inventory.components.length,
    libyears: result.libyears,
    unknownReleases: countUnknownReleases(result),
    languages: languagesOf(result),
    files: result.inventory.files,
    documents: documentsOf(result.inventory),
    ...counts,
    issues: result.issues,
    excluded: excludedOf(result.findings),
    indexVersions,
    advisoryData: advisoryData.map(recordedData),
    coverage,
    loss: coverageLoss(recorded, coverage),
  }
  await saveRepositoryExclusions(tx, scope, usedExclusions(result))
  await saveLastMatched(tx, scope, { uuids: result.usedExclusions, at })
  await insertScan(tx, scope, { ...scan, ...flow })
  if (!recorded.isPast) {
    const change = await findOutcomeChange(tx, scope, recorded)
    await writeEvents(tx, scope.accountUuid, scanEvents(recorded, scan, { opened, change }))
  }
  await updateBuild(tx, scope, { uuid: build.uuid, state: 'success', scanUuid: uuid, at })
}

/** Repository exclusions referenced by a finding of the scan. */
function usedExclusions({ inventory, findings }: ScanResult) {
  const named = new Set(findings.map(({ exclusionUuid }) => exclusionUuid))
  return (inventory.exclusions ?? []).filter(({ uuid }) => named.has(uuid))
}

function countFindings({ last }: LockedBranch, { opened, continued, ended }: Comparison) {
  const mitigationCount = ended.filter(({ kind }) => kind === 'upgraded' || kind === 'removed').length
  const vulnerabilityCount = opened.length + continued.length
  return {
    vulnerabilityCount,
    vulnerabilityDelta: vulnerabilityCount - (last?.vulnerabilityCount ?? 0),
    identifiedCount: opened.length,
    mitigationCount,
    identifiedTotal: (last?.identifiedTotal ?? 0) + opened.length,
    addressedTotal: (last?.addressedTotal ?? 0) + mitigationCount,
  }
}

/** Components that count as neither current nor outdated. */
export const countUnknownReleases = ({ ages }: ScanResult) =>
  ages.filter(({ hasKnownReleases }) => !hasKnownReleases).length

/** Listed in reports but not counted. */
export const excludedOf = (findings: FoundFinding[]) => findings.filter((finding) => !isCounted(finding))

async function recordFindings(
  tx: Tx,
  scope: Scope,
  { branch, result, number, at }: Recorded & { number: number; at: Date },
): Promise<{ opened: NewFinding[]; hasFlow: boolean; rerated: Rerating[] }> {
  const { opened, continued, ended } = result.comparison
  // Before inserting: an ended lifetime frees the unique key for the next one.
  await endFindings(tx, scope, { ended, number, at })
  const changed = continued.flatMap(({ finding, found }) => {
    const open = finding as KnownFinding
    return isUnchanged(open, found) ? [] : [{ known: open, found }]
  })
  for (const { known, found } of changed) {
    const spans = continueSpans(known.spans, found, number)
    await updateFinding(tx, scope, { uuid: known.uuid, found, spans })
  }
  const { uuid: branchUuid, projectUuid } = branch
  const rows = opened.map((found) => ({ uuid: randomUUID(), branchUuid, projectUuid, number, at, found }))
  await insertFindings(tx, scope, rows)
  const causes = rows.length > 0 ? await explainOpened(tx, scope, { branchUuid, number }) : null
  const explained = rows.map((row) => ({ ...row, cause: causes?.get(row.uuid) ?? 'dependency' }))
  const hasFlow = rows.length + ended.length + changed.length > 0
  if (hasFlow) await replaceAges(tx, scope, branchUuid)
  return { opened: explained, hasFlow, rerated: reratingsOf(changed) }
}

const reratingsOf = (changed: readonly { known: KnownFinding; found: FoundFinding }[]): Rerating[] =>
  changed
    .map(({ known, found }) => ({ from: known.severity, to: found.severity }))
    .filter(({ from, to }) => from !== to)

/** Whether nothing stored about the finding changes. Only spans that start or end name the scan, by its number. */
export const isUnchanged = ({ spans, facts }: KnownFinding, found: FoundFinding): boolean =>
  factsKey(found) === facts && isDeepStrictEqual(asStored(continueSpans(spans, found, -1)), spans)

/** Continues versions that are still present with current data, ends missing ones and starts new ones. */
export function continueSpans(spans: VersionSpan[], found: FoundFinding, number: number): VersionSpan[] {
  const current = new Map(found.versions.map((version) => [version.version, version]))
  const continued = spans.map((span) => {
    const now = span.to === null ? current.get(span.version) : undefined
    if (span.to !== null) return span
    current.delete(span.version)
    return now ? { ...now, from: span.from, to: null } : { ...span, to: number }
  })
  return [...continued, ...[...current.values()].map((version) => ({ ...version, from: number, to: null }))]
}

async function recordComponents(
  tx: Tx,
  scope: Scope,
  { branch, result, number }: Pick<Recorded, 'branch' | 'result'> & { number: number },
): Promise<void> {
  const rows = componentRows(result)
  const storedDigests = await listComponentDigests(tx, scope, branch.uuid)
  const current = new Set(rows.map(({ digest }) => digest))
  const digests = [...storedDigests].filter((digest) => !current.has(digest))
  await endComponents(tx, scope, { branchUuid: branch.uuid, number, digests })
  const added = rows.filter(({ digest }) => !storedDigests.has(digest))
  await insertComponents(tx, scope, { branchUuid: branch.uuid, number, rows: added })
  if (digests.length > 0 || added.length > 0) await replaceLicenses(tx, scope, branch)
  await catalogComponents(tx, scope, { branchUuid: branch.uuid, number })
}
