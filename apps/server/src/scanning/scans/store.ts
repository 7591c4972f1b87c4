import type { ScannedDocument } from '@assay/engine/inventory.ts'
import type { Outcome, SecurityScoring } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { RecordedData } from '#knowledge/advisories/databases/freshness.ts'
import { markChanged, updateLastScans } from '#projects/project-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { type KnownFinding, listOpenFindings } from './finding-store.ts'
import { contentGaps, gapsBeside, insertContents, type ScanContent } from './content-store.ts'
import { appendToSeries, rewritePoints, type SeriesScan } from './series-store.ts'
import type { CoverageLoss, RecordedCoverage } from './coverage-facts.ts'

type LastScan = Awaited<ReturnType<typeof listLast>>[number]
type CoveredScan = Awaited<ReturnType<typeof listCovered>>[number]

export interface LockedBranch {
  uuid: string
  name: string
  projectUuid: string
  lastNumber: number
  /** Epoch ms. */
  lastScannedAt: number | null
  /** Of its current components; null if it was not stored with them. */
  componentsDigest: Uint8Array | null
  last: LastScan | null
  /** The last scan that did not cover less than those before it; null without one. */
  covered: CoveredScan | null
  open: KnownFinding[]
}

/** Branches after their last scans, locked until the transaction ends, in a fixed order. */
export async function lockBranches(
  tx: Tx,
  scope: Scope,
  uuids: readonly string[],
): Promise<Map<string, LockedBranch>> {
  const branches = await tx
    .selectFrom('branch')
    .innerJoin('account', 'account.uuid', 'branch.account_uuid')
    .selectAll('branch')
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.uuid', '=', anyOf(uuids))
    .orderBy('branch.uuid')
    .forKeyShare('account')
    .forUpdate('branch')
    .execute()
  // The first scan of a branch has nothing before it.
  const scanned = branches.filter(({ last_number: number }) => number > 0).map(({ uuid }) => uuid)
  const byBranch = <T extends { branchUuid: string }>(rows: T[]) =>
    new Map(rows.map((row) => [row.branchUuid, row]))
  const isFirst = scanned.length === 0
  const last = byBranch(isFirst ? [] : await listLast(tx, scope, scanned))
  const covered = byBranch(isFirst ? [] : await listCovered(tx, scope, scanned))
  const open = isFirst ? new Map<string, KnownFinding[]>() : await listOpenFindings(tx, scope, scanned)
  return new Map(
    branches.map((branch) => [
      branch.uuid,
      {
        uuid: branch.uuid,
        name: branch.name,
        projectUuid: branch.project_uuid,
        lastNumber: branch.last_number,
        lastScannedAt: branch.last_scanned_at?.getTime() ?? null,
        componentsDigest: branch.components_digest,
        last: last.get(branch.uuid) ?? null,
        covered: covered.get(branch.uuid) ?? null,
        open: open.get(branch.uuid) ?? [],
      },
    ]),
  )
}

const listLast = (tx: Tx, scope: Scope, branchUuids: readonly string[]) =>
  tx
    .selectFrom('branch')
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.account_uuid', '=', 'branch.account_uuid')
        .onRef('scan.branch_uuid', '=', 'branch.uuid')
        .onRef('scan.number', '=', 'branch.last_number'),
    )
    .select([
      ...(['branch_uuid as branchUuid', 'scan.uuid', 'outcome', 'languages', 'files', 'documents'] as const),
      ...(['issues', 'excluded', 'gaps', 'checked', 'gap_counts as gapCounts'] as const),
      'content_uuid as contentUuid',
      contentGaps('scan').as('contentGaps'),
      ...(['security_score as security', 'security_penalty as securityPenalty'] as const),
      ...(['stability_score as stability', 'stability_penalty as stabilityPenalty'] as const),
      ...(['licensing_score as licensing', 'licensing_penalty as licensingPenalty'] as const),
      'build_uuid as buildUuid',
      'outcome_without_rules as outcomeWithoutRules',
      'formula_version as formulaVersion',
      'component_count as componentCount',
      'libyears',
      'unknown_releases as unknownReleases',
      'vulnerability_count as vulnerabilityCount',
      'identified_total as identifiedTotal',
      'addressed_total as addressedTotal',
    ])
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.uuid', '=', anyOf(branchUuids))
    .execute()

