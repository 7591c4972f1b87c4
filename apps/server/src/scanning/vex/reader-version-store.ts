import { vexReaderVersion } from '@assay/engine/vex/read-vex.ts'
import type { VexDocument } from '@assay/engine/vex/vex-document.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { insertStatements } from './store.ts'

/** The documents of all accounts that an earlier version of the readers read. */
export const listEarlierReadings = (db: Database): Promise<{ accountUuid: string; uuid: string }[]> =>
  db
    .selectFrom('vex_document')
    .select(['account_uuid as accountUuid', 'uuid'])
    .where('reader_version', '<', vexReaderVersion)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()

export const findStored = (db: Database, scope: Scope, uuid: string) =>
  db
    .selectFrom('vex_document')
    .select(['content', 'created_at as createdAt', 'project_uuid as projectUuid'])
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Locks the document until the transaction ends. false if it was withdrawn or read by another process. */
export const lockEarlierReading = async (tx: Tx, scope: Scope, uuid: string): Promise<boolean> =>
  (await tx
    .selectFrom('vex_document')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('reader_version', '<', vexReaderVersion)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()) !== undefined

interface Reading {
  uuid: string
  document: VexDocument | null
  unmatched: ReadonlyMap<number, string>
}

/** Replaces the statements; those of a document that can no longer be read are kept. */
export async function saveReading(
  tx: Tx,
  scope: Scope,
  { uuid, document, unmatched }: Reading,
): Promise<void> {
  if (document) {
    await tx
      .deleteFrom('vex_statement')
      .where('account_uuid', '=', scope.accountUuid)
      .where('document_uuid', '=', uuid)
      .execute()
    await insertStatements(tx, scope, { documentUuid: uuid, statements: document.statements, unmatched })
  }
  await tx
    .updateTable('vex_document')
    .set({
      reader_version: vexReaderVersion,
      ...(document && { statement_count: document.statements.length }),
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
}
