import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import { currentTraceparent } from '#platform/traces/tracing.ts'
import { type NewEvent, parsePayload } from './events.ts'

/** Well below the protocol's limit of 65,535 parameters. */
const rowsAtOnce = 1000

/** Writes events in the caller's transaction. accountUuid null stands for the whole installation. */
export async function writeEvents(
  tx: Tx,
  accountUuid: string | null,
  events: readonly NewEvent[],
): Promise<void> {
  const traceparent = currentTraceparent()
  const rows = events.map((event) => ({
    account_uuid: accountUuid,
    type: event.type,
    payload: jsonText(parsePayload(event)),
    traceparent,
  }))
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await tx
      .insertInto('outbox_event')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}

/**
 * Assigns positions to committed events and returns their number. Only one process does so at a time, so that positions
 * become visible in order; sequence values do not, since transactions commit in a different order.
 */
export async function assignPositions(tx: Tx, limit: number): Promise<number> {
  const last = await tx
    .selectFrom('outbox_position')
    .select('last_position')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!last) return 0
  const { rows } = await sql<{ position: number }>`
    update outbox_event set position = ${last.last_position}::bigint + waiting.number
    from (select sequence, row_number() over (order by sequence) as number
          from (select sequence from outbox_event where position is null order by sequence limit ${limit}) oldest
         ) waiting
    where outbox_event.sequence = waiting.sequence
    returning position`.execute(tx)
  if (rows.length > 0)
    await tx
      .updateTable('outbox_position')
      .set({ last_position: last.last_position + rows.length })
      .execute()
  return rows.length
}

/** Whether there are committed events without a position. */
export async function hasWaitingEvents(db: Database): Promise<boolean> {
  const { rows } = await sql<{ hasEvents: boolean }>`
    select exists (select from outbox_event where position is null) as "hasEvents"`.execute(db)
  return rows[0]!.hasEvents
}

/** Notifies other processes of new positions. */
export const eventChannel = 'assay_events'

/** Wakes all listening processes on commit. The notification contains no event data. */
export const announceEvents = (tx: Tx) => sql`select pg_notify(${eventChannel}, '')`.execute(tx)

/** A new consumer starts with future events. */
export async function addConsumers(db: Database, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('outbox_consumer')
    .columns(['name', 'position'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ name: string }>`unnest(${names}::text[])`.as<'given'>(sql`given(name)`))
        .crossJoin('outbox_position')
        .select(['given.name', 'outbox_position.last_position']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A consumer and the types of events it handles. */
interface Subscription {
  name: string
  types: readonly string[]
}

/**
 * The names of consumers with events to handle. The progress of others is moved past events of other types, so that
 * they need no delivery.
 */
export async function listBehind(db: Database, consumers: readonly Subscription[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with consumer as (
      select name, types from jsonb_to_recordset(${jsonText(consumers)}::jsonb) as given (name text, types text[])),
    behind as (
      select progress.name, last_position, exists (
          select from outbox_event
          where outbox_event.position > progress.position and outbox_event.type = any(consumer.types)) as has_events
      from outbox_consumer progress
        join consumer on consumer.name = progress.name
        join outbox_position on progress.position < last_position),
    idle as (
      select name from outbox_consumer where name in (select name from behind where not has_events)
      for update skip locked),
    moved as (
      update outbox_consumer set position = last_position
      from idle join behind on behind.name = idle.name
      where outbox_consumer.name = idle.name and outbox_consumer.position < last_position)
    select name from behind where has_events`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * The consumer's progress, locked until the transaction ends, and the last position assigned before; undefined while
 * another process delivers to it.
 */
export const lockConsumer = (tx: Tx, name: string) =>
  tx
    .selectFrom(['outbox_consumer', 'outbox_position'])
    .select(['position', 'last_position as last'])
    .where('name', '=', name)
    .forUpdate('outbox_consumer')
    .skipLocked()
    .executeTakeFirst()

export const saveProgress = (tx: Tx, name: string, position: number) =>
  tx.updateTable('outbox_consumer').set({ position }).where('name', '=', name).execute()

export interface EventQuery {
  types: readonly string[]
  /** Only events after this position. */
  after: number
  limit: number
}

/** In delivery order, as stored. */
export const listEvents = (db: Database, { types, after, limit }: EventQuery) =>
  db
    .selectFrom('outbox_event')
    .select(['uuid', 'account_uuid as accountUuid', 'type', 'payload', 'position', 'traceparent'])
    .select(sql<number>`floor(extract(epoch from at) * 1000)::float8`.as('at'))
    .where('position', '>', after)
    .where('type', 'in', types)
    .orderBy('position')
    .limit(limit)
    .execute()

export type StoredEvent = Awaited<ReturnType<typeof listEvents>>[number]

export const readLastPosition = async (db: Database): Promise<number> =>
  (await db.selectFrom('outbox_position').select('last_position').executeTakeFirstOrThrow()).last_position

interface Retention {
  /** Days. */
  days: number
  /** Consumers whose progress counts. */
  consumers: readonly string[]
  limit: number
}

/** Deletes old events that every consumer has handled. Returns the number deleted. */
export async function deleteOldEvents(db: Database, { days, consumers, limit }: Retention): Promise<number> {
  const { rows } = await sql`
    delete from outbox_event where sequence in (
      select sequence from outbox_event
      where at < now() - make_interval(days => ${days}) and position <= coalesce(
        (select min(position) from outbox_consumer where name = any(${consumers}::text[])),
        (select last_position from outbox_position))
      limit ${limit})
    returning sequence`.execute(db)
  return rows.length
}

interface Recent {
  types: readonly string[]
  days: number
  limit: number
}

/** Events of the account, newest first. */
export const listAccountEvents = (
  db: Database,
  accountUuid: string,
  { types, days, limit }: Recent,
): Promise<Omit<StoredEvent, 'position' | 'traceparent'>[]> =>
  db
    .selectFrom('outbox_event')
    .select(['uuid', 'type', 'payload'])
    .select('account_uuid as accountUuid')
    .select(sql<number>`floor(extract(epoch from at) * 1000)::float8`.as('at'))
    .where('account_uuid', '=', accountUuid)
    .where('type', 'in', types)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()

/** The newest events of each type, so that frequent types do not displace others; null for the whole installation. */
export async function listEventsByType(
  db: Database,
  accountUuid: string | null,
  { types, days, limit }: Recent,
): Promise<Omit<StoredEvent, 'position' | 'traceparent'>[]> {
  const isOfAccount = accountUuid === null ? sql`account_uuid is null` : sql`account_uuid = ${accountUuid}`
  const { rows } = await sql<Omit<StoredEvent, 'position' | 'traceparent'>>`
    select recent.* from unnest(${[...types]}::text[]) as wanted (type) cross join lateral (
      select uuid, type, payload, account_uuid as "accountUuid", floor(extract(epoch from at) * 1000)::float8 as at
      from outbox_event
      where ${isOfAccount} and type = wanted.type and at > now() - make_interval(days => ${days})
      order by sequence desc limit ${limit}) recent`.execute(db)
  return rows
}
