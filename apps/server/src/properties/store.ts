import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'

/** ownerUuid is the account's own or a team's. */
export interface PropertyKey {
  ownerUuid: string
  name: string
}

/** undefined when it was never set. */
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

export async function putProperty(
  db: Database,
  scope: Scope,
  property: PropertyKey & { value: object | null },
) {
  const value = property.value === null ? null : jsonText(property.value)
  await db
    .insertInto('property')
    .values({ account_uuid: scope.accountUuid, owner_uuid: property.ownerUuid, name: property.name, value })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'owner_uuid', 'name']).doUpdateSet({ value }))
    .execute()
}
