import type { Database } from '../database/database.ts'

/** Members who may log in, whichever way they show who they are: active ones of accounts that are open. */
export const membersWhoMayLogIn = (db: Database) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.uuid', 'member.account_uuid')
    .where('member.status', '=', 'Active')
    .where('account.is_active', '=', true)
