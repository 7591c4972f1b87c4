import { addressedKinds } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Window } from './window.ts'

/** Findings fixed in the window, newest first. */
export const listRemediations = (
  db: Database,
  scope: Scope,
  { branchUuid, window }: { branchUuid: string; window: Window },
) =>
  db
    .selectFrom('finding')
    .select([
      'advisory_uuid as adviceID',
      'cve',
      'public_id as publicId',
      'severity',
      'display_name as package',
    ])
    .select(['days_to_fix as daysToFix', 'fixed_by as fixedBy', 'ended_at as endedAt'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('branch_uuid', '=', branchUuid)
    .where('ended_at', '>=', window.from)
    .where('ended_at', '<', window.before)
    .where('end_kind', 'in', addressedKinds)
    .orderBy('ended_at', 'desc')
    .orderBy('display_name')
    .orderBy('uuid')
    .$narrowType<{ endedAt: Date }>()
    .execute()
