import { sql } from 'kysely'
import type { CaseEntry } from '@assay/contract/cases.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

export interface NewEntry {
  caseUuid: string
  kind: CaseEntry['kind']
  subject?: string | null
  text?: string
  /** null: the product itself. */
  memberUuid: string | null
}

/** Entries are never changed. */
export const insertEntry = (tx: Tx, { accountUuid }: Scope, entry: NewEntry) =>
  tx
    .insertInto('case_entry')
    .values({
      account_uuid: accountUuid,
      case_uuid: entry.caseUuid,
      kind: entry.kind,
      subject: entry.subject ?? null,
      text: (entry.text ?? '').replaceAll('\0', ''),
      member_uuid: entry.memberUuid,
    })
    .execute()

export interface EntryRow {
  kind: CaseEntry['kind']
  subject: string | null
  text: string
  memberUuid: string | null
  at: Date
}

/** The last 1,000, oldest first. */
export async function listEntries(
  db: Database,
  { accountUuid }: Scope,
  caseUuid: string,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select kind, subject, text, "memberUuid", at from (
      select kind, subject, text, member_uuid as "memberUuid", at, sequence from case_entry
      where account_uuid = ${accountUuid} and case_uuid = ${caseUuid} order by sequence desc limit 1000) last
    order by sequence`.execute(db)
  return rows
}
