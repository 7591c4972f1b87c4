import type { ScannedDocument } from '@assay/engine/inventory.ts'
import type { SecurityScoring } from '@assay/engine/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { RecordedData } from '#knowledge/advisories/freshness.ts'
import { updateLastScan } from '#projects/project-store.ts'
import type { Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { type KnownFinding, listOpenFindings } from './finding-store.ts'
import { appendToSeries, type SeriesScan } from './series-store.ts'
import type { CoverageLoss, RecordedCoverage } from './coverage-facts.ts'

type LastScan = NonNullable<Awaited<ReturnType<typeof findLast>>>
type CoveredScan = NonNullable<Awaited<ReturnType<typeof findCovered>>>

export interface LockedBranch {
  uuid: string
  projectUuid: string
  lastNumber: number
  /** Epoch ms. */
  lastScannedAt: number | null
  last: LastScan | null
  /** The last scan that did not cover less than those before it; null without one. */
  covered: CoveredScan | null
  open: KnownFinding[]
}

/** The branch after its last scan, locked until the transaction ends. */
export async function lockBranch(tx: Tx, scope: Scope, uuid: string): Promise<LockedBranch> {
  const branch = await tx
    .selectFrom('branch')
    .innerJoin('account', 'account.uuid', 'branch.account_uuid')
    .selectAll('branch')
    .where('branch.account_uuid', '=', scope.accountUuid)
    .where('branch.uuid', '=', uuid)
    .forKeyShare('account')
    .forUpdate('branch')
    .executeTakeFirstOrThrow()
  return {
    uuid,
    projectUuid: branch.project_uuid,
    lastNumber: branch.last_number,
    lastScannedAt: branch.last_scanned_at?.getTime() ?? null,
    last: (await findLast(tx, scope, { uuid, number: branch.last_number })) ?? null,
    covered: (await findCovered(tx, scope, uuid)) ?? null,
    open: await listOpenFindings(tx, scope, uuid),
  }
}

const findLast = (tx: Tx, scope: Scope, branch: { uuid: string; number: number }) =>
  tx
    .selectFrom('scan')
    .select([
      ...(['uuid', 'outcome', 'languages', 'files', 'documents', 'issues', 'excluded'] as const),
      ...(['security_score as security', 'security_penalty as securityPenalty'] as const),
      ...(['stability_score as stability', 'stability_penalty as stabilityPenalty'] as const),
      ...(['licensing_score as licensing', 'licensing_penalty as licensingPenalty'] as const),
      'build_uuid as buildUuid',
      'formula_version as formulaVersion',
      'component_count as componentCount',
      'libyears',
      'unknown_releases as unknownReleases',
      'vulnerability_count as vulnerabilityCount',
      'identified_total as identifiedTotal',
      'addressed_total as addressedTotal',
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branch.uuid)
    .where('number', '=', branch.number)
    .executeTakeFirst()

const findCovered = (tx: Tx, scope: Scope, branchUuid: string) =>
  tx
    .selectFrom('scan')
    .select([
      'number',
      'security_score as security',
      'component_count as listed',
      'checked_count as checked',
      'hiding_gaps as hiding',
      'files',
      'languages',
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('covers_less', '=', false)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Of the branch's scans up to a number, the last ones that passed or failed, the newest first. */
export const listDecided = (tx: Tx, scope: Scope, branch: Pick<LockedBranch, 'uuid' | 'lastNumber'>) =>
  tx
    .selectFrom('scan')
    .select(['outcome', 'issues', 'index_versions', 'advisory_data', 'scanned_at'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branch.uuid)
    .where('number', '<=', branch.lastNumber)
    .where('outcome', '<>', 'UNDECLARED')
    .orderBy('number', 'desc')
    .limit(20)
    .execute()

/** The newest advisory data with which the scan's result was confirmed, and what was checked with it. */
export const updateAdvisoryData = (
  tx: Tx,
  scope: Scope,
  { uuid, indexVersions, advisoryData, coverage }: ConfirmedScan,
) =>
  tx
    .updateTable('scan')
    .set({
      index_versions: jsonText(indexVersions),
      advisory_data: jsonText(advisoryData),
      ...coverageColumns(coverage),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** The open findings and documents of a branch's last scan; of scans that did not record documents, by path alone. */
export function previousStateOf({ last, open }: LockedBranch) {
  const documents = (last?.documents ?? []) as unknown as ScannedDocument[]
  const files = (last?.files ?? []).map((path) => ({ path, isSbom: false, subject: null }))
  return { open, previous: documents.length > 0 ? documents : files }
}

type ConfirmedScan = Pick<NewScan, 'uuid' | 'indexVersions' | 'advisoryData'> & {
  coverage: RecordedCoverage
}

export interface NewScan {
  uuid: string
  branchUuid: string
  projectUuid: string
  buildUuid: string
  number: number
  at: Date
  scores: { security: number; stability: number; licensing: number }
  penalties: { security: number; stability: number; licensing: number }
  formulaVersion: number
  securityScoring: SecurityScoring
  outcome: string
  componentCount: number
  libyears: number | null
  unknownReleases: number
  languages: string[]
  files: string[]
  documents: ScannedDocument[]
  vulnerabilityCount: number
  vulnerabilityDelta: number
  identifiedCount: number
  mitigationCount: number
  identifiedTotal: number
  addressedTotal: number
  issues: unknown[]
  excluded: unknown[]
  indexVersions: Record<string, number>
  advisoryData: RecordedData[]
  coverage: RecordedCoverage
  loss: CoverageLoss
}

/** What a scan changed in the findings of its branch, for its history. */
type ScanFlow = Pick<SeriesScan, 'hasFlow' | 'rerated'>

/** Stores the scan, the branch's newest state and history. */
export async function insertScan(
  tx: Tx,
  scope: Scope,
  { hasFlow, rerated, ...scan }: NewScan & ScanFlow,
): Promise<void> {
  const account_uuid = scope.accountUuid
  await tx
    .insertInto('scan')
    .values({
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
      component_count: scan.componentCount,
      libyears: scan.libyears,
      unknown_releases: scan.unknownReleases,
      languages: scan.languages,
      files: scan.files,
      documents: jsonText(scan.documents),
      vulnerability_count: scan.vulnerabilityCount,
      vulnerability_delta: scan.vulnerabilityDelta,
      identified_count: scan.identifiedCount,
      mitigation_count: scan.mitigationCount,
      identified_total: scan.identifiedTotal,
      addressed_total: scan.addressedTotal,
      issues: jsonText(scan.issues),
      excluded: jsonText(scan.excluded),
      index_versions: jsonText(scan.indexVersions),
      advisory_data: jsonText(scan.advisoryData),
      ...coverageColumns(scan.coverage),
      covers_less: scan.loss.coversLess,
      carried_security_score: scan.loss.carriedSecurity,
    })
    .execute()
  await updateLastScan(tx, scope, scan)
  await appendToSeries(tx, scope, { ...scan, hasFlow, rerated })
}

const coverageColumns = ({ checked, gaps, measured, ...counts }: RecordedCoverage) => ({
  checked: jsonText(checked),
  checked_count: counts.checkedCount,
  gap_counts: jsonText(counts.byReason),
  blocking_gaps: counts.blocking,
  hiding_gaps: counts.hiding,
  gaps: jsonText(gaps),
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
  const { rows } = await sql<{ before: string | null }>`
    with last as (
      select declared_outcome from scan
      where account_uuid = ${scope.accountUuid} and branch_uuid = ${scan.branchUuid} and number = ${scan.number}
      for update)
    update scan set declared_outcome = ${scan.outcome} from last
    where account_uuid = ${scope.accountUuid} and branch_uuid = ${scan.branchUuid} and number = ${scan.number}
    returning last.declared_outcome as before`.execute(tx)
  return rows[0]?.before ?? null
}