const listCovered = (tx: Tx, scope: Scope, branchUuids: readonly string[]) =>
  tx
    .selectFrom('branch')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('scan')
          .select([
            'branch_uuid as branchUuid',
            'number',
            'security_score as security',
            'component_count as listed',
            'checked_count as checked',
            'hiding_gaps as hiding',
            'files',
            'languages',
          ])
          .whereRef('scan.account_uuid', '=', 'branch.account_uuid')
          .whereRef('branch_uuid', '=', 'branch.uuid')
          .where('covers_less', '=', false)
          .orderBy('number', 'desc')
          .limit(1)
          .as('covered'),
      (join) => join.onTrue(),
    )
    .selectAll('covered')
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.uuid', '=', anyOf(branchUuids))
    .execute()

interface DecidedScan {
  branchUuid: string
  outcome: string
  issues: unknown
  index_versions: unknown
  advisory_data: unknown
  scanned_at: Date
}

/** Of each branch's scans up to a number, the last ones that passed or failed, the newest first. */
export async function listDecided(
  tx: Tx,
  { accountUuid }: Scope,
  branches: readonly Pick<LockedBranch, 'uuid' | 'lastNumber'>[],
): Promise<Map<string, DecidedScan[]>> {
  if (branches.length === 0) return new Map()
  const { rows } = await sql<DecidedScan>`
    select given.branch_uuid as "branchUuid", decided.*
    from unnest(${branches.map(({ uuid }) => uuid)}::uuid[], ${branches.map(({ lastNumber }) => lastNumber)}::int[])
      as given(branch_uuid, last_number)
    cross join lateral (
      select outcome, issues, index_versions, advisory_data, scanned_at from scan
      where account_uuid = ${accountUuid} and branch_uuid = given.branch_uuid and number <= given.last_number
        and outcome <> 'UNDECLARED'
      order by number desc limit 20) decided
    order by scanned_at desc`.execute(tx)
  return Map.groupBy(rows, ({ branchUuid }) => branchUuid)
}

const anyOf = (uuids: readonly string[]) => sql<string>`any(${[...uuids]}::uuid[])`

