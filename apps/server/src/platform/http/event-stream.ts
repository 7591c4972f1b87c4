import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'

interface StreamOptions {
  /** Ends when the client disconnects. */
  events: AsyncIterable<unknown>
  /** Set in tests: every event must match. */
  schema: z.ZodType | null
  heartbeatMs?: number
}

/** Proxies close connections that are idle for a minute. */
const defaultHeartbeatMs = 15_000

/** Events as text/event-stream: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const writeEvents = (options: StreamOptions): Readable =>
  Readable.from(frames(options), { objectMode: false })

async function* frames({ events, schema, heartbeatMs = defaultHeartbeatMs }: StreamOptions) {
  const source = events[Symbol.asyncIterator]()
  for (let next = source.next(); ;) {
    const first = await Promise.race([next, beat(next, heartbeatMs)])
    if (first === 'beat') yield ': \n\n'
    else if (first.done) return
    else {
      schema?.parse(first.value)
      yield `data:${JSON.stringify(first.value)}\n\n`
      next = source.next()
    }
  }
}

/** The timer is cleared together with the promise it races. */
async function beat(next: Promise<unknown>, ms: number): Promise<'beat'> {
  const timer = new AbortController()
  const end = () => timer.abort()
  next.then(end, end)
  await sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)
  return 'beat'
}
