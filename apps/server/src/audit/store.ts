import type { Scope } from '../auth/scope.ts'
import type { Database } from '../database/database.ts'
import { jsonText } from '../database/json-text.ts'

export interface NewAuditEvent {
  memberUuid: string | null
  memberEmail: string
  /** 'session', 'token …' */
  credential: string
  address: string
  /** 'members.remove', as the contract names it. */
  action: string
  target: Record<string, string>
  before: unknown
  after: unknown
}

export async function insertAuditEvent(db: Database, scope: Scope, event: NewAuditEvent): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      ...{ account_uuid: scope.accountUuid, member_uuid: event.memberUuid, member_email: event.memberEmail },
      ...{ credential: event.credential, address: event.address, action: event.action },
      target: jsonText(event.target),
      before: event.before === undefined ? null : jsonText(event.before),
      after: event.after === undefined ? null : jsonText(event.after),
    })
    .execute()
}

export interface AuditFilter {
  /** Part of the action's name or of the member's address; empty: any. */
  text: string
  memberUuid: string | undefined
  from: Date | undefined
  before: Date | undefined
  /** Only those older than the event of this sequence. */
  beforeSequence: number | undefined
  limit: number
}

/** Newest first. */
export const listAuditEvents = (db: Database, scope: Scope, filter: AuditFilter) => {
  const { text, memberUuid, from, before, beforeSequence, limit } = filter
  const pattern = `%${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  return db
    .selectFrom('audit_event')
    .selectAll()
    .where('account_uuid', '=', scope.accountUuid)
    .$if(text !== '', (query) =>
      query.where((eb) => eb.or([eb('action', 'ilike', pattern), eb('member_email', 'ilike', pattern)])),
    )
    .$if(memberUuid !== undefined, (query) => query.where('member_uuid', '=', memberUuid!))
    .$if(from !== undefined, (query) => query.where('at', '>=', from!))
    .$if(before !== undefined, (query) => query.where('at', '<', before!))
    .$if(beforeSequence !== undefined, (query) => query.where('sequence', '<', beforeSequence!))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}
