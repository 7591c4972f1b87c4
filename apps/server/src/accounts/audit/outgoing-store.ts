import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'
import type { NewAuditEvent } from './store.ts'

/** An event as stored; account_uuid is null if none is known. */
export interface OutgoingEvent {
  account_uuid: string | null
  sequence: number | null
  at: string
  member_uuid: string | null
  member_email: string
  credential: string
  address: string
  agent: string
  action: string
  target: unknown
  before: unknown
  after: unknown
}

/** Sends events to exactly these destinations from now on; what waits for others is dropped with them. */
export async function useDestinations(db: Database, names: readonly string[]): Promise<void> {
  await sql`delete from audit_destination where name <> all(${names}::text[])`.execute(db)
  await sql`
    insert into audit_destination (name) select unnest(${names}::text[]) on conflict do nothing`.execute(db)
}

/** Queues an event of no account. */
export async function queueOutgoing(db: Database, event: NewAuditEvent): Promise<void> {
  const row: OutgoingEvent = {
    account_uuid: null,
    sequence: null,
    at: new Date().toISOString(),
    member_uuid: event.memberUuid,
    member_email: event.memberEmail,
    credential: event.credential,
    address: event.address,
    agent: event.agent,
    action: event.action,
    target: event.target,
    before: event.before ?? null,
    after: event.after ?? null,
  }
  await sql`
    insert into audit_outgoing (destination, event)
    select name, ${jsonText(row)}::jsonb from audit_destination`.execute(db)
}

/** Oldest first. */
export const listOutgoing = (db: Database, destination: string, limit: number) =>
  db
    .selectFrom('audit_outgoing')
    .select(['id', sql<OutgoingEvent>`event`.as('event')])
    .where('destination', '=', destination)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Up to and including this one. */
export const deleteOutgoing = (db: Database, destination: string, lastId: number) =>
  db.deleteFrom('audit_outgoing').where('destination', '=', destination).where('id', '<=', lastId).execute()

/** Drops the oldest events above the limit, and returns their number. */
export async function dropExcess(db: Database, destination: string, limit: number): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    with excess as (
      delete from audit_outgoing
      where destination = ${destination} and id <= (
        select id from audit_outgoing where destination = ${destination} order by id desc offset ${limit} limit 1)
      returning 1)
    update audit_destination set dropped = dropped + (select count(*) from excess)
    where name = ${destination}
    returning (select count(*)::integer from excess) as dropped`.execute(db)
  return rows[0]?.dropped ?? 0
}

/** The number of dropped events that the destination has not been told. */
export const countDropped = async (db: Database, destination: string): Promise<number> =>
  (
    await db
      .selectFrom('audit_destination')
      .select('dropped')
      .where('name', '=', destination)
      .executeTakeFirst()
  )?.dropped ?? 0

export const forgetDropped = (db: Database, destination: string, count: number) =>
  db
    .updateTable('audit_destination')
    .set((eb) => ({ dropped: eb('dropped', '-', count) }))
    .where('name', '=', destination)
    .execute()
