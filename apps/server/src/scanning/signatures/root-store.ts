import type { TrustedIdentity } from '@assay/contract/trusted-roots.ts'
import type { Selectable } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'

export type TrustedRootRow = Selectable<Schema['trusted_root']>

interface Values {
  name: string
  root: string
  identities: TrustedIdentity[]
}

/** By name; at most twenty. */
export const listTrustedRoots = (db: Database, { accountUuid }: Scope): Promise<TrustedRootRow[]> =>
  db
    .selectFrom('trusted_root')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .orderBy('name')
    .orderBy('uuid')
    .execute()

export async function insertTrustedRoot(tx: Tx, scope: Scope, values: Values): Promise<TrustedRootRow> {
  const row = await tx
    .insertInto('trusted_root')
    .values({ account_uuid: scope.accountUuid, uuid: randomUUID(), ...columnsOf(values) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await checkLimit(tx, scope, 'trustedRoots')
  return row
}

/** Locked until the transaction ends; undefined if there is none. */
export const lockTrustedRoot = (
  tx: Tx,
  { accountUuid }: Scope,
  uuid: string,
): Promise<TrustedRootRow | undefined> =>
  tx
    .selectFrom('trusted_root')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

export const updateTrustedRoot = (
  tx: Tx,
  { accountUuid }: Scope,
  { uuid, ...values }: Values & { uuid: string },
): Promise<TrustedRootRow> =>
  tx
    .updateTable('trusted_root')
    .set(columnsOf(values))
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** undefined if there was none. */
export const deleteTrustedRoot = (
  tx: Tx,
  { accountUuid }: Scope,
  uuid: string,
): Promise<TrustedRootRow | undefined> =>
  tx
    .deleteFrom('trusted_root')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirst()

const columnsOf = ({ identities, ...values }: Values) => ({
  ...values,
  identities: JSON.stringify(identities),
})
