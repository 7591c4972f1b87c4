import { dayMs } from '@assay/engine/time.ts'
import type { AuditEvent } from '@assay/contract/audit.ts'
import { contract } from '@assay/contract/contract.ts'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { streamText } from '#auth/router/reply.ts'
import { actionsOf } from '#auth/actions.ts'
import { csvPages, eventOf } from './csv-pages.ts'
import { type EventFilter, listAuditEvents } from './store.ts'

export function auditRoutes({ routes, db }: AppContext): void {
  registerRoutes(routes, contract.audit, {
    async list({ caller, query }) {
      const filter = { ...filterOf(query), beforeSequence: query.cursor, limit: query.limit + 1 }
      const rows = await listAuditEvents(db, caller.scope, filter)
      const events = rows.slice(0, query.limit).map(eventOf)
      return { events, nextCursor: await cursorAfter(events) }

      /** A short page may be the last one, or limited by size. */
      async function cursorAfter(shown: AuditEvent[]): Promise<string | null> {
        const last = shown.at(-1)
        if (!last) return null
        const more = { ...filter, beforeSequence: last.sequence, limit: 1 }
        const isEnd =
          rows.length <= query.limit && (await listAuditEvents(db, caller.scope, more)).length === 0
        return isEnd ? null : String(last.sequence)
      }
    },
    async csv({ caller, query, reply }) {
      reply.header('content-disposition', 'attachment; filename="audit.csv"')
      return streamText(csvPages(db, caller.scope, filterOf(query)))
    },
  })
}

function filterOf(query: {
  text: string
  memberUuid?: string | undefined
  action?: string | undefined
  from?: string | undefined
  to?: string | undefined
}): EventFilter {
  return {
    text: query.text.replaceAll('\0', ''),
    memberUuid: query.memberUuid,
    actions: query.action === undefined || query.action === '' ? undefined : actionsOf(query.action),
    from: query.from === undefined ? undefined : new Date(query.from),
    before: query.to === undefined ? undefined : new Date(Date.parse(query.to) + dayMs),
  }
}
