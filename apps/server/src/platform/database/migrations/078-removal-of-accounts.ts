import { sql, type Kysely } from 'kysely'

/**
 * Removing an account deletes documents before the builds that reference them, so the foreign key is checked at the
 * end of the transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table build_document alter constraint build_document_account_uuid_digest_fkey
    deferrable initially immediate`.execute(db)
}
