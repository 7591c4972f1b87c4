import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

/** A second factor, active or being set up. */
export interface FactorKey {
  memberUuid: string
  method: string
}

export const listFactors = (db: Database, scope: Scope, memberUuid: string) =>
  db
    .selectFrom('second_factor')
    .select(['method', 'secret', 'is_active as isActive'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .execute()

export const requiresMfa = async (db: Database, scope: Scope): Promise<boolean> =>
  (
    await db
      .selectFrom('account')
      .select('requires_mfa')
      .where('uuid', '=', scope.accountUuid)
      .executeTakeFirstOrThrow()
  ).requires_mfa

/** Stores a factor to be set up. Returns false if it would replace an active one. */
export async function proposeFactor(
  db: Database,
  scope: Scope,
  { memberUuid, method, secret }: FactorKey & { secret: Uint8Array },
): Promise<boolean> {
  const row = await db
    .insertInto('second_factor')
    .values({ account_uuid: scope.accountUuid, member_uuid: memberUuid, method, secret })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'member_uuid', 'method'])
        .doUpdateSet({ secret, code_hash: null, last_step: 0 })
        .where('second_factor.is_active', '=', false),
    )
    .returning('method')
    .executeTakeFirst()
  return row !== undefined
}

const factor = (db: Database, scope: Scope, { memberUuid, method }: FactorKey) =>
  db
    .updateTable('second_factor')
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('method', '=', method)

/** Whether a code of the current secret was used; another secret may have been proposed since. */
export async function activateFactor(db: Database, scope: Scope, key: FactorKey): Promise<boolean> {
  const { numUpdatedRows } = await factor(db, scope, key)
    .set({ is_active: true })
    .where((eb) => (key.method === 'app' ? eb('last_step', '>', 0) : eb('code_hash', 'is', null)))
    .where(sql<boolean>`length(secret) > 0`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether the time step is later than all used ones; stores it. */
export async function consumeStep(
  db: Database,
  scope: Scope,
  { step, ...key }: FactorKey & { step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await factor(db, scope, key)
    .set({ last_step: step })
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface NewCode {
  hash: Uint8Array
  codeFor: string
  lifetimeMs: number
  pauseMs: number
  secret: Uint8Array
}

/** Whether a code may be sent again; if so, stores the new one. */
export async function saveCode(
  db: Database,
  scope: Scope,
  { hash, codeFor, lifetimeMs, pauseMs, secret, ...key }: FactorKey & NewCode,
): Promise<boolean> {
  const { numUpdatedRows } = await factor(db, scope, key)
    .set({ code_hash: hash, code_for: codeFor, sent_at: new Date() })
    .set({ code_expires_at: new Date(Date.now() + lifetimeMs) })
    .where('secret', '=', secret)
    .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<', new Date(Date.now() - pauseMs))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether it is the unexpired, unused code sent for this login. */
export async function consumeCode(
  db: Database,
  scope: Scope,
  { hash, codeFor, ...key }: FactorKey & { hash: Uint8Array; codeFor: string },
): Promise<boolean> {
  const { numUpdatedRows } = await factor(db, scope, key)
    .set({ code_hash: null })
    .where('code_hash', '=', hash)
    .where('code_for', '=', codeFor)
    .where('code_expires_at', '>', new Date())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Kept inactive, so that the minimum interval between messages still applies. */
export const endFactors = (
  db: Tx,
  scope: Scope,
  { memberUuid, methods }: { memberUuid: string; methods: string[] },
) =>
  db
    .updateTable('second_factor')
    .set({ is_active: false, code_hash: null, secret: Buffer.alloc(0) })
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('method', 'in', methods)
    .execute()
