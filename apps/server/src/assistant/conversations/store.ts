import type { AssistantMessage, AssistantSummary } from '@assay/contract/assistant-conversations.ts'
import { type Language, languages } from '@assay/contract/languages.ts'
import { type Selectable, sql } from 'kysely'
import type { Caller } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { Schema } from '#platform/database/schema.gen.ts'
import { wordedIn, type Wording } from '#platform/texts/text.ts'
import { reasonOf } from '#assistant/model/texts.ts'
import type { Visibility } from '#assistant/facts/visibility.ts'

/** The owner: only this member can read the conversation. */
export interface Owner {
  accountUuid: string
  memberUuid: string
}

export const ownerOf = ({ scope: { accountUuid }, memberUuid }: Caller): Owner => ({
  accountUuid,
  memberUuid,
})

const itemColumns = [
  'uuid',
  'title',
  'project_uuid as projectUuid',
  'branch',
  'advisory_uuid as advisoryUuid',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const

const conversationsOf = (db: Database, { accountUuid, memberUuid }: Owner) =>
  db
    .selectFrom('assistant_conversation')
    .where('account_uuid', '=', accountUuid)
    .where('member_uuid', '=', memberUuid)

/** Most recently used first. */
export const listConversations = (db: Database, owner: Owner, limit: number) =>
  conversationsOf(db, owner)
    .select(itemColumns)
    .orderBy('updated_at', 'desc')
    .orderBy('uuid')
    .limit(limit)
    .execute()

export type ConversationItem = Awaited<ReturnType<typeof listConversations>>[number]

export async function findConversation(db: Database, owner: Owner, uuid: string) {
  const row = await conversationsOf(db, owner)
    .select([...itemColumns, 'account_uuid as accountUuid', 'summary', 'reach as visibility'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      summary: row.summary as AssistantSummary,
      visibility: row.visibility as Visibility | null,
    }
  )
}

export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>

interface NewConversation {
  uuid: string
  title: string
  projectUuid: string | null
  branch: string | null
  advisoryUuid: string | null
  summary: AssistantSummary
  visibility: Visibility
}

export const insertConversation = (
  tx: Tx,
  { accountUuid, memberUuid }: Owner,
  { uuid, title, projectUuid, branch, advisoryUuid, summary, visibility }: NewConversation,
) =>
  tx
    .insertInto('assistant_conversation')
    .values({
      account_uuid: accountUuid,
      member_uuid: memberUuid,
      uuid,
      title: title.slice(0, 300),
      project_uuid: projectUuid,
      branch,
      advisory_uuid: advisoryUuid,
      summary: jsonText(summary),
      reach: jsonText(visibility),
    })
    .execute()

export const updateSummary = (
  tx: Tx,
  { accountUuid }: Owner,
  { uuid, summary, visibility }: Pick<NewConversation, 'uuid' | 'summary' | 'visibility'>,
) =>
  tx
    .updateTable('assistant_conversation')
    .set({ summary: jsonText(summary), reach: jsonText(visibility) })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** All but the member's newest. */
export const deleteOldest = (tx: Tx, { accountUuid, memberUuid }: Owner, keepCount: number) =>
  sql`delete from assistant_conversation where account_uuid = ${accountUuid} and uuid in (
    select uuid from assistant_conversation
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid}
    order by updated_at desc, uuid offset ${keepCount})`.execute(tx)

/** Returns the number deleted; without a UUID, deletes all. */
export async function deleteConversations(
  tx: Tx,
  { accountUuid, memberUuid }: Owner,
  uuid?: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('assistant_conversation')
    .where('account_uuid', '=', accountUuid)
    .where('member_uuid', '=', memberUuid)
    .$if(uuid !== undefined, (query) => query.where('uuid', '=', uuid!))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface StoredMessage {
  message: AssistantMessage
  visibility: Visibility | null
}

export async function listMessages(
  db: Database,
  { accountUuid }: Owner,
  { conversationUuid, language = languages[0] }: { conversationUuid: string; language?: Language },
): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom('assistant_message')
    .selectAll()
    .where('account_uuid', '=', accountUuid)
    .where('conversation_uuid', '=', conversationUuid)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    message: messageOf(row, language),
    visibility: row.reach as Visibility | null,
  }))
}

