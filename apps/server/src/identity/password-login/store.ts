import { activeMembers } from '#auth/sessions/active-members-store.ts'
import type { Database } from '#platform/database/database.ts'

/** The active login of an address, across accounts; null if there is none. */
export const findLogin = async (db: Database, email: string) =>
  (await activeMembers(db)
    .innerJoin('login', (join) =>
      join
        .onRef('member.account_uuid', '=', 'login.account_uuid')
        .onRef('member.uuid', '=', 'login.member_uuid'),
    )
    .select([
      'member.account_uuid as accountUuid',
      'member.uuid as memberUuid',
      'member.password_hash as passwordHash',
    ])
    .where('login.email', '=', email.toLowerCase())
    .executeTakeFirst()) ?? null
