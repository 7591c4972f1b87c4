import { sql } from 'kysely'
import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'

export const findAccount = (db: Database, scope: Scope) =>
  db.selectFrom('account').selectAll().where('uuid', '=', scope.accountUuid).executeTakeFirst()

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Whether the installation has an account yet. */
export const hasAccount = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('account').select('uuid').limit(1).executeTakeFirst()) !== undefined

/** Any number that no other lock of the database has. */
const firstStartLock = 7_002

/** Until the transaction ends: several processes may start on one empty database. */
export const lockFirstStart = async (db: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${firstStartLock})`.execute(db)
}

export const insertAccount = async (db: Database, account: { uuid: string; name: string; email: string }) => {
  await db
    .insertInto('account')
    .values({ ...account, features: ['teams'] })
    .execute()
  await db.insertInto('account_revision').values({ account_uuid: account.uuid }).execute()
}

export interface ConfigurationChange {
  minimumScores?: object
  securityScoring?: string
  requiresMfa?: boolean
}

export const updateConfiguration = (db: Database, scope: Scope, change: ConfigurationChange) =>
  db
    .updateTable('account')
    .set({
      ...(change.minimumScores && { minimum_scores: JSON.stringify(change.minimumScores) }),
      ...(change.securityScoring !== undefined && { security_scoring: change.securityScoring }),
      ...(change.requiresMfa !== undefined && { requires_mfa: change.requiresMfa }),
    })
    .where('uuid', '=', scope.accountUuid)
    .execute()

/** Counts every change that a cached answer of the account could show. */
export const raiseRevision = (db: Database, scope: Scope) =>
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