/** The newest advisory data with which the results of scans were confirmed, and what was checked with it. */
export const updateAdvisoryData = (
  tx: Tx,
  scope: Scope,
  { uuids, indexVersions, advisoryData, coverage }: ConfirmedScans,
) =>
  tx
    .updateTable('scan_row')
    .set({
      index_versions: jsonText(indexVersions),
      advisory_data: jsonText(advisoryData),
      gaps: gapsBeside(coverage.gaps),
      ...coverageColumns(coverage),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', anyOf(uuids))
    .execute()

/** The open findings and documents of a branch's last scan; of scans that did not record documents, by path alone. */
export function previousStateOf({ last, open }: LockedBranch) {
  const documents = (last?.documents ?? []) as unknown as ScannedDocument[]
  const files = (last?.files ?? []).map((path) => ({ path, isSbom: false, subject: null }))
  return { open, previous: documents.length > 0 ? documents : files }
}

type ConfirmedScans = Pick<NewScan, 'indexVersions' | 'advisoryData' | 'coverage'> & {
  uuids: readonly string[]
}

export interface NewScan extends Omit<ScanContent, 'gaps'> {
  uuid: string
  /** The scan whose content it repeats; its own if it repeats none. */
  contentUuid: string
  /** The content of the scan before; null without one. */
  previousUuid: string | null
  branchUuid: string
  projectUuid: string
  buildUuid: string
  number: number
  at: Date
  scores: { security: number; stability: number; licensing: number }
  penalties: { security: number; stability: number; licensing: number }
  formulaVersion: number
  securityScoring: SecurityScoring
  /** null if no rule applied. */
  outcomeWithoutRules: Outcome | null
  outcome: string
  componentCount: number
  libyears: number | null
  unknownReleases: number
  languages: string[]
  vulnerabilityCount: number
  vulnerabilityDelta: number
  identifiedCount: number
  mitigationCount: number
  identifiedTotal: number
  addressedTotal: number
  indexVersions: Record<string, number>
  advisoryData: RecordedData[]
  coverage: RecordedCoverage
  loss: CoverageLoss
  /** Of its components, if they are others than those of the scan before. */
  componentsDigest?: Uint8Array
}

/** What a scan changed in the findings of its branch, for its history. */
type ScanFlow = Pick<SeriesScan, 'hasFlow' | 'rerated'>

/** Stores scans, the newest state of their branches and their history. */
export async function insertScans(
  tx: Tx,
  scope: Scope,
  scans: readonly (NewScan & ScanFlow)[],
): Promise<void> {
  const account_uuid = scope.accountUuid
  await tx
    .insertInto('scan_row')
    .values(
      scans.map((scan) => ({
        account_uuid,
        branch_uuid: scan.branchUuid,
        number: scan.number,
        uuid: scan.uuid,
        project_uuid: scan.projectUuid,
        build_uuid: scan.buildUuid,
        scanned_at: scan.at,
        security_score: scan.scores.security,
        security_penalty: scan.penalties.security,
        stability_score: scan.scores.stability,
        stability_penalty: scan.penalties.stability,
        licensing_score: scan.scores.licensing,
        licensing_penalty: scan.penalties.licensing,
        formula_version: scan.formulaVersion,
        security_scoring: scan.securityScoring,
        outcome: scan.outcome,
        outcome_without_rules: scan.outcomeWithoutRules,
        component_count: scan.componentCount,
        libyears: scan.libyears,
        unknown_releases: scan.unknownReleases,
        languages: scan.languages,
        vulnerability_count: scan.vulnerabilityCount,
        vulnerability_delta: scan.vulnerabilityDelta,
        identified_count: scan.identifiedCount,
        mitigation_count: scan.mitigationCount,
        identified_total: scan.identifiedTotal,
        addressed_total: scan.addressedTotal,
        content_uuid: scan.contentUuid,
        has_excluded: scan.excluded.length > 0,
        index_versions: jsonText(scan.indexVersions),
        advisory_data: jsonText(scan.advisoryData),
        ...coverageColumns(scan.coverage),
        covers_less: scan.loss.coversLess,
        carried_security_score: scan.loss.carriedSecurity,
      })),
    )
    .execute()
  const own = scans.filter(({ uuid, contentUuid }) => contentUuid === uuid)
  await insertContents(
    tx,
    scope,
    own.map((scan) => ({ ...scan, scanUuid: scan.uuid, gaps: scan.coverage.gaps })),
  )
  await updateLastScans(tx, scope, scans)
  await appendToSeries(tx, scope, scans)
}

const coverageColumns = ({ checked, measured, ...counts }: Omit<RecordedCoverage, 'gaps'>) => ({
  checked: jsonText(checked),
  checked_count: counts.checkedCount,
  gap_counts: jsonText(counts.byReason),
  blocking_gaps: counts.blocking,
  hiding_gaps: counts.hiding,
  security_measured: measured.security,
  stability_measured: measured.stability,
  licensing_measured: measured.licensing,
})

/** Returns the previously declared outcome, or null. Concurrent calls each get the value stored by the previous one. */
export async function declareOutcome(
  tx: Tx,
  scope: Scope,
  scan: { branchUuid: string; number: number; outcome: string },
): Promise<string | null> {
  // Before the scan, like scans; the numbers read it again.
  await markChanged(tx, scope, [scan.branchUuid])
  const { rows } = await sql<{ before: string | null }>`
    with last as (
      select declared_outcome from scan_row
      where account_uuid = ${scope.accountUuid} and branch_uuid = ${scan.branchUuid} and number = ${scan.number}
      for update)
    update scan_row set declared_outcome = ${scan.outcome} from last
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${scan.branchUuid} and number = ${scan.number}
    returning last.declared_outcome as before`.execute(tx)
  await rewritePoints(tx, scope, [scan])
  return rows[0]?.before ?? null
}
