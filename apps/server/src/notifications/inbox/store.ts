import { type RawBuilder, sql } from 'kysely'
import type { ErasedPerson } from '#accounts/audit/store.ts'
import type { Scope } from '#auth/scope.ts'
import type { AgedRows } from '#accounts/retention/aged-store.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** Recipients: one member, the members of a team, or members with account-wide access. */
export type Audience =
  | { of: 'member'; memberUuid: string }
  /** One member, if a project of the team is visible to them. */
  | { of: 'viewer'; memberUuid: string; teamUuid: string | null }
  | { of: 'team'; teamUuid: string }
  | { of: 'account' }
  | { of: 'administrators'; except?: string }
  /** Account-wide, but neither administrators nor these members. */
  | { of: 'others'; except: readonly string[] }
  /** One page of the others. */
  | { of: 'other'; memberUuid: string }

const isOther = sql`member.role not like 'Team %' and member.role <> 'Administrator'`

function isIn(audience: Audience): RawBuilder<unknown> {
  if (audience.of === 'member') return sql`member.uuid = ${audience.memberUuid}`
  if (audience.of === 'viewer')
    return sql`member.uuid = ${audience.memberUuid} and (member.role not like 'Team %' or ${isInTeam(audience.teamUuid)})`
  if (audience.of === 'account') return sql`member.role not like 'Team %'`
  if (audience.of === 'administrators')
    return sql`member.role = 'Administrator' and member.uuid is distinct from ${audience.except ?? null}::uuid`
  if (audience.of === 'other') return sql`${isOther} and member.uuid = ${audience.memberUuid}`
  if (audience.of === 'others') return sql`${isOther} and member.uuid <> all(${[...audience.except]}::uuid[])`
  return isInTeam(audience.teamUuid)
}

const isInTeam = (teamUuid: string | null) =>
  sql`exists (select from team_member where team_member.account_uuid = member.account_uuid
    and team_uuid = ${teamUuid}::uuid and member_uuid = member.uuid)`

/** Creates one copy per active member of the audience. */
export async function insertInboxMessages(
  tx: Tx,
  { accountUuid, audience }: { accountUuid: string; audience: Audience },
  { uuid, message }: { uuid: string; message: Message },
): Promise<void> {
  await sql`
    insert into inbox_message (account_uuid, member_uuid, uuid, message)
    select member.account_uuid, member.uuid, ${uuid}::uuid, ${jsonText(message)}::jsonb from member
    where member.account_uuid = ${accountUuid} and member.status = 'Active' and ${isIn(audience)}`.execute(tx)
}

interface Reader {
  accountUuid: string
  memberUuid: string
}

const inboxOf = (db: Database, { accountUuid, memberUuid }: Reader) =>
  db.selectFrom('inbox_message').where('account_uuid', '=', accountUuid).where('member_uuid', '=', memberUuid)

export const listInbox = (
  db: Database,
  reader: Reader,
  { limit, after }: { limit: number; after: { at: number; uuid: string } | null },
) =>
  inboxOf(db, reader)
    .select(['uuid', 'message', 'created_at as createdAt', 'read_at as readAt'])
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(date_trunc('milliseconds', created_at), uuid) < (${new Date(after!.at)}, ${after!.uuid}::uuid)`,
      ),
    )
    .orderBy(sql`date_trunc('milliseconds', created_at)`, 'desc')
    .orderBy('uuid', 'desc')
    .limit(limit)
    .execute()

const maxCounted = 100

export async function countUnread(db: Database, reader: Reader): Promise<number> {
  const rows = await inboxOf(db, reader)
    .select('uuid')
    .where('read_at', 'is', null)
    .limit(maxCounted)
    .execute()
  return rows.length
}

/** Without uuids, marks all. */
export const markRead = (db: Database, { accountUuid, memberUuid }: Reader, uuids: string[] | undefined) =>
  db
    .updateTable('inbox_message')
    .set({ read_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('member_uuid', '=', memberUuid)
    .where('read_at', 'is', null)
    .$if(uuids !== undefined, (query) => query.where('uuid', '=', sql<string>`any(${uuids!}::uuid[])`))
    .execute()

export const oldMessages = (before: Date): AgedRows => ({
  table: 'inbox_message',
  isOld: sql`created_at < ${before}`,
})

export const pseudonymizeInbox = (tx: Tx, { accountUuid }: Scope, { email, pseudonym }: ErasedPerson) =>
  sql`
    update inbox_message set message = replace(message::text, ${email}, ${pseudonym})::jsonb
    where account_uuid = ${accountUuid} and strpos(message::text, ${email}) > 0`.execute(tx)
