import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** API tokens of active accounts that expire within this many days. */
export async function listEndingTokens(db: Database, days: number) {
  return db
    .selectFrom('api_token')
    .select([
      'account_uuid as accountUuid',
      'uuid',
      'name',
      'member_uuid as memberUuid',
      'expires_at as expiresAt',
    ])
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .$narrowType<{ expiresAt: Date }>()
    .execute()
}

export async function listEndingExclusions(db: Database, days: number) {
  return db
    .selectFrom('exclusion')
    .select([
      'account_uuid as accountUuid',
      'uuid',
      'project_uuid as projectUuid',
      'description',
      'expires_at as expiresAt',
    ])
    .where('removed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .$narrowType<{ expiresAt: Date }>()
    .execute()
}
