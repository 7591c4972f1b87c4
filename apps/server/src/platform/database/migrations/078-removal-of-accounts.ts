import { sql, type Kysely } from 'kysely'

/**
 * Removing an account deletes its documents before its builds, which name them: that they are named by none can only be
 * checked at the end of the transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table build_document alter constraint build_document_account_uuid_digest_fkey
    deferrable initially immediate`.execute(db)
}
