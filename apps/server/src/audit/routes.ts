import type { AuditEvent } from '@assay/contract/audit.ts'
import { contract } from '@assay/contract/contract.ts'
import type { Parts } from '../app.ts'
import { checkAccount } from '../auth/check-account.ts'
import { implement } from '../http/implement.ts'
import { actionsOf } from './record-change.ts'
import { writeCsv } from './csv.ts'
import { type AuditFilter, listAuditEvents } from './store.ts'

const mostRows = 100_000

export function auditRoutes({ binding, db }: Parts): void {
  implement(binding, contract.audit, {
    async list({ caller, params, query }) {
      checkAccount(caller, params.accountUuid)
      const filter = { ...filterOf(query), beforeSequence: query.cursor, limit: query.limit + 1 }
      const rows = await listAuditEvents(db, caller.scope, filter)
      const events = rows.slice(0, query.limit).map(eventOf)
      const nextCursor = rows.length > query.limit ? String(events.at(-1)!.sequence) : null
      return { events, nextCursor }
    },
    async csv({ caller, params, query, out }) {
      checkAccount(caller, params.accountUuid)
      const filter = { ...filterOf(query), beforeSequence: undefined, limit: mostRows }
      const rows = await listAuditEvents(db, caller.scope, filter)
      out.header('content-disposition', 'attachment; filename="audit.csv"')
      return writeCsv(columns, rows.map(eventOf).map(cellsOf))
    },
  })
}

const dayMs = 86_400_000

function filterOf(query: {
  text: string
  memberUuid?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}): Omit<AuditFilter, 'beforeSequence' | 'limit'> {
  return {
    ...{ text: query.text.replaceAll('\0', ''), memberUuid: query.memberUuid },
    actions: query.action === undefined || query.action === '' ? undefined : actionsOf(query.action),
    from: query.from === undefined ? undefined : new Date(query.from),
    before: query.to === undefined ? undefined : new Date(Date.parse(query.to) + dayMs),
  }
}

type Row = Awaited<ReturnType<typeof listAuditEvents>>[number]

const eventOf = (row: Row): AuditEvent => ({
  ...{ sequence: row.sequence, timestamp: row.at.getTime(), memberUuid: row.member_uuid },
  ...{ memberEmail: row.member_email, credential: row.credential, address: row.address, agent: row.agent },
  action: row.action,
  target: row.target as Record<string, string>,
  ...{ before: row.before ?? null, after: row.after ?? null },
})

const columns = ['time', 'member', 'credential', 'address', 'agent', 'action', 'target', 'before', 'after']

const cellsOf = (event: AuditEvent): string[] => [
  new Date(event.timestamp).toISOString(),
  ...[event.memberEmail, event.credential, event.address, event.agent, event.action],
  ...[event.target, event.before, event.after].map((value) => (value === null ? '' : JSON.stringify(value))),
]
