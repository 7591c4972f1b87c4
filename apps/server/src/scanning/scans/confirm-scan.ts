import type { ScanResult } from '@assay/engine/scan-result.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Scope } from '#auth/scope.ts'
import { recordedData } from '#knowledge/advisories/databases/freshness.ts'
import { markChanged } from '#projects/project-store.ts'
import { endBuilds } from '#scanning/builds/store.ts'
import type { Tx } from '#platform/database/database.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import { asStored } from '#platform/database/json-text.ts'
import { compareComponents } from './compare-components.ts'
import type { KnownFinding } from './finding-store.ts'
import { countUnknownReleases, hasDigest, isUnchanged } from './record-scan.ts'
import { excludedOf } from './repeated-contents.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { isSameResults } from '#scanning/rules/same-results.ts'
import { findOutcomeChanges } from './outcome-change.ts'
import { eventCoverage, outcomeEvents } from './scan-events.ts'
import { rewritePoints } from './series-store.ts'
import { type LockedBranch, updateAdvisoryData } from './store.ts'
import { replaceUpgrades } from './upgrade-store.ts'
import type { Recorded } from './recorded.ts'
import { languagesOf } from './recorded-coverage.ts'

type LastScan = NonNullable<LockedBranch['last']>

/**
 * Whether the result of a rescan equals the branch's last scan. Then no new one is recorded: a rescan without changes is
 * not counted, and a declared outcome is kept.
 */
export async function isSameAsLast(tx: Tx, scope: Scope, recorded: Recorded): Promise<boolean> {
  const { branch, result, components } = recorded
  if (!branch.last || !hasSameFindings(result) || !hasSameNumbers(branch.last, result)) return false
  if (!(await hasSameHits(tx, scope, recorded))) return false
  return hasDigest(branch, components) || (await hasSameComponents(tx, scope, recorded))
}

/** Ends the builds of rescans with the last scans of their branches, whose results they equal. */
export async function confirmScans(tx: Tx, scope: Scope, all: readonly Recorded[]): Promise<void> {
  if (all.length === 0) return
  await reportChanges(tx, scope, all)
  await reportConfirmed(tx, scope, all)
  for (const [coverage, alike] of Map.groupBy(all, (recorded) => recorded.coverage)) {
    const { indexVersions, advisoryData } = alike[0]!
    const uuids = alike.map(({ branch }) => branch.last!.uuid)
    await updateAdvisoryData(tx, scope, {
      uuids,
      indexVersions,
      advisoryData: advisoryData.map(recordedData),
      coverage,
    })
  }
  await rewritePoints(
    tx,
    scope,
    all.map(({ branch }) => ({ branchUuid: branch.uuid, number: branch.lastNumber })),
  )
  // A new release may fix findings that stay open.
  await replaceUpgrades(
    tx,
    scope,
    all.map(({ branch, result }) => ({ branch, upgrades: result.upgrades })),
  )
  await markChanged(
    tx,
    scope,
    all.map(({ branch }) => branch.uuid),
  )
  await endBuilds(
    tx,
    scope,
    all.map(({ build, branch, now }) => ({
      uuid: build.uuid,
      scanUuid: branch.last!.uuid,
      at: new Date(now),
    })),
  )
}

/** Newer advisory data can prove that a branch meets the minimum scores. */
async function reportChanges(tx: Tx, scope: Scope, all: readonly Recorded[]): Promise<void> {
  const changes = await findOutcomeChanges(tx, scope, all)
  const events = all.flatMap(({ branch, coverage, minimumScores: minimums }, index) => {
    const last = branch.last!
    const { uuid: scanUuid, security, stability, licensing } = last
    const ids = { projectUuid: branch.projectUuid, branchUuid: branch.uuid, scanUuid }
    const scores = { security, stability, licensing }
    return outcomeEvents(changes[index]!, {
      ...ids,
      scores,
      minimums,
      ...eventCoverage({ ...last, coverage }),
    })
  })
  await writeEvents(tx, scope.accountUuid, events)
}

/** What a rule decided may have ended since the last scan was recorded, before a rescan saw it: it decides anew. */
const reportConfirmed = (tx: Tx, scope: Scope, all: readonly Recorded[]): Promise<void> =>
  writeEvents(
    tx,
    scope.accountUuid,
    all
      .filter(({ ruleResults }) =>
        ruleResults.some(({ effect, hitCount }) => effect === 'triage' && hitCount > 0),
      )
      .map(({ branch: { uuid: branchUuid, projectUuid, last } }) => ({
        type: 'scan.confirmed',
        payload: { projectUuid, branchUuid, scanUuid: last!.uuid },
      })),
  )

async function hasSameHits(tx: Tx, scope: Scope, { branch, ruleResults }: Recorded): Promise<boolean> {
  const { uuid, outcomeWithoutRules } = branch.last!
  const results = (await listRuleResults(tx, scope, [uuid])).get(uuid) ?? []
  return isSameResults({ results, outcomeWithoutRules }, ruleResults)
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
async function hasSameComponents(
  tx: Tx,
  scope: Scope,
  { branch, components }: Pick<Recorded, 'branch' | 'components'>,
): Promise<boolean> {
  const { added, ended } = await compareComponents(tx, scope, { branch, components })
  return added.length === 0 && ended.length === 0
}
