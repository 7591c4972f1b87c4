import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** ownerUuid is the account's own or a team's. */
export interface PropertyKey {
  ownerUuid: string
  name: string
}

/** undefined if it was never set. */
export const findProperty = async (db: Database, scope: Scope, { ownerUuid, name }: PropertyKey) =>
  (
    await db
      .selectFrom('property')
      .select('value')
      .where('account_uuid', '=', scope.accountUuid)
      .where('owner_uuid', '=', ownerUuid)
      .where('name', '=', name)
      .executeTakeFirst()
  )?.value

/**
 * The same, locked until the transaction ends, for changing a part of the value. Creates the row with null if it was
 * never set.
 */
export async function lockProperty(tx: Tx, scope: Scope, { ownerUuid, name }: PropertyKey) {
  const { value } = await tx
    .insertInto('property')
    .values({ account_uuid: scope.accountUuid, owner_uuid: ownerUuid, name, value: null })
    .onConflict((conflict) =>
      conflict
        .columns(['account_uuid', 'owner_uuid', 'name'])
        .doUpdateSet({ value: (known) => known.ref('property.value') }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

export async function upsertProperty(
  db: Database,
  scope: Scope,
  property: PropertyKey & {
    value: object | null
    /** A member; null for the product itself. */ setBy: string | null
  },
) {
  const value = property.value === null ? null : jsonText(property.value)
  const { ownerUuid: owner_uuid, name, setBy: set_by } = property
  await db
    .insertInto('property')
    .values({ account_uuid: scope.accountUuid, owner_uuid, name, value, set_by })
    .onConflict((conflict) =>
      conflict.columns(['account_uuid', 'owner_uuid', 'name']).doUpdateSet({ value, set_by }),
    )
    .execute()
}
