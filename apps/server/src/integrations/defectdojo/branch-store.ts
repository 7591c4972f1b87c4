import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** The names of a branch, and whether its last scan covers less than the one before; undefined if it was never scanned. */
export const findScannedBranch = (db: Database, { accountUuid }: Scope, branchUuid: string) =>
  db
    .selectFrom('branch')
    .innerJoin('project', (join) =>
      join
        .onRef('project.account_uuid', '=', 'branch.account_uuid')
        .onRef('project.uuid', '=', 'branch.project_uuid'),
    )
    .innerJoin('scan', (join) =>
      join
        .onRef('scan.account_uuid', '=', 'branch.account_uuid')
        .onRef('scan.branch_uuid', '=', 'branch.uuid')
        .onRef('scan.number', '=', 'branch.last_number'),
    )
    .select(['project.name as project', 'branch.name as branch', 'scan.covers_less as coversLess'])
    .where('branch.account_uuid', '=', accountUuid)
    .where('branch.uuid', '=', branchUuid)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst()
