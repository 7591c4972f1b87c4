import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

const columns = [
  'integration.integration as id',
  'settings',
  'secrets',
  'integration.is_active as isActive',
  'paused_until as pausedUntil',
  'updated_at as updatedAt',
] as const

export const findSetup = (db: Database, scope: Scope, id: string) =>
  db
    .selectFrom('integration')
    .select(columns)
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .executeTakeFirst()

export type SetupRow = NonNullable<Awaited<ReturnType<typeof findSetup>>>

export const listSetups = (db: Database, scope: Scope) =>
  db.selectFrom('integration').select(columns).where('account_uuid', '=', scope.accountUuid).execute()

/** Features of an open account; none for a closed one. */
export const readFeatures = async (db: Database, scope: Scope): Promise<string[]> =>
  (
    await db
      .selectFrom('account')
      .select('features')
      .where('uuid', '=', scope.accountUuid)
      .where('is_active', '=', true)
      .executeTakeFirst()
  )?.features ?? []

export async function upsertSetup(
  tx: Tx,
  scope: Scope,
  { id, settings, secrets }: { id: string; settings: object; secrets: Uint8Array | null },
): Promise<void> {
  const values = { settings: jsonText(settings), secrets, paused_until: null, updated_at: new Date() }
  await tx
    .insertInto('integration')
    .values({ account_uuid: scope.accountUuid, integration: id, ...values })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'integration']).doUpdateSet(values))
    .execute()
}

export const setActive = (tx: Tx, scope: Scope, { id, isActive }: { id: string; isActive: boolean }) =>
  tx
    .updateTable('integration')
    .set({ is_active: isActive, paused_until: null, updated_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .execute()

export const pauseSetup = (db: Database, scope: Scope, { id, until }: { id: string; until: Date }) =>
  db
    .updateTable('integration')
    .set({ paused_until: until })
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .execute()

/** Returns whether there was one. Its log is kept. */
export async function deleteSetup(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('integration')
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Accounts whose scheduled delivery is due; marks it as queued. */
export async function claimDueAccounts(
  tx: Tx,
  { id, feature, everyMinutes }: { id: string; feature: string | null; everyMinutes: number },
): Promise<string[]> {
  const { rows } = await sql<{ accountUuid: string }>`
    update integration set last_run_at = now() from account
    where integration.integration = ${id} and integration.is_active
      and (last_run_at is null or last_run_at <= now() - make_interval(mins => ${everyMinutes}))
      and account.uuid = account_uuid and account.is_active
      and (${feature}::text is null or ${feature} = any(account.features))
    returning account_uuid as "accountUuid"`.execute(tx)
  return rows.map(({ accountUuid }) => accountUuid)
}
