import type { Comparison, FoundFinding } from '@assay/engine/lifetimes/finding.ts'
import type { ScanResult } from '@assay/engine/scan-result.ts'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordedData } from '#knowledge/advisories/databases/freshness.ts'
import type { Scope } from '#auth/scope.ts'
import { endBuilds } from '#scanning/builds/store.ts'
import { saveLastMatched, saveRepositoryExclusions } from '#scanning/exclusions/store.ts'
import { writeEvents } from '#platform/outbox/store.ts'
import type { Tx } from '#platform/database/database.ts'
import { asStored } from '#platform/database/json-text.ts'
import { digestAtScan, type StoredComponents } from './component-rows.ts'
import { replaceLicenses } from './branch-license-store.ts'
import { catalogContents } from './component-catalog-store.ts'
import { type ComponentChanges, compareComponents } from './compare-components.ts'
import { endComponents, insertUses, shareContents, updateRequirers } from './component-store.ts'
import {
  endFindings,
  factsKey,
  insertFindings,
  type KnownFinding,
  type NewFinding,
  updateFinding,
  type VersionSpan,
} from './finding-store.ts'
import { beginWhenFirstSeen } from './begin-when-first-seen.ts'
import { explainOpened, replaceAges } from './finding-age-store.ts'
import { insertRuleResults } from '#scanning/rules/result-store.ts'
import { scanEvents } from './scan-events.ts'
import type { Rerating } from './series-store.ts'
import { insertImage } from './image-store.ts'
import { insertScans, type LockedBranch, type NewScan } from './store.ts'
import { findOutcomeChanges } from './outcome-change.ts'
import { replaceUpgrades } from './upgrade-store.ts'
import type { Recorded } from './recorded.ts'
import { contentOf, repeatedContents } from './repeated-contents.ts'
import { ruleEvents } from './rule-events.ts'
import { coverageLoss, languagesOf } from './recorded-coverage.ts'

/** Records everything that scans of different branches produce, in the caller's transaction. */
export async function recordScans(tx: Tx, scope: Scope, all: readonly Recorded[]): Promise<void> {
  if (all.length === 0) return
  const numbered = all.map((recorded) => ({
    ...recorded,
    uuid: randomUUID(),
    number: recorded.branch.lastNumber + 1,
    at: new Date(recorded.now),
  }))
  const flows = await recordFindings(tx, scope, numbered)
  await recordComponents(tx, scope, numbered)
  await replaceUpgrades(
    tx,
    scope,
    numbered.map(({ branch, result }) => ({ branch, upgrades: result.upgrades })),
  )
  await saveRepositoryExclusions(tx, scope, usedExclusions(numbered))
  await saveLastMatched(tx, scope, {
    uuids: [...new Set(numbered.flatMap(({ result }) => result.usedExclusions))],
    at: numbered[0]!.at,
  })
  const repeated = await repeatedContents(tx, scope, numbered)
  const scans = numbered.map((each, index) => ({ ...scanOf(each, repeated[index]!), ...flows[index]! }))
  await insertScans(tx, scope, scans)
  const telling = numbered.filter((_, index) => repeated[index] === null)
  await recordImages(tx, scope, telling)
  await insertRuleResults(
    tx,
    scope,
    telling.map(({ uuid, branch, ruleResults }) => ({
      scanUuid: uuid,
      branchUuid: branch.uuid,
      results: ruleResults,
    })),
  )
  await writeScanEvents(tx, scope, { numbered, scans, flows })
  await endBuilds(
    tx,
    scope,
    numbered.map(({ build, uuid, at }) => ({ uuid: build.uuid, scanUuid: uuid, at })),
  )
}

async function recordImages(tx: Tx, scope: Scope, all: readonly NumberedScan[]): Promise<void> {
  for (const { uuid, branch, result } of all) {
    const { image } = result.inventory
    if (image) await insertImage(tx, scope, { scanUuid: uuid, branchUuid: branch.uuid, image })
  }
}

/** A scan with its identity. */
interface NumberedScan extends Recorded {
  uuid: string
  number: number
  at: Date
}

const scanOf = (recorded: NumberedScan, repeated: string | null): NewScan => {
  const { uuid, number, at, build, branch, result, components, coverage } = recorded
  return {
    ...contentOf(recorded),
    uuid,
    contentUuid: repeated ?? uuid,
    previousUuid: branch.last?.contentUuid ?? null,
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
    outcomeWithoutRules: recorded.outcomeWithoutRules,
    componentCount: result.inventory.components.length,
    libyears: result.libyears,
    unknownReleases: countUnknownReleases(result),
    languages: languagesOf(result),
    ...countFindings(branch, result.comparison),
    indexVersions: recorded.indexVersions,
    advisoryData: recorded.advisoryData.map(recordedData),
    coverage,
    loss: coverageLoss(recorded, coverage),
    componentsDigest: digestAtScan(components, number),
  }
}

interface WrittenScans {
  numbered: readonly NumberedScan[]
  scans: readonly NewScan[]
  flows: readonly Flow[]
}

