import type { Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

export type TrustedKeyRow = Selectable<Schema['trusted_key']>

/** By name; at most a hundred. */
export const listTrustedKeys = (db: Database, { accountUuid }: Scope): Promise<TrustedKeyRow[]> =>
  db
    .selectFrom('trusted_key')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .orderBy('name')
    .orderBy('uuid')
    .execute()

export async function insertTrustedKey(
  tx: Tx,
  scope: Scope,
  { name, pem }: { name: string; pem: string },
): Promise<TrustedKeyRow> {
  const row = await tx
    .insertInto('trusted_key')
    .values({ account_uuid: scope.accountUuid, uuid: randomUUID(), name, pem })
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(tx, scope, 'trustedKeys')
  return row
}

/** undefined if there was none. */
export const deleteTrustedKey = (
  tx: Tx,
  { accountUuid }: Scope,
  uuid: string,
): Promise<TrustedKeyRow | undefined> =>
  tx
    .deleteFrom('trusted_key')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirst()
