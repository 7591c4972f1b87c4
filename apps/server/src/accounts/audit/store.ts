import { escapeLike } from '@assay/text/like.ts'
import { type RawBuilder, sql } from 'kysely'
import type { AgedRows } from '#accounts/retention/aged-store.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

export interface NewAuditEvent {
  memberUuid: string | null
  memberEmail: string
  /** 'session', 'token …' */
  credential: string
  address: string
  agent: string
  /** 'members.remove', as in the contract. */
  action: string
  target: Record<string, string>
  before: unknown
  after: unknown
}

/** Also queues it for the destinations of the operator, in the same statement. */
export async function insertAuditEvent(db: Database, scope: Scope, event: NewAuditEvent): Promise<void> {
  const before = event.before === undefined ? null : jsonText(event.before)
  const after = event.after === undefined ? null : jsonText(event.after)
  await sql`
    with event as (
      insert into audit_event (
        account_uuid, member_uuid, member_email, credential, address, agent, action, target, before, after)
      values (${scope.accountUuid}, ${event.memberUuid}, ${event.memberEmail}, ${event.credential}, ${event.address},
        ${event.agent}, ${event.action}, ${jsonText(event.target)}, ${before}, ${after})
      returning *)
    insert into audit_outgoing (destination, event)
    select name, to_jsonb(event) - 'bytes' from event cross join audit_destination`.execute(db)
}

export interface AuditFilter {
  /** Part of the action's name or of the member's address; empty for any. */
  text: string
  memberUuid: string | undefined
  /** Any of these; undefined for all. */
  actions: readonly string[] | undefined
  from: Date | undefined
  before: Date | undefined
  /** Only events older than this sequence number. */
  beforeSequence: number | undefined
  limit: number
}

/** Event filters, without the page. */
export type EventFilter = Omit<AuditFilter, 'beforeSequence' | 'limit'>

/** Maximum size of old and new values per page; a larger event gets its own page. */
export const maxPageBytes = 4 * 1024 * 1024

/** Newest first, up to the limit or the maximum size. */
export const listAuditEvents = (db: Database, scope: Scope, filter: AuditFilter) =>
  db
    .selectFrom(sizedEvents(db, scope, filter).as('event'))
    .selectAll('event')
    .where((eb) => eb.or([eb('position', '=', 1), eb('total_bytes', '<=', maxPageBytes)]))
    .orderBy('position')
    .execute()

/** Each with position and cumulative size. Sizes are stored, so that large values are only read for the page. */
const sizedEvents = (db: Database, scope: Scope, filter: AuditFilter) =>
  db
    .selectFrom(matchingEvents(db, scope, filter).as('match'))
    .selectAll('match')
    .select([
      sql<number>`row_number() over (order by at desc, sequence desc)`.as('position'),
      sql<number>`sum(bytes) over (order by at desc, sequence desc)`.as('total_bytes'),
    ])

function matchingEvents(db: Database, scope: Scope, filter: AuditFilter) {
  const { text, memberUuid, actions, from, before, beforeSequence, limit } = filter
  const pattern = `%${escapeLike(text)}%`
  return db
    .selectFrom('audit_event')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .$if(text !== '', (query) =>
      query.where((eb) => eb.or([eb('action', 'ilike', pattern), eb('member_email', 'ilike', pattern)])),
    )
    .$if(memberUuid !== undefined, (query) => query.where('member_uuid', '=', memberUuid!))
    .$if(actions !== undefined, (query) => query.where('action', 'in', actions!))
    .$if(from !== undefined, (query) => query.where('at', '>=', from!))
    .$if(before !== undefined, (query) => query.where('at', '<', before!))
    .$if(beforeSequence !== undefined, (query) =>
      query.where((eb) =>
        // By timestamp, like the indexes: the cost of a page does not depend on how far back it is.
        eb(
          eb.refTuple('at', 'sequence'),
          '<',
          eb
            .selectFrom('audit_event as last')
            .select(['last.at', 'last.sequence'])
            .where('last.account_uuid', '=', scope.accountUuid)
            .where('last.sequence', '=', beforeSequence!)
            .$asTuple('at', 'sequence'),
        ),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
}

/** The last address of a member who may be removed since. */
export async function findEmailInEvents(
  db: Database,
  { accountUuid }: Scope,
  memberUuid: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select member_email as email from audit_event
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid}
    order by at desc, sequence desc limit 1`.execute(db)
  return rows[0]?.email
}

/** A member who was erased, and what stands for it. */
export interface ErasedPerson {
  memberUuid: string
  email: string
  /** Empty if it is unknown. */
  name: string
  pseudonym: string
}

/** In what the member did, and in what was done to the member. */
export async function pseudonymizeEvents(
  tx: Tx,
  { accountUuid }: Scope,
  { memberUuid, email, name, pseudonym }: ErasedPerson,
): Promise<void> {
  // Inside of texts, too; a name only if it is one.
  const texts = [
    [jsonText(email).slice(1, -1), pseudonym],
    [jsonText(name), jsonText(pseudonym)],
  ].filter(([text]) => text !== '""')
  const without = (column: string) =>
    texts.reduce<RawBuilder<string>>(
      (text, [from, to]) => sql`replace(${text}, ${from}, ${to})`,
      sql`${sql.ref(column)}::text`,
    )
  const isNamed = sql`strpos(concat(target, before, after), ${memberUuid}) > 0
    or strpos(concat(target, before, after), ${jsonText(email).slice(1, -1)}) > 0`
  await sql`
    update audit_event set target = ${without('target')}::jsonb, before = ${without('before')}::jsonb,
      after = ${without('after')}::jsonb
    where account_uuid = ${accountUuid} and (member_uuid = ${memberUuid} or ${isNamed})`.execute(tx)
  await sql`
    update audit_event set member_email = ${pseudonym}, address = '', agent = ''
    where account_uuid = ${accountUuid} and member_uuid = ${memberUuid}`.execute(tx)
}

export const oldEvents = (before: Date): AgedRows => ({ table: 'audit_event', isOld: sql`at < ${before}` })
