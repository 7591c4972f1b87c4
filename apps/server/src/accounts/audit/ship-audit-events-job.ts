import { appendFile } from 'node:fs/promises'
import type { Config } from '#config.ts'
import type { Database } from '#platform/database/database.ts'
import { egressOf, exchange } from '#platform/egress/egress.ts'
import { maxDatagramBytes, sendSyslog } from '#platform/egress/syslog.ts'
import { defineSchedule, type JobContext } from '#platform/queue/job.ts'
import { droppedEvent, outgoingOf, toDatagram, toJsonLine, toSyslog } from './outgoing-formats.ts'
import {
  countDropped,
  deleteOutgoing,
  dropExcess,
  forgetDropped,
  listOutgoing,
  type OutgoingEvent,
} from './outgoing-store.ts'

/** Above this, the oldest of a destination that cannot be reached are dropped, and counted. */
const maxWaiting = 100_000
const eventsAtOnce = 200

type Send = (events: readonly OutgoingEvent[]) => Promise<void>

/** Where the operator has audit events sent, by name. */
export function destinationsOf(config: Config): ReadonlyMap<string, Send> {
  const { file, syslog, webhook } = config.auditDestinations
  return new Map<string, Send>([
    ...(file === undefined ? [] : [['file', appendTo(file)] as const]),
    ...(syslog === undefined ? [] : [['syslog', sendTo(new URL(syslog))] as const]),
    ...(webhook === undefined ? [] : [['webhook', postTo(config, webhook)] as const]),
  ])
}

const appendTo =
  (path: string): Send =>
  (events) =>
    appendFile(path, events.map(toJsonLine).join(''), { mode: 0o600, flush: true })

const sendTo = (address: URL): Send =>
  address.protocol === 'udp:'
    ? (events) =>
        sendSyslog(
          address,
          events.map((event) => toDatagram(event, maxDatagramBytes)),
        )
    : (events) => sendSyslog(address, events.map(toSyslog))

const postTo =
  (config: Config, { url, token }: { url: string; token: string | undefined }): Send =>
  async (events) => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const body = JSON.stringify({ events: events.map(outgoingOf) })
    const { status } = await exchange(
      url,
      { method: 'POST', headers, body },
      egressOf(config, 'notification'),
    )
    if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}`)
  }

/** Each event at least once, in order. What cannot be sent waits for the next run. */
export const shipAuditEventsJob = defineSchedule({
  name: 'ship-audit-events',
  timeoutSeconds: 600,
  retry: { limit: 0, delaySeconds: 60, maxDelaySeconds: 60 },
  cron: '* * * * *',
  async run({ db, config, log }) {
    for (const [name, send] of destinationsOf(config)) await ship({ db, log }, name, send)
  },
})

async function ship({ db, log }: Pick<JobContext, 'db' | 'log'>, name: string, send: Send): Promise<void> {
  const dropped = await dropExcess(db, name, maxWaiting)
  if (dropped > 0)
    log.error({ destination: name, dropped }, 'Audit events were dropped: too many wait to be sent')
  try {
    await tellDropped(db, name, send)
    while (await sendNext(db, name, send));
  } catch (error) {
    log.error({ err: error, destination: name }, 'Audit events could not be sent; they wait for the next run')
  }
}

async function tellDropped(db: Database, name: string, send: Send): Promise<void> {
  const count = await countDropped(db, name)
  if (count === 0) return
  await send([droppedEvent(count)])
  await forgetDropped(db, name, count)
}

async function sendNext(db: Database, name: string, send: Send): Promise<boolean> {
  const rows = await listOutgoing(db, name, eventsAtOnce)
  const last = rows.at(-1)
  if (!last) return false
  await send(rows.map(({ event }) => event))
  await deleteOutgoing(db, name, last.id)
  return rows.length === eventsAtOnce
}
