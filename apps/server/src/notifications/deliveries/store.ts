import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { ErasedPerson } from '#accounts/audit/store.ts'
import type { AgedRows } from '#accounts/retention/aged-store.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { type Scope, teamUuids } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Wording } from '#platform/texts/text.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface NewDelivery {
  uuid: string
  teamUuid: string | null
  channelUuid: string | null
  ruleUuid: string | null
  memberUuid: string | null
  kind: string
  /** Email recipient. */
  recipient: string | null
  message: Message
}

export async function insertDeliveries(
  tx: Tx,
  accountUuid: string,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  await tx
    .insertInto('notification_delivery')
    .values(
      deliveries.map(({ teamUuid, channelUuid, ruleUuid, memberUuid, message, ...rest }) => ({
        ...rest,
        account_uuid: accountUuid,
        team_uuid: teamUuid,
        channel_uuid: channelUuid,
        rule_uuid: ruleUuid,
        member_uuid: memberUuid,
        message: jsonText(message),
      })),
    )
    .execute()
}

const columns = [
  'uuid',
  'kind',
  'recipient',
  'message',
  'state',
  'attempts',
  'error',
  'channel_uuid as channelUuid',
  'rule_uuid as ruleUuid',
  'member_uuid as memberUuid',
  'created_at as createdAt',
  'next_at as nextAt',
  'delivered_at as deliveredAt',
] as const

export interface DeliveryKey {
  accountUuid: string
  deliveryUuid: string
}

/** The service of a delivery: the mail server, or a channel's address. */
interface Destination {
  uuid: string
  kind: string
  channelUuid: string | null
  recipient: string | null
}

export const keyOf = (accountUuid: string, { uuid, kind, channelUuid, recipient }: Destination) => ({
  accountUuid,
  deliveryUuid: uuid,
  service: kind === 'email' ? mailLane(recipient ?? '') : (channelUuid ?? uuid),
})

/** Connections of a process to the mail server. Emails to one recipient use the same one. */
const mailLanes = 3

function mailLane(recipient: string): string {
  const [byte] = createHash('sha256').update(recipient.toLowerCase()).digest()
  return `email ${byte! % mailLanes}`
}

type QueuedKey = ReturnType<typeof keyOf>

const one = (db: Database, { accountUuid, deliveryUuid }: DeliveryKey) =>
  db
    .updateTable('notification_delivery')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', deliveryUuid)

/** Lease of an attempt: after a crash, the next process retries the delivery afterwards. */
const leaseSeconds = 120

/** How long later messages to the same target wait for an older one. */
const holdHours = 24

const isHeld = sql<boolean>`exists (
  select from notification_delivery older
  where older.account_uuid = notification_delivery.account_uuid and older.target = notification_delivery.target
    and older.state = 'waiting' and older.holds and older.created_at > now() - make_interval(hours => ${holdHours})
    and (older.created_at, older.uuid) < (notification_delivery.created_at, notification_delivery.uuid))`

/**
 * Counts an attempt that is about to be made; undefined when the delivery is not due, waits for an older one, or
 * another process attempts it.
 */
