import type { IdentityProvider } from '@assay/contract/vocabulary.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

const columns = [
  'type',
  'settings',
  'secret',
  'sign_on_provider.is_active as isActive',
  'updated_at as updatedAt',
] as const

export const findProvider = (db: Database, scope: Scope, type: IdentityProvider) =>
  db
    .selectFrom('sign_on_provider')
    .select(columns)
    .where('account_uuid', '=', scope.accountUuid)
    .where('type', '=', type)
    .executeTakeFirst()

export type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/** Active providers of open accounts with the feature. */
const active = (db: Database) =>
  db
    .selectFrom('sign_on_provider')
    .innerJoin('account', 'account.uuid', 'account_uuid')
    .select(columns)
    .where('sign_on_provider.is_active', '=', true)
    .where('account.is_active', '=', true)
    .where(sql<boolean>`'sso' = any(account.features)`)

export const listActiveProviders = (db: Database, accountUuid: string): Promise<ProviderRow[]> =>
  active(db).where('account_uuid', '=', accountUuid).execute()

/** Of all accounts. */
export const listProvidersOfType = (db: Database, type: IdentityProvider) =>
  active(db).select('account_uuid as accountUuid').where('type', '=', type).orderBy('account_uuid').execute()

export async function upsertProvider(
  db: Tx,
  scope: Scope,
  { type, settings, secret }: { type: IdentityProvider; settings: object; secret: Uint8Array | null },
): Promise<void> {
  const values = { settings: jsonText(settings), secret, updated_at: new Date() }
  await db
    .insertInto('sign_on_provider')
    .values({ account_uuid: scope.accountUuid, type, ...values })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'type']).doUpdateSet(values))
    .execute()
}

export const setActive = (
  db: Database,
  scope: Scope,
  { type, isActive }: { type: IdentityProvider; isActive: boolean },
) =>
  db
    .updateTable('sign_on_provider')
    .set({ is_active: isActive, updated_at: new Date() })
    .where('account_uuid', '=', scope.accountUuid)
    .where('type', '=', type)
    .execute()

/** Returns whether there was one. */
export async function deleteProvider(tx: Tx, scope: Scope, type: IdentityProvider): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_on_provider')
    .where('account_uuid', '=', scope.accountUuid)
    .where('type', '=', type)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