const messageOf = (row: Selectable<Schema['assistant_message']>, language: Language): AssistantMessage => ({
  number: row.number,
  question: row.question,
  answer: row.answer,
  state: row.state as AssistantMessage['state'],
  reason: row.reason === null ? null : wordedIn(language, reasonOf(row.reason)),
  warnings: row.warnings as AssistantMessage['warnings'],
  unsupported: row.unsupported,
  sources: row.sources as AssistantMessage['sources'],
  sent: row.sent as AssistantMessage['sent'],
  model: row.model,
  host: row.host,
  tokens: row.tokens,
  at: row.created_at.getTime(),
})

interface MessageId {
  conversationUuid: string
  number: number
}

export const insertMessage = (
  tx: Tx,
  { accountUuid }: Owner,
  message: MessageId &
    Pick<AssistantMessage, 'question' | 'sent' | 'model' | 'host'> & { visibility: Visibility },
) =>
  tx
    .insertInto('assistant_message')
    .values({
      account_uuid: accountUuid,
      conversation_uuid: message.conversationUuid,
      number: message.number,
      question: message.question,
      state: 'answering',
      sent: jsonText(message.sent),
      model: message.model,
      host: message.host,
      reach: jsonText(message.visibility),
    })
    .execute()

/** Its end waits for another; undefined if its conversation has been deleted. */
export const lockMessage = (tx: Tx, { accountUuid }: Owner, { conversationUuid, number }: MessageId) =>
  tx
    .selectFrom('assistant_message')
    .select('state')
    .where('account_uuid', '=', accountUuid)
    .where('conversation_uuid', '=', conversationUuid)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

/** Any account's message that has been unanswered for longer than this. */
export const lockOverdue = (tx: Tx, afterMs: number) =>
  tx
    .selectFrom('assistant_message as message')
    .innerJoin('assistant_conversation as conversation', (join) =>
      join
        .onRef('conversation.account_uuid', '=', 'message.account_uuid')
        .onRef('conversation.uuid', '=', 'message.conversation_uuid'),
    )
    .select([
      'message.account_uuid as accountUuid',
      'conversation.member_uuid as memberUuid',
      'message.conversation_uuid as conversationUuid',
      'message.number',
      'message.host',
      'message.model',
      'message.created_at as createdAt',
    ])
    .where('message.state', '=', 'answering')
    .where('message.created_at', '<', sql<Date>`now() - make_interval(secs => ${afterMs / 1000})`)
    .orderBy('message.created_at')
    .limit(1)
    .forUpdate('message')
    .skipLocked()
    .executeTakeFirst()

export async function saveAnswer(
  db: Database,
  { accountUuid }: Owner,
  {
    conversationUuid,
    ...message
  }: Omit<AssistantMessage, 'question' | 'at' | 'model' | 'host' | 'reason'> &
    MessageId & { reason: Wording | null },
): Promise<void> {
  await db
    .updateTable('assistant_message')
    .set({
      answer: message.answer,
      state: message.state,
      reason: message.reason === null ? null : jsonText(message.reason),
      warnings: message.warnings,
      unsupported: message.unsupported,
      sources: jsonText(message.sources),
      sent: jsonText(message.sent),
      tokens: message.tokens,
    })
    .where('account_uuid', '=', accountUuid)
    .where('conversation_uuid', '=', conversationUuid)
    .where('number', '=', message.number)
    .execute()
}

export const touchConversation = (tx: Tx, { accountUuid }: Owner, uuid: string) =>
  tx
    .updateTable('assistant_conversation')
    .set({ updated_at: new Date() })
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', uuid)
    .execute()
