import { addressedKinds } from '@assay/engine/vocabulary.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { coveredColumn } from '#projects/coverage-store.ts'
import type { Window } from './window.ts'

interface DetailQuery {
  branchUuids: readonly string[]
  window: Window
}

/** Findings of the branches fixed in the window, newest first. */
export const listRemediations = (db: Database, scope: Scope, { branchUuids, window }: DetailQuery) =>
  db
    .selectFrom('finding')
    .select([
      'branch_uuid as branchUuid',
      'advisory_uuid as adviceID',
      'cve',
      'public_id as publicId',
      'severity',
      'display_name as package',
    ])
    .select(['days_to_fix as daysToFix', 'fixed_by as fixedBy', 'ended_at as endedAt'])
    .where('account_uuid', '=', scope.accountUuid)
    .where(isOneOf(branchUuids))
    .where('ended_at', '>=', window.from)
    .where('ended_at', '<', window.before)
    .where('end_kind', 'in', addressedKinds)
    .orderBy('ended_at', 'desc')
    .orderBy('display_name')
    .orderBy('public_id')
    .orderBy('uuid')
    .$narrowType<{ endedAt: Date }>()
    .execute()

/** The scans of the branches in the window, newest first. */
export const listScanFigures = (db: Database, scope: Scope, { branchUuids, window }: DetailQuery) =>
  db
    .selectFrom('scan')
    .select(['branch_uuid', 'uuid', 'scanned_at', 'security_score', 'vulnerability_count'])
    .select(['mitigation_count', 'vulnerability_delta', 'libyears'])
    .select(coveredColumn.as('covered'))
    .select(isNewest.as('isNewest'))
    .where('account_uuid', '=', scope.accountUuid)
    .where(isOneOf(branchUuids))
    .where('scanned_at', '>=', window.from)
    .where('scanned_at', '<', window.before)
    .orderBy('scanned_at', 'desc')
    .execute()

const isNewest = sql<boolean>`number = (
  select last_number from branch where branch.account_uuid = scan.account_uuid and branch.uuid = scan.branch_uuid)`

const isOneOf = (branchUuids: readonly string[]): Expression<SqlBool> =>
  sql`branch_uuid = any(${branchUuids}::uuid[])`
