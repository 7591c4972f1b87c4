import type { Exclusion as EngineExclusion } from '@assay/engine/scan-result.ts'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'

export interface NewExclusion extends Pick<EngineExclusion, 'uuid' | 'domain' | 'target' | 'projectUuid'> {
  reason: string
  description: string
  createdBy: string
}

export const insertExclusion = (db: Database, scope: Scope, exclusion: NewExclusion) =>
  db
    .insertInto('exclusion')
    .values({
      account_uuid: scope.accountUuid,
      uuid: exclusion.uuid,
      domain: exclusion.domain,
      target: jsonText(exclusion.target),
      reason: exclusion.reason,
      description: exclusion.description,
      project_uuid: exclusion.projectUuid,
      created_by: exclusion.createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export type ExclusionRow = Awaited<ReturnType<typeof insertExclusion>>

/** Those in force; of one domain, or of all. */
export const listExclusions = (
  db: Database,
  scope: Scope,
  domain: string | undefined,
): Promise<ExclusionRow[]> =>
  db
    .selectFrom('exclusion')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('removed_at', 'is', null)
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain!))
    .orderBy('created_at')
    .execute()

/** Whether there was such an exclusion in force. */
export async function removeExclusion(
  db: Database,
  scope: Scope,
  of: { uuid: string; domain: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exclusion')
    .set({ removed_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', of.uuid)
    .where('domain', '=', of.domain)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What a scan of the project applies: the account's own and the project's, the oldest first. */
export async function listActiveExclusions(
  db: Database,
  scope: Scope,
  projectUuid: string,
): Promise<EngineExclusion[]> {
  const rows = await listExclusions(db, scope, undefined)
  return rows
    .filter(({ project_uuid }) => project_uuid === null || project_uuid === projectUuid)
    .map((row) => ({
      uuid: row.uuid,
      domain: row.domain as EngineExclusion['domain'],
      target: row.target as EngineExclusion['target'],
      projectUuid: row.project_uuid,
    }))
}

/** Why something was excluded, for reports; also of exclusions that have ended since. */
export const describeExclusions = (db: Database, scope: Scope, uuids: string[]) =>
  uuids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('exclusion')
        .select(['uuid', 'reason', 'description'])
        .where('account_uuid', '=', scope.accountUuid)
        .where('uuid', 'in', uuids)
        .execute()
