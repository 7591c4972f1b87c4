import type { Database } from '#platform/database/database.ts'

/** Returns whether it was unused. Deletes expired ones. */
export async function consume(db: Database, hash: Uint8Array, expiresAt: Date): Promise<boolean> {
  await db.deleteFrom('spent_challenge').where('expires_at', '<', new Date()).execute()
  const row = await db
    .insertInto('spent_challenge')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
