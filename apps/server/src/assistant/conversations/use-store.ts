import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Owner } from './store.ts'

export interface Use {
  tokens: number
  questions: number
}

/** Counted per UTC day. */
export async function findUse(db: Database, { accountUuid, memberUuid }: Owner, day: string): Promise<Use> {
  const row = await db
    .selectFrom('assistant_use')
    .select(['tokens', 'questions'])
    .where('account_uuid', '=', accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('day', '=', day)
    .executeTakeFirst()
  return { tokens: row?.tokens ?? 0, questions: row?.questions ?? 0 }
}

/** Whether the member's last question was sent to this host. */
export async function hasAsked(
  db: Database,
  { accountUuid, memberUuid }: Owner,
  host: string,
): Promise<boolean> {
  const last = await db
    .selectFrom('assistant_use')
    .select('host')
    .where('account_uuid', '=', accountUuid)
    .where('member_uuid', '=', memberUuid)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.host === host
}

interface Reservation {
  day: string
  /** Host the question is sent to. */
  host: string
  tokens: number
  limit: number
}

/** Reserves tokens from the daily budget. Returns whether enough were left. */
export async function reserveTokens(
  tx: Tx,
  { accountUuid, memberUuid }: Owner,
  { day, host, tokens, limit }: Reservation,
): Promise<boolean> {
  const { rows } = await sql`
    insert into assistant_use (account_uuid, member_uuid, day, tokens, questions, host)
    values (${accountUuid}, ${memberUuid}, ${day}::date, ${tokens}, 1, ${host})
    on conflict (account_uuid, member_uuid, day) do update
      set tokens = assistant_use.tokens + excluded.tokens, questions = assistant_use.questions + 1,
        host = excluded.host
      where assistant_use.tokens + excluded.tokens <= ${limit}
    returning day`.execute(tx)
  return rows.length > 0
}

/** Returns unused tokens of a reservation. */
export const returnTokens = (
  db: Database,
  { accountUuid, memberUuid }: Owner,
  { day, tokens }: Pick<Reservation, 'day' | 'tokens'>,
) =>
  sql`update assistant_use set tokens = greatest(tokens - ${tokens}, 0)
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid} and day = ${day}::date`.execute(db)

/** Retention of usage in days, same as the inbox. */
const useDays = 90

/** Keeps each member's newest day, which contains the host of their last question. Returns the number of deleted rows. */
export async function deleteOldUse(db: Database, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from assistant_use where (account_uuid, member_uuid, day) in (
      select account_uuid, member_uuid, day from assistant_use old
      where day < current_date - ${useDays}::int and exists (
        select from assistant_use newer where newer.account_uuid = old.account_uuid
          and newer.member_uuid = old.member_uuid and newer.day > old.day)
      limit ${limit})
    returning day`.execute(db)
  return rows.length
}
