import type { Scope } from '../auth/scope.ts'
import type { Tx } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'
import { type KnownFinding, listOpenFindings } from './finding-store.ts'

export interface LockedBranch {
  uuid: string
  projectUuid: string
  lastNumber: number
  /** Epoch ms. */
  lastScannedAt: number | null
  last: { vulnerabilityCount: number; identifiedTotal: number; addressedTotal: number }
  open: KnownFinding[]
}

/** The branch as its last scan left it, held until the transaction ends. */
export async function lockBranch(tx: Tx, scope: Scope, uuid: string): Promise<LockedBranch> {
  const branch = await tx
    .selectFrom('branch')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const last = await tx
    .selectFrom('scan')
    .select([
      'vulnerability_count as vulnerabilityCount',
      'identified_total as identifiedTotal',
      'addressed_total as addressedTotal',
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', uuid)
    .where('number', '=', branch.last_number)
    .executeTakeFirst()
  return {
    ...{ uuid, projectUuid: branch.project_uuid, lastNumber: branch.last_number },
    lastScannedAt: branch.last_scanned_at?.getTime() ?? null,
    last: last ?? { vulnerabilityCount: 0, identifiedTotal: 0, addressedTotal: 0 },
    open: await listOpenFindings(tx, scope, uuid),
  }
}

export interface ScanRow {
  uuid: string
  branchUuid: string
  projectUuid: string
  buildUuid: string
  number: number
  at: Date
  scores: { security: number; stability: number; licensing: number }
  penalties: { security: number; stability: number; licensing: number }
  formulaVersion: number
  outcome: string
  componentCount: number
  languages: string[]
  files: string[]
  vulnerabilityCount: number
  vulnerabilityDelta: number
  identifiedCount: number
  mitigationCount: number
  identifiedTotal: number
  addressedTotal: number
  issues: unknown[]
  excluded: unknown[]
  indexVersions: Record<string, number>
}

/** The scan, its branch's newest state and the day's counter. */
export async function insertScan(tx: Tx, scope: Scope, scan: ScanRow): Promise<void> {
  const account_uuid = scope.accountUuid
  await tx
    .insertInto('scan')
    .values({
      ...{ account_uuid, branch_uuid: scan.branchUuid, number: scan.number, uuid: scan.uuid },
      ...{ project_uuid: scan.projectUuid, build_uuid: scan.buildUuid, scanned_at: scan.at },
      ...{ security_score: scan.scores.security, security_penalty: scan.penalties.security },
      ...{ stability_score: scan.scores.stability, stability_penalty: scan.penalties.stability },
      ...{ licensing_score: scan.scores.licensing, licensing_penalty: scan.penalties.licensing },
      ...{
        formula_version: scan.formulaVersion,
        outcome: scan.outcome,
        component_count: scan.componentCount,
      },
      ...{ languages: scan.languages, files: scan.files },
      ...{ vulnerability_count: scan.vulnerabilityCount, vulnerability_delta: scan.vulnerabilityDelta },
      ...{ identified_count: scan.identifiedCount, mitigation_count: scan.mitigationCount },
      ...{ identified_total: scan.identifiedTotal, addressed_total: scan.addressedTotal },
      ...{ issues: jsonText(scan.issues), excluded: jsonText(scan.excluded) },
      index_versions: jsonText(scan.indexVersions),
    })
    .execute()
  await tx
    .updateTable('branch')
    .set({ last_number: scan.number, last_scan_uuid: scan.uuid, last_scanned_at: scan.at })
    .where('account_uuid', '=', account_uuid)
    .where('uuid', '=', scan.branchUuid)
    .execute()
  await tx
    .insertInto('branch_day')
    .values({ account_uuid, day: scan.at.toISOString().slice(0, 10), branch_uuid: scan.branchUuid, scans: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'day', 'branch_uuid'])
        .doUpdateSet((eb) => ({ scans: eb('branch_day.scans', '+', 1) })),
    )
    .execute()
}
