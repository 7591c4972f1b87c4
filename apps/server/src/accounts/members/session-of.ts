import type { Session } from '@assay/contract/sessions.ts'
import type { Caller } from '#auth/scope.ts'
import type { listSessions } from '#auth/sessions/session-store.ts'

type Row = Awaited<ReturnType<typeof listSessions>>[number]

/** A session in wire format. */
export const sessionOf = (row: Row, { by }: Caller): Session => ({
  uuid: row.uuid,
  address: row.address,
  agent: row.agent,
  isCurrent: row.uuid === by.uuid,
  createdAt: row.created_at.getTime(),
  lastUsedAt: row.last_used_at.getTime(),
  expiresAt: row.expires_at.getTime(),
})
