import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** Starts a new account's revision at 0. */
export const insertRevision = (db: Database, accountUuid: string) =>
  db.insertInto('account_revision').values({ account_uuid: accountUuid }).execute()

/**
 * Makes the numbers in memory list all projects and branches again. Not needed for a change of one project or branch, whose
 * row has the ID of its transaction.
 */
export const incrementRevision = (db: Database, scope: Scope) =>
  db
    .updateTable('account_revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('account_uuid', '=', scope.accountUuid)
    .execute()

export const readRevision = async (db: Database, scope: Scope): Promise<number> =>
  (
    await db
      .selectFrom('account_revision')
      .select('revision')
      .where('account_uuid', '=', scope.accountUuid)
      .executeTakeFirstOrThrow()
  ).revision
