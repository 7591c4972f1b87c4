import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

const loginsOf = (db: Database, { accountUuid }: Pick<Scope, 'accountUuid'>) =>
  db
    .selectFrom('registry_login')
    .select(['uuid', 'host', 'user_name as user', 'password', 'changed_at as changedAt'])
    .where('account_uuid', '=', accountUuid)

export type LoginRow = NonNullable<Awaited<ReturnType<typeof findLogin>>>

export const listLogins = (db: Database, scope: Scope): Promise<LoginRow[]> =>
  loginsOf(db, scope).orderBy('host').execute()

export const findLogin = (db: Database, scope: Pick<Scope, 'accountUuid'>, host: string) =>
  loginsOf(db, scope).where('host', '=', host).executeTakeFirst()

export const findLoginByUuid = (db: Database, scope: Scope, uuid: string) =>
  loginsOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export async function saveLogin(
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, host, user, password }: { uuid: string; host: string; user: string; password: Uint8Array },
): Promise<void> {
  const content = { user_name: user, password, changed_at: new Date() }
  await tx
    .insertInto('registry_login')
    .values({ account_uuid: accountUuid, uuid, host, ...content })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'uuid']).doUpdateSet(content))
    .execute()
}

export const deleteLogin = (tx: Tx, { accountUuid }: Scope, uuid: string) =>
  tx.deleteFrom('registry_login').where('account_uuid', '=', accountUuid).where('uuid', '=', uuid).execute()
