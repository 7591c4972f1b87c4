import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface FirstSeen {
  ecosystem: string
  packageName: string
  /** In upper case. */
  vulnerability: string
  at: Date
}

/** What another product says of a branch that was never scanned here. */
export async function insertFirstSeen(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, seen }: { branchUuid: string; seen: readonly FirstSeen[] },
): Promise<void> {
  if (seen.length === 0) return
  await sql`
    insert into first_seen (account_uuid, branch_uuid, ecosystem, package_name, vulnerability, at)
    select ${accountUuid}, ${branchUuid}, ecosystem, "packageName", vulnerability, min(at)
    from jsonb_to_recordset(${jsonText(seen)}::jsonb)
      as given(ecosystem text, "packageName" text, vulnerability text, at timestamptz)
    group by 3, 4, 5
    on conflict do nothing`.execute(tx)
}

/** By branch. */
export async function listFirstSeen(
  db: Database,
  { accountUuid }: Scope,
  branchUuids: readonly string[],
): Promise<Map<string, FirstSeen[]>> {
  const { rows } = await sql<FirstSeen & { branchUuid: string }>`
    select branch_uuid as "branchUuid", ecosystem, package_name as "packageName", vulnerability, at
    from first_seen where account_uuid = ${accountUuid} and branch_uuid = any(${[...branchUuids]}::uuid[])`.execute(
    db,
  )
  return Map.groupBy(rows, ({ branchUuid }) => branchUuid)
}

export const deleteFirstSeen = (tx: Tx, { accountUuid }: Scope, branchUuids: readonly string[]) =>
  sql`
    delete from first_seen
    where account_uuid = ${accountUuid} and branch_uuid = any(${[...branchUuids]}::uuid[])`.execute(tx)
