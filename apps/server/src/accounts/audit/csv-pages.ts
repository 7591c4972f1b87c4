import type { AuditEvent } from '@assay/contract/audit.ts'
import { type CsvColumns, writeCsvPages } from '@assay/text/documents/write-csv.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { type EventFilter, listAuditEvents } from './store.ts'

const rowsAtOnce = 500

/** Pages, read on demand. */
export const csvPages = (db: Database, scope: Scope, filter: EventFilter): AsyncGenerator<string> =>
  writeCsvPages(columns, eventPages(db, scope, filter))

async function* eventPages(db: Database, scope: Scope, filter: EventFilter): AsyncGenerator<AuditEvent[]> {
  let beforeSequence: number | undefined
  for (;;) {
    const rows = await listAuditEvents(db, scope, { ...filter, beforeSequence, limit: rowsAtOnce })
    if (rows.length === 0) return
    beforeSequence = rows.at(-1)!.sequence
    yield rows.map(eventOf)
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

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

const columns: CsvColumns<AuditEvent> = {
  time: ({ timestamp }) => new Date(timestamp).toISOString(),
  member: ({ memberEmail }) => memberEmail,
  credential: ({ credential }) => credential,
  address: ({ address }) => address,
  agent: ({ agent }) => agent,
  action: ({ action }) => action,
  target: ({ target }) => json(target),
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
}