export const claimDelivery = (db: Database, key: DeliveryKey) =>
  one(db, key)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.not(isHeld))
    .set({
      attempts: sql`attempts + 1`,
      next_at: sql`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .returning([...columns])
    .executeTakeFirst()
export type DeliveryRow = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

export const findFailure = (db: Database, { accountUuid, deliveryUuid }: DeliveryKey) =>
  db
    .selectFrom('notification_delivery')
    .select('error')
    .where('account_uuid', '=', accountUuid)
    .where('uuid', '=', deliveryUuid)
    .where('state', '=', 'failed')
    .executeTakeFirst()

export const saveDelivered = (db: Database, key: DeliveryKey) =>
  one(db, key).set({ state: 'delivered', error: null, next_at: null, delivered_at: new Date() }).execute()

interface FailedAttempt {
  error: Wording
  /** null if there is no further attempt. */
  nextAt: Date | null
  /** Whether later messages to the same target wait for it. */
  holds: boolean
}

export const saveAttempt = (db: Database, key: DeliveryKey, { error, nextAt, holds }: FailedAttempt) =>
  one(db, key)
    .set({ error: jsonText(error), next_at: nextAt, state: nextAt ? 'waiting' : 'failed', holds })
    .execute()

/** Postponed without counting the attempt. */
export const postpone = (db: Database, key: DeliveryKey, nextAt: Date) =>
  one(db, key)
    .set({ next_at: nextAt, attempts: sql`attempts - 1` })
    .execute()

/** Resets the attempts and makes the delivery due. */
export const reviveDelivery = (db: Database, key: DeliveryKey) =>
  one(db, key).set({ state: 'waiting', attempts: 0, next_at: new Date(), holds: true }).execute()

/** The oldest due delivery to each target: those after it are sent once it has arrived. Reads a backlog only once. */
export async function listDue(db: Database, limit: number): Promise<QueuedKey[]> {
  const { rows } = await sql<Destination & { accountUuid: string }>`
    with due as (
      select distinct on (account_uuid, target) account_uuid, uuid, kind, channel_uuid, recipient, next_at
      from (
        select *, bool_or(holds and created_at > now() - make_interval(hours => ${holdHours})) over (
            partition by account_uuid, target order by created_at, uuid
            rows between unbounded preceding and 1 preceding) as is_held
        from notification_delivery where state = 'waiting') waiting
      where is_held is not true and next_at <= now()
      order by account_uuid, target, created_at, uuid)
    select account_uuid as "accountUuid", uuid, kind, channel_uuid as "channelUuid", recipient
    from due order by next_at limit ${limit}`.execute(db)
  return rows.map((row) => keyOf(row.accountUuid, row))
}

/** The next message to the same target, which no longer has to wait. */
export async function listNext(
  db: Database,
  { accountUuid, deliveryUuid }: DeliveryKey,
): Promise<QueuedKey[]> {
  const rows = await db
    .selectFrom('notification_delivery')
    .select(['uuid', 'kind', 'channel_uuid as channelUuid', 'recipient'])
    .where('account_uuid', '=', accountUuid)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', sql<Date>`now()`)
    .where('target', '=', (eb) =>
      eb
        .selectFrom('notification_delivery as done')
        .select('done.target')
        .where('done.account_uuid', '=', accountUuid)
        .where('done.uuid', '=', deliveryUuid),
    )
    .orderBy('created_at')
    .orderBy('uuid')
    .limit(1)
    .execute()
  return rows.map((row) => keyOf(accountUuid, row))
}

/** Emails of members' own rules are visible only to them. */
const deliveriesOf = (db: Database, scope: Scope) =>
  db
    .selectFrom('notification_delivery')
    .select([...columns])
    .where('account_uuid', '=', scope.accountUuid)
    .where('member_uuid', 'is', null)
    .$if(scope.teams !== 'all', (query) =>
      query.where('team_uuid', '=', sql<string>`any(${teamUuids(scope)}::uuid[])`),
    )

interface Page {
  state: string | undefined
  limit: number
  /** Cursor: epoch ms and uuid of the previous page's last row. */
  after: { at: number; uuid: string } | null
}

export const listDeliveries = (
  db: Database,
  scope: Scope,
  { state, limit, after }: Page,
): Promise<DeliveryRow[]> =>
  deliveriesOf(db, scope)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(date_trunc('milliseconds', created_at), uuid) < (${new Date(after!.at)}, ${after!.uuid}::uuid)`,
      ),
    )
    .orderBy(sql`date_trunc('milliseconds', created_at)`, 'desc')
    .orderBy('uuid', 'desc')
    .limit(limit)
    .execute()

export const findDelivery = (db: Database, scope: Scope, uuid: string) =>
  deliveriesOf(db, scope).where('uuid', '=', uuid).executeTakeFirst()

export const lockDelivery = (tx: Tx, scope: Scope, uuid: string) =>
  deliveriesOf(tx, scope).where('uuid', '=', uuid).forUpdate().executeTakeFirst()

export const oldDeliveries = (before: Date): AgedRows => ({
  table: 'notification_delivery',
  isOld: sql`created_at < ${before} and state <> 'waiting'`,
})

/** What waits is still sent. */
export const pseudonymizeDeliveries = (tx: Tx, { accountUuid }: Scope, { email, pseudonym }: ErasedPerson) =>
  sql`
    update notification_delivery set message = replace(message::text, ${email}, ${pseudonym})::jsonb,
      recipient = case when recipient = ${email} then ${pseudonym} else recipient end
    where account_uuid = ${accountUuid} and state <> 'waiting'
      and (recipient = ${email} or strpos(message::text, ${email}) > 0)`.execute(tx)
