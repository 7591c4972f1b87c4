import type { Database, Tx } from '#platform/database/database.ts'
import type { Scope } from '#auth/scope.ts'

/** undefined if the operator has configured none. */
export const findService = (db: Database) =>
  db
    .selectFrom('assistant_service')
    .select([
      'is_active as isActive',
      'url',
      'model',
      'api_key as apiKey',
      'daily_tokens as dailyTokens',
      'context_tokens as contextTokens',
      'updated_at as updatedAt',
    ])
    .executeTakeFirst()

export type ServiceRow = NonNullable<Awaited<ReturnType<typeof findService>>>

export async function upsertService(tx: Tx, service: Omit<ServiceRow, 'updatedAt'>): Promise<void> {
  const values = {
    is_active: service.isActive,
    url: service.url,
    model: service.model,
    api_key: service.apiKey,
    daily_tokens: service.dailyTokens,
    context_tokens: service.contextTokens,
    updated_at: new Date(),
  }
  await tx
    .insertInto('assistant_service')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Returns whether there was one. */
export const deleteService = async (tx: Tx): Promise<boolean> =>
  (await tx.deleteFrom('assistant_service').executeTakeFirst()).numDeletedRows > 0n

/** Whether the account allows the assistant. */
export const isAllowed = async (db: Database, { accountUuid }: Scope): Promise<boolean> =>
  (
    await db
      .selectFrom('assistant_account')
      .select('is_allowed')
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst()
  )?.is_allowed ?? false

export const setAllowed = (tx: Tx, { accountUuid }: Scope, allowed: boolean) =>
  tx
    .insertInto('assistant_account')
    .values({ account_uuid: accountUuid, is_allowed: allowed })
    .onConflict((conflict) => conflict.column('account_uuid').doUpdateSet({ is_allowed: allowed }))
    .execute()
