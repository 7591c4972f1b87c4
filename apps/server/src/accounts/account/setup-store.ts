import type { SetupStep } from '@assay/contract/accounts.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'

/** Which steps of setting up are done, the same for every member of the account. */
export async function readSetup(
  db: Database,
  { accountUuid }: Pick<Scope, 'accountUuid'>,
): Promise<Record<SetupStep, boolean>> {
  const ofAccount = sql`account_uuid = ${accountUuid}`
  const { rows } = await sql<Record<SetupStep, boolean>>`
    select exists (select from advisory_feed where full_at is not null) as advisories,
      exists (select from project where ${ofAccount} and deleted_at is null) as project,
      exists (select from api_token where ${ofAccount}) as token,
      exists (select from team where ${ofAccount}) as team,
      exists (select from notification_channel where ${ofAccount} and is_active) as notifications,
      exists (select from sign_on_provider where ${ofAccount} and is_active) as "signOn"`.execute(db)
  return rows[0]!
}
