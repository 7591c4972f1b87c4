import type { ScanResult } from '@assay/engine/scan-result.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '#auth/scope.ts'
import { recordedData } from '#knowledge/advisories/freshness.ts'
import { markChanged } from '#projects/project-store.ts'
import { updateBuild } from '#scanning/builds/store.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { asStored } from '#platform/database/json-text.ts'
import { componentRows } from './component-rows.ts'
import { listComponentDigests } from './component-store.ts'
import type { KnownFinding } from './finding-store.ts'
import { countUnknownReleases, excludedOf, isUnchanged } from './record-scan.ts'
import { findOutcomeChange } from './outcome-change.ts'
import { eventCoverage, outcomeEvents } from './scan-events.ts'
import { rewriteLastPoint } from './series-store.ts'
import { type LockedBranch, updateAdvisoryData } from './store.ts'
import { replaceUpgrades } from './upgrade-store.ts'
import type { Recorded } from './recorded.ts'
import type { RecordedCoverage } from './coverage-facts.ts'
import { languagesOf, recordedCoverage } from './recorded-coverage.ts'

type LastScan = NonNullable<LockedBranch['last']>

/**
 * If the result equals the branch's last scan, ends the build with that scan and records no new one: a rescan without
 * changes is not counted, and a declared outcome is kept. Returns whether it did.
 */
export async function confirmScan(tx: Tx, scope: Scope, recorded: Recorded): Promise<boolean> {
  const { build, branch, result, now, indexVersions, advisoryData } = recorded
  const { last } = branch
  if (!last || !hasSameFindings(result) || !hasSameNumbers(last, result)) return false
  if (!hasSameComponents(await listComponentDigests(tx, scope, branch.uuid), result)) return false
  const coverage = recordedCoverage(recorded)
  await reportChange(tx, scope, { last, recorded, coverage })
  const confirmed = { indexVersions, advisoryData: advisoryData.map(recordedData), coverage }
  await updateAdvisoryData(tx, scope, { uuid: last.uuid, ...confirmed })
  await rewriteLastPoint(tx, scope, { branchUuid: branch.uuid, number: branch.lastNumber })
  // A new release may fix findings that stay open.
  await replaceUpgrades(tx, scope, { branch, upgrades: result.upgrades })
  await markChanged(tx, scope, branch.uuid)
  await updateBuild(tx, scope, { uuid: build.uuid, state: 'success', scanUuid: last.uuid, at: new Date(now) })
  return true
}

/** Newer advisory data can prove that the branch meets the minimum scores. */
async function reportChange(
  tx: Tx,
  scope: Scope,
  { last, recorded, coverage }: { last: LastScan; recorded: Recorded; coverage: RecordedCoverage },
): Promise<void> {
  const { branch, minimumScores: minimums } = recorded
  const { uuid: scanUuid, security, stability, licensing } = last
  const ids = { projectUuid: branch.projectUuid, branchUuid: branch.uuid, scanUuid }
  const change = await findOutcomeChange(tx, scope, recorded)
  const scores = { security, stability, licensing }
  await writeEvents(
    tx,
    scope.accountUuid,
    outcomeEvents(change, { ...ids, scores, minimums, ...eventCoverage({ ...last, coverage }) }),
  )
}

const hasSameFindings = ({ comparison: { opened, continued, ended } }: ScanResult) =>
  opened.length === 0 &&
  ended.length === 0 &&
  continued.every(({ finding, found }) => isUnchanged(finding as KnownFinding, found))

function hasSameNumbers(last: LastScan, result: ScanResult): boolean {
  const { scores } = result
  const { penalties } = scores
  return isDeepStrictEqual(
    [
      [last.security, last.stability, last.licensing, last.formulaVersion, last.outcome, last.componentCount],
      [last.libyears, last.unknownReleases],
      [last.securityPenalty, last.stabilityPenalty, last.licensingPenalty].map(Math.fround),
      [last.languages, last.files, last.issues, last.excluded],
    ],
    [
      [
        scores.security,
        scores.stability,
        scores.licensing,
        scores.formulaVersion,
        result.outcome,
        result.inventory.components.length,
      ],
      [result.libyears, countUnknownReleases(result)],
      // The columns are single precision.
      [penalties.security, penalties.stability, penalties.licensing].map(Math.fround),
      [
        languagesOf(result),
        result.inventory.files,
        asStored(result.issues),
        asStored(excludedOf(result.findings)),
      ],
    ],
  )
}

/** The digest covers licenses, violations, newer versions and warnings too. */
function hasSameComponents(previous: Set<string>, result: ScanResult): boolean {
  const digests = new Set(componentRows(result).map(({ digest }) => digest))
  return digests.size === previous.size && digests.isSubsetOf(previous)
}
