import type { Database, Tx } from '#platform/database/database.ts'

/** A requested account. Its uuid is already chosen, because the emailed secret contains it. */
export interface Registration {
  uuid: string
  accountUuid: string
  email: string
  name: string
  passwordHash: string
  hash: Uint8Array
  expiresAt: Date
}

/** Deletes expired registrations. */
export async function insertRegistration(db: Database, row: Registration): Promise<void> {
  await db.deleteFrom('registration').where('expires_at', '<', new Date()).execute()
  await db
    .insertInto('registration')
    .values({
      uuid: row.uuid,
      account_uuid: row.accountUuid,
      email: row.email,
      name: row.name,
      password_hash: row.passwordHash,
      hash: row.hash,
      expires_at: row.expiresAt,
    })
    .execute()
}

export const findRegistration = (db: Database, uuid: string): Promise<Registration | undefined> =>
  db
    .selectFrom('registration')
    .select(['uuid', 'account_uuid as accountUuid', 'email', 'name', 'password_hash as passwordHash', 'hash'])
    .select('expires_at as expiresAt')
    .where('uuid', '=', uuid)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()

/** Deletes all registrations of the address and returns their uuids. */
export async function consumeRegistrations(tx: Tx, email: string): Promise<string[]> {
  const rows = await tx.deleteFrom('registration').where('email', '=', email).returning('uuid').execute()
  return rows.map(({ uuid }) => uuid)
}
