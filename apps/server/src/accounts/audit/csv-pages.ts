import type { AuditEvent } from '@assay/contract/audit.ts'
import { writeCsv } from '@assay/text/csv.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { type EventFilter, listAuditEvents } from './store.ts'

const rowsAtOnce = 500

/** Pages, read on demand. */
export async function* csvPages(db: Database, scope: Scope, filter: EventFilter): AsyncGenerator<string> {
  yield writeCsv([columns])
  let beforeSequence: number | undefined
  for (;;) {
    const rows = await listAuditEvents(db, scope, { ...filter, beforeSequence, limit: rowsAtOnce })
    if (rows.length === 0) return
    beforeSequence = rows.at(-1)!.sequence
    yield writeCsv(rows.map(eventOf).map(cellsOf))
  }
}

type Row = Awaited<ReturnType<typeof listAuditEvents>>[number]

export const eventOf = (row: Row): AuditEvent => ({
  sequence: row.sequence,
  timestamp: row.at.getTime(),
  memberUuid: row.member_uuid,
  memberEmail: row.member_email,
  credential: row.credential,
  address: row.address,
  agent: row.agent,
  action: row.action,
  target: row.target as Record<string, string>,
  before: row.before ?? null,
  after: row.after ?? null,
})

const columns = ['time', 'member', 'credential', 'address', 'agent', 'action', 'target', 'before', 'after']

const cellsOf = (event: AuditEvent): string[] => [
  new Date(event.timestamp).toISOString(),
  event.memberEmail,
  event.credential,
  event.address,
  event.agent,
  event.action,
  ...[event.target, event.before, event.after].map((value) => (value === null ? '' : JSON.stringify(value))),
]
