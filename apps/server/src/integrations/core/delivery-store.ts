import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { AgedRows } from '#accounts/retention/aged-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { Wording } from '#platform/texts/text.ts'
import { coreText } from './texts.ts'

interface NewDelivery {
  id: string
  topic: string
  subject: Wording
}

/** Its uuid; null if one with this topic is already waiting for its first attempt. */
export async function insertDelivery(
  tx: Tx,
  scope: Scope,
  { id, topic, subject }: NewDelivery,
): Promise<string | null> {
  const row = await tx
    .insertInto('integration_delivery')
    .values({
      account_uuid: scope.accountUuid,
      uuid: randomUUID(),
      integration: id,
      topic,
      subject: jsonText(typeof subject === 'string' ? subject.slice(0, 500) : subject),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uuid')
    .executeTakeFirst()
  return row?.uuid ?? null
}

/** The delivery with this topic that has not been attempted yet. */
export const findUntried = (db: Database, scope: Scope, { id, topic }: Omit<NewDelivery, 'subject'>) =>
  db
    .selectFrom('integration_delivery')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .where('topic', '=', topic)
    .where('attempts', '=', 0)
    .where('finished_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()

export const findDelivery = (db: Database, scope: Scope, { id, uuid }: { id: string; uuid: string }) =>
  db
    .selectFrom('integration_delivery')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .where('uuid', '=', uuid)
    .executeTakeFirst()

export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

/** Newest first. */
export const listDeliveries = (
  db: Database,
  scope: Scope,
  {
    id,
    limit,
    after,
  }: { id: string; limit: number; after: Pick<DeliveryRow, 'created_at' | 'uuid'> | undefined },
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('integration_delivery')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, uuid) < (
        select created_at, uuid from integration_delivery
        where account_uuid = ${scope.accountUuid} and uuid = ${after!.uuid})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .limit(limit)
    .execute()

/** The first two words of a topic: deliveries with the same key are sent in order. */
const orderingKeyOf = (delivery: string) => orderingKeyOfTopic(sql.ref(`${delivery}.topic`))

const orderingKeyOfTopic = (topic: RawBuilder<unknown>) =>
  sql`split_part(${topic}, ' ', 1) || ' ' || split_part(${topic}, ' ', 2)`

/** Uuids of the deliveries about the topic's subject that failed and wait for their next attempt. */
export async function listRetrying(
  db: Database,
  scope: Scope,
  { id, topic }: Omit<NewDelivery, 'subject'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('integration_delivery')
    .select('uuid')
    .where('account_uuid', '=', scope.accountUuid)
    .where('integration', '=', id)
    .where('state', '=', 'retrying')
    .where(
      sql<boolean>`${orderingKeyOf('integration_delivery')} = ${orderingKeyOfTopic(sql`${topic}::text`)}`,
    )
    .execute()
  return rows.map(({ uuid }) => uuid)
}

const awaitsTurn = coreText('awaitsTurn')

/** Whether an older delivery about the same subject is unfinished: this one then waits. */
export async function awaitOlder(
  db: Database,
  scope: Scope,
  { uuid, seconds }: { uuid: string; seconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update integration_delivery
    set state = 'waiting', not_before = now() + make_interval(secs => ${seconds}),
      result = ${jsonText(awaitsTurn)}::jsonb
    where account_uuid = ${scope.accountUuid} and uuid = ${uuid} and finished_at is null and exists (
      select from integration_delivery older
      where older.account_uuid = integration_delivery.account_uuid
        and older.integration = integration_delivery.integration and older.finished_at is null and older.holds
        and (older.created_at, older.uuid) < (integration_delivery.created_at, integration_delivery.uuid)
        and ${orderingKeyOf('older')} = ${orderingKeyOf('integration_delivery')})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** The oldest delivery that waits for its turn behind this one; marks it as retried. */
export async function claimNext(tx: Tx, scope: Scope, uuid: string) {
  const { rows } = await sql<{ accountUuid: string; deliveryUuid: string; integration: string }>`
    update integration_delivery set state = 'retrying', not_before = null
    where account_uuid = ${scope.accountUuid} and uuid in (
      select next.uuid from integration_delivery next, integration_delivery ended
      where ended.account_uuid = ${scope.accountUuid} and ended.uuid = ${uuid}
        and next.account_uuid = ended.account_uuid and next.integration = ended.integration
        and next.state = 'waiting' and next.result ->> 'key' = ${awaitsTurn.key}
        and ${orderingKeyOf('next')} = ${orderingKeyOf('ended')}
      order by next.created_at, next.uuid limit 1 for update of next skip locked)
    returning account_uuid as "accountUuid", uuid as "deliveryUuid", integration`.execute(tx)
  return rows
}

/** undefined if it is already done. */
export const startAttempt = (db: Database, scope: Scope, uuid: string): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('integration_delivery')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), not_before: null }))
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('state', 'in', ['queued', 'sending', 'retrying', 'waiting'])
    .returningAll()
    .executeTakeFirst()

export interface Outcome {
  uuid: string
  state: 'retrying' | 'waiting' | 'delivered' | 'failed' | 'skipped'
  /** undefined: as the last attempt left it. */
  result: Wording | undefined
  /** For a waiting delivery. */
  notBefore?: Date
  /** Whether later deliveries about the same subject wait for it; defaults to true. */
  holds?: boolean
}

export async function endAttempt(
  db: Database,
  scope: Scope,
  { uuid, state, result, notBefore, holds = true }: Outcome,
): Promise<void> {
  const isDone = ['delivered', 'failed', 'skipped'].includes(state)
  await db
    .updateTable('integration_delivery')
    .set({
      state,
      ...(result !== undefined && { result: jsonText(result) }),
      finished_at: isDone ? new Date() : null,
      not_before: notBefore ?? null,
      holds,
    })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
}

export const saveProgress = (
  db: Database,
  scope: Scope,
  { uuid, progress }: { uuid: string; progress: object },
) =>
  db
    .updateTable('integration_delivery')
    .set({ progress: jsonText(progress) })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()

/** Requeues a failed delivery and returns whether it had failed. Its attempts are kept, so that no other replaces it. */
export async function reviveDelivery(tx: Tx, scope: Scope, uuid: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('integration_delivery')
    .set({ state: 'retrying', finished_at: null, not_before: null })
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deliveries whose pause is over; marks them as retried. */
export const claimResumed = (tx: Tx, limit: number) =>
  tx
    .updateTable('integration_delivery')
    .set({ state: 'retrying', not_before: null })
    .where(
      sql<boolean>`(account_uuid, uuid) in (
        select account_uuid, uuid from integration_delivery
        where state = 'waiting' and not_before <= now() order by not_before limit ${limit} for update skip locked)`,
    )
    .returning(['account_uuid as accountUuid', 'uuid as deliveryUuid', 'integration'])
    .execute()

export const oldRuns = (before: Date): AgedRows => ({
  table: 'integration_delivery',
  isOld: sql`finished_at < ${before}`,
})

interface DeliveryCounts {
  pending: number
  retrying: number
  failed: number
}

/** Numbers of deliveries, by integration: not done, of them retried after an error, and given up. */
export async function countDeliveries(db: Database, scope: Scope): Promise<Map<string, DeliveryCounts>> {
  const { rows } = await sql<DeliveryCounts & { id: string }>`
    select integration as id, count(*) filter (where state <> 'failed')::int as pending,
      count(*) filter (where state = 'retrying')::int as retrying,
      count(*) filter (where state = 'failed')::int as failed
    from integration_delivery
    where account_uuid = ${scope.accountUuid} and state in ('queued', 'sending', 'retrying', 'waiting', 'failed')
    group by 1`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** A delivery that had nothing to send. */
export const deleteDelivery = (db: Database, scope: Scope, uuid: string) =>
  db
    .deleteFrom('integration_delivery')
    .where('account_uuid', '=', scope.accountUuid)
    .where('uuid', '=', uuid)
    .execute()
