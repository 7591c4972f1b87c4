import { sql } from 'kysely'
import type { CaseSettings } from '@assay/contract/cases.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

const unset: CaseSettings = { regimes: ['cra', 'bod-26-04'], own: [] }

export async function readSettings(db: Database, { accountUuid }: Scope): Promise<CaseSettings> {
  const { rows } = await sql<CaseSettings>`
    select regimes, own from case_setting where account_uuid = ${accountUuid}`.execute(db)
  return rows[0] ?? unset
}

export const saveSettings = (tx: Tx, { accountUuid }: Scope, { regimes, own }: CaseSettings) =>
  sql`
    insert into case_setting (account_uuid, regimes, own)
    values (${accountUuid}, ${regimes}::text[], ${jsonText(own)}::jsonb)
    on conflict (account_uuid) do update set regimes = excluded.regimes, own = excluded.own`.execute(tx)
