import { hostname } from 'node:os'
import type { OutgoingEvent } from './outgoing-store.ts'

/** The action of the notice that events were dropped. */
export const droppedAction = 'audit.dropped'

/** An event as other systems get it: one object, the same for every destination. */
export const outgoingOf = (event: OutgoingEvent) => ({
  time: new Date(event.at).toISOString(),
  accountUuid: event.account_uuid,
  sequence: event.sequence,
  action: event.action,
  memberUuid: event.member_uuid,
  memberEmail: event.member_email,
  credential: event.credential,
  address: event.address,
  agent: event.agent,
  target: event.target,
  before: event.before,
  after: event.after,
})

export const droppedEvent = (count: number): OutgoingEvent => ({
  account_uuid: null,
  sequence: null,
  at: new Date().toISOString(),
  member_uuid: null,
  member_email: '',
  credential: '',
  address: '',
  agent: '',
  action: droppedAction,
  target: {},
  before: null,
  after: { count },
})

export const toJsonLine = (event: OutgoingEvent): string => `${JSON.stringify(outgoingOf(event))}\n`

/** Facility 13, log audit; severity 4, warning, or 5, notice. https://www.rfc-editor.org/rfc/rfc5424#section-6.2.1 */
const priorityOf = ({ action }: OutgoingEvent) => 13 * 8 + (warnings.has(action) ? 4 : 5)
const warnings: ReadonlySet<string> = new Set([
  'credentials.failed',
  'credentials.lockedOut',
  'access.refused',
  'tokens.misused',
  'sessions.endedByReuse',
  droppedAction,
])

/** RFC 5424, with the event as JSON in ASCII: `<109>1 2026-01-02T… host assay 12 members.remove - {…}`. */
export function toSyslog(event: OutgoingEvent): string {
  const host =
    hostname()
      .replaceAll(/[^!-~]/g, '')
      .slice(0, 255) || '-'
  const time = new Date(event.at).toISOString()
  const text = JSON.stringify(outgoingOf(event)).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<${priorityOf(event)}>1 ${time} ${host} assay ${process.pid} ${event.action.slice(0, 32)} - ${text}`
}

/** For datagrams: without the values before and after, if the message is too long for one. */
export function toDatagram(event: OutgoingEvent, maxBytes: number): string {
  const whole = toSyslog(event)
  return whole.length <= maxBytes ? whole : toSyslog({ ...event, before: null, after: { isCut: true } })
}
