import { dayMs } from '@assay/engine/time.ts'
import { live, type LiveScans } from '@assay/contract/live.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { createClient } from '@assay/sdk/create-client.ts'
import { accessToken } from './access-token.ts'
import { connection } from './initial-api.ts'

export type LiveScan = LiveScans['scans'][number]
type Listener = (event: LiveScans) => void

/** The server sends a keep-alive every 15 s: after this time the connection is considered dead. */
const silenceMs = 40_000
/** The same after a sleep, in which timers stand still. */
const maxSilenceAfterSleepMs = 20_000
const [minPauseMs, maxPauseMs] = [1_000, 30_000]
/** Kept open while navigating between pages. */
const lingerMs = 5_000
/** Overlap requested after a reconnect, because scans are sent some time after their timestamp. */
const overlapMs = 10_000
/** Scans remembered to ignore duplicates. */
const maxSeen = 1_000

interface Connection {
  memberUuid: string
  listeners: Set<Listener>
  stop: () => void
}

let running: Connection | null = null

/**
 * Calls back with scans that end from now on, and those of the last `withinMs`. Returns a function to unsubscribe. All
 * tabs share one connection: the tab with the lock opens it and broadcasts events to the others.
 */
export function onScans(memberUuid: string, withinMs: number, listener: Listener): () => void {
  if (running?.memberUuid !== memberUuid) {
    running?.stop()
    running = start(memberUuid)
  }
  const joined = running
  joined.listeners.add(listener)
  const aborter = new AbortController()
  void notifyRecent(aborter.signal, withinMs, listener).catch(() => undefined)
  return () => {
    aborter.abort()
    joined.listeners.delete(listener)
    const stopUnused = () => {
      if (joined.listeners.size > 0) return
      joined.stop()
      if (running === joined) running = null
    }
    if (accessToken.get() === null) stopUnused()
    else setTimeout(stopUnused, lingerMs)
  }
}

function start(memberUuid: string): Connection {
  const name = `assay.live.${memberUuid}`
  const stopping = new AbortController()
  const { signal } = stopping
  const listeners = new Set<Listener>()
  const channel = new BroadcastChannel(name)
  const notify = (event: LiveScans) => listeners.forEach((listener) => listener(event))
  channel.addEventListener('message', ({ data }: MessageEvent<LiveScans>) => notify(data))
  const runAsLeader = () =>
    follow(signal, (event) => {
      notify(event)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
      if (!signal.aborted) channel.postMessage(event)
    })
  // Without a secure context there are no locks: each tab has its own connection.
  const isSecure = 'locks' in navigator
  const leading = isSecure ? navigator.locks.request(name, { signal }, runAsLeader) : runAsLeader()
  leading.catch(() => undefined)
  return {
    memberUuid,
    listeners,
    stop() {
      stopping.abort()
      channel.close()
    },
  }
}

/** Scans that ended before the page started listening. */
async function notifyRecent(signal: AbortSignal, withinMs: number, listener: Listener): Promise<void> {
  for await (const event of await client(send).live.events(within(withinMs), { signal })) {
    listener(event)
    return
  }
}

const { fetch: send } = connection
const client = (fetch: typeof send) => createClient({ live }, { ...connection, fetch })
const within = (ms: number) => ({ query: { withinMs: String(Math.min(Math.max(0, Math.round(ms)), dayMs)) } })

/** Reconnects, then requests missed scans. Ends when the server rejects the connection permanently. */
async function follow(signal: AbortSignal, onEvent: Listener): Promise<void> {
  const seen = new Set<string>()
  let lastReceivedAt = Date.now()
  let failures = 0
  while (!signal.aborted) {
    try {
      const missedMs = Date.now() - lastReceivedAt + (failures === 0 ? 0 : overlapMs)
      for await (const event of await connect(signal, {
        missedMs,
        onReceived: () => (lastReceivedAt = Date.now()),
      })) {
        failures = 0
        const scans = event.scans.filter(({ reportUuid }) => !seen.has(reportUuid))
        for (const { reportUuid } of scans) seen.add(reportUuid)
        if (seen.size > maxSeen) seen.clear()
        if (scans.length + event.omitted > 0) onEvent({ ...event, scans })
      }
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return
    }
    await pause(Math.min(minPauseMs * 2 ** failures++, maxPauseMs), signal)
  }
}

/** Detects dead connections by missing data, since the browser may not notice for an hour. */
async function connect(
  signal: AbortSignal,
  { missedMs, onReceived }: { missedMs: number; onReceived: () => void },
) {
  // After the login is lost, wait for a new one.
  while (accessToken.get() === null && !signal.aborted) await pause(minPauseMs, signal)
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMs)
  let lastReceivedAt = Date.now()
  const hear = () => {
    onReceived()
    lastReceivedAt = Date.now()
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silenceMs)
  }
  onWake(silent.signal, () => {
    if (Date.now() - lastReceivedAt > maxSilenceAfterSleepMs) silent.abort()
  })
  const heard = async (input: string, init?: RequestInit) => {
    const response = await send(input, init)
    const listening = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        hear()
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body?.pipeThrough(listening) ?? null, response)
  }
  return client(heard).live.events(within(missedMs), { signal: AbortSignal.any([signal, silent.signal]) })
}

/** Ends early on a wake. Jitter, so that not all browsers reconnect at once after a server restart. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const ended = new AbortController()
    const end = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(end, ms * (0.5 + Math.random()))
    signal.addEventListener('abort', end, { signal: ended.signal })
    onWake(ended.signal, end)
  })

/** Calls back when the network is back or the page is shown again, until `signal` is aborted. */
function onWake(signal: AbortSignal, listener: () => void): void {
  addEventListener('online', listener, { signal })
  const listenIfShown = () => {
    if (!document.hidden) listener()
  }
  document.addEventListener('visibilitychange', listenIfShown, { signal })
}