async function writeScanEvents(
  tx: Tx,
  scope: Scope,
  { numbered, scans, flows }: WrittenScans,
): Promise<void> {
  const changes = await findOutcomeChanges(tx, scope, numbered)
  const events = numbered.flatMap((recorded, index) =>
    recorded.isPast
      ? []
      : scanEvents(recorded, scans[index]!, { opened: flows[index]!.opened, change: changes[index]! }),
  )
  await writeEvents(tx, scope.accountUuid, [...events, ...(await ruleEvents(tx, scope, numbered))])
}

/** Repository exclusions referenced by a finding of the scans. */
function usedExclusions(all: readonly Pick<Recorded, 'result'>[]) {
  const used = all.flatMap(({ result: { inventory, findings } }) => {
    const named = new Set(findings.map(({ exclusionUuid }) => exclusionUuid))
    return (inventory.exclusions ?? []).filter(({ uuid }) => named.has(uuid))
  })
  return [...new Map(used.map((each) => [each.uuid, each])).values()]
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
export const countUnknownReleases = ({ ages }: Pick<ScanResult, 'ages'>) =>
  ages.filter(({ hasKnownReleases }) => !hasKnownReleases).length

interface Flow {
  opened: NewFinding[]
  hasFlow: boolean
  rerated: Rerating[]
}

async function recordFindings(tx: Tx, scope: Scope, all: readonly NumberedScan[]): Promise<Flow[]> {
  // Before inserting: an ended lifetime frees the unique key for the next one.
  await endFindings(
    tx,
    scope,
    all.flatMap(({ result, number, at }) => result.comparison.ended.map((ended) => ({ ended, number, at }))),
  )
  const changed = all.map(({ result }) => changedOf(result.comparison))
  for (const [index, { number }] of all.entries())
    for (const { known, found } of changed[index]!) {
      const spans = continueSpans(known.spans, found, number)
      await updateFinding(tx, scope, { uuid: known.uuid, found, spans })
    }
  const opened: NewFinding[][] = []
  for (const each of all)
    opened.push(each.isPast ? await beginWhenFirstSeen(tx, scope, openedOf(each)) : openedOf(each))
  await insertFindings(tx, scope, opened.flat())
  const causes = await explainOpened(
    tx,
    scope,
    all
      .filter((_, index) => opened[index]!.length > 0)
      .map(({ branch, number }) => ({ branchUuid: branch.uuid, number })),
  )
  const flows = all.map(({ result }, index) => ({
    opened: opened[index]!.map((row) => ({ ...row, cause: causes.get(row.uuid) ?? ('dependency' as const) })),
    hasFlow: opened[index]!.length + result.comparison.ended.length + changed[index]!.length > 0,
    rerated: reratingsOf(changed[index]!),
  }))
  const flowing = all.filter((_, index) => flows[index]!.hasFlow).map(({ branch }) => branch.uuid)
  if (flowing.length > 0) await replaceAges(tx, scope, flowing)
  return flows
}

const changedOf = ({ continued }: Comparison) =>
  continued.flatMap(({ finding, found }) => {
    const known = finding as KnownFinding
    return isUnchanged(known, found) ? [] : [{ known, found }]
  })

const openedOf = ({ branch, result, number, at }: NumberedScan): NewFinding[] =>
  result.comparison.opened.map((found) => ({
    uuid: randomUUID(),
    branchUuid: branch.uuid,
    projectUuid: branch.projectUuid,
    number,
    at,
    found,
  }))

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

async function recordComponents(tx: Tx, scope: Scope, all: readonly NumberedScan[]): Promise<void> {
  const changed: ChangedComponents[] = []
  for (const { branch, components, number } of all)
    if (!hasDigest(branch, components))
      changed.push({ branch, number, ...(await compareComponents(tx, scope, { branch, components })) })
  const contents = await shareContents(
    tx,
    scope,
    changed.flatMap(({ added }) => added),
  )
  for (const each of changed) await replaceComponents(tx, scope, each)
  await catalogContents(tx, scope, contents)
}

interface ChangedComponents extends ComponentChanges {
  branch: LockedBranch
  number: number
}

/** Whether the branch is known to have exactly these components. */
export const hasDigest = (
  { componentsDigest, lastNumber }: Pick<LockedBranch, 'componentsDigest' | 'lastNumber'>,
  components: Pick<StoredComponents, 'digest'>,
): boolean => componentsDigest !== null && digestAtScan(components, lastNumber).equals(componentsDigest)

async function replaceComponents(
  tx: Tx,
  scope: Scope,
  { branch, number, added, ended, renamed }: ChangedComponents,
): Promise<void> {
  await endComponents(tx, scope, { branchUuid: branch.uuid, number, digests: ended })
  await insertUses(tx, scope, { branchUuid: branch.uuid, number, rows: added })
  await updateRequirers(tx, scope, { branchUuid: branch.uuid, rows: renamed })
  if (ended.length > 0 || added.length > 0) await replaceLicenses(tx, scope, branch)
}
