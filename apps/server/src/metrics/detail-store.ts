import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import type { Window } from './window.ts'

/** Newest first. */
export const listScans = (db: Database, scope: Scope, { branchUuid, window }: BranchWindow) =>
  db
    .selectFrom('scan')
    .select([
      'uuid as reportUUID',
      'scanned_at as scannedAt',
      'security_score as securityScore',
      'vulnerability_count as vulnerabilityCount',
      'mitigation_count as mitigationCount',
      'vulnerability_delta as vulnerabilityDelta',
    ])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('scanned_at', '>=', window.from)
    .where('scanned_at', '<', window.before)
    .orderBy('scanned_at', 'desc')
    .execute()

/** Findings that were fixed in the window, newest first. */
export const listRemediations = (db: Database, scope: Scope, { branchUuid, window }: BranchWindow) =>
  db
    .selectFrom('finding')
    .select(['advisory_uuid as adviceID', 'cve', 'severity', 'display_name as package'])
    .select(['days_to_fix as daysToFix', 'fixed_by as fixedBy', 'ended_at as endedAt'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('ended_at', '>=', window.from)
    .where('ended_at', '<', window.before)
    .where('end_kind', 'in', ['upgraded', 'removed'])
    .orderBy('ended_at', 'desc')
    .orderBy('display_name')
    .orderBy('uuid')
    .$narrowType<{ endedAt: Date }>()
    .execute()

export interface BranchWindow {
  branchUuid: string
  window: Window
}
