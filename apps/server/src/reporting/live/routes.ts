import { contract } from '@assay/contract/contract.ts'
import type { LiveScans } from '@assay/contract/live.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Caller } from '#auth/scope.ts'
import type { StreamLimits } from '#auth/limits/stream-slots.ts'
import { isStillPermitted } from '#auth/callers/while-permitted.ts'
import type { AppContext } from '#context.ts'
import { type OutboxEvent, parseEvent } from '#platform/outbox/events.ts'
import { listAccountEvents } from '#platform/outbox/store.ts'
import type { Mailbox } from './mailbox.ts'
import { LiveStreams, scansInScope } from './streams.ts'

/** Browsers share one stream among their tabs. A stream takes about 50 KB, so all of them fit into a heap of 128 MB. */
export const defaultLimits: StreamLimits = { ofMember: 10, ofAccount: 200, ofServer: 400 }

/** Minimum time between two events of a stream; scans in between are combined. */
const minGapMs = 500
/** Maximum replay after a lost connection. */
const maxScans = 1_000

type Context = Pick<AppContext, 'routes' | 'db' | 'connection'>

export function liveRoutes({ routes, db, connection }: Context, limits = defaultLimits): void {
  const streams = new LiveStreams({ db, connection, log: routes.app.log }, limits)
  routes.app.addHook('onClose', () => streams.stop())

  registerRoutes(routes, contract.live, {
    async events({ caller, query: { withinMs }, gone }) {
      const mailbox = await streams.open(caller, gone)
      if (withinMs !== undefined) mailbox.put(await missedScans({ db }, caller, Date.now() - withinMs))
      return scanEvents({ db, caller, mailbox, gone })
    },
  })
}

/** The first event confirms that the stream has started. */
async function* scanEvents({
  db,
  caller,
  mailbox,
  gone,
}: Pick<AppContext, 'db'> & {
  caller: Caller
  mailbox: Mailbox
  gone: AbortSignal
}): AsyncGenerator<LiveScans> {
  yield mailbox.take()
  for (;;) {
    await mailbox.filled(gone)
    if (gone.aborted || !(await isStillPermitted(db, caller, contract.live.events))) return
    yield mailbox.take()
    await sleep(minGapMs, undefined, { signal: gone }).catch(() => undefined)
  }
}

async function missedScans({ db }: Pick<AppContext, 'db'>, caller: Caller, since: number) {
  const filter = { types: ['scan.recorded'], days: 1, limit: maxScans }
  const events = await listAccountEvents(db, caller.scope.accountUuid, filter)
  const missed = events
    .filter(({ at }) => at >= since)
    .map((event) => parseEvent(event) as OutboxEvent<'scan.recorded'>)
  return scansInScope({ db }, caller, missed)
}
