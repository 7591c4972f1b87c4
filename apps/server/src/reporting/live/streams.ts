import type { Caller } from '#auth/scope.ts'
import { cacheKey } from '#auth/scope.ts'
import { type StreamLimits, StreamSlots } from '#auth/limits/stream-slots.ts'
import type { AppContext } from '#context.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { followEvents } from '#platform/outbox/follow-events.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Mailbox } from './mailbox.ts'
import { type LiveScan, scansByUuid } from './store.ts'

interface Stream {
  caller: Caller
  mailbox: Mailbox
}

type Context = Pick<AppContext, 'db' | 'connection'> & { log: FastifyBaseLogger }
type ScanRecorded = OutboxEvent<'scan.recorded'>

/** Open streams by account; see docs/decisions/022-live-pages.md. Listens for events while there are any. */
export class LiveStreams {
  readonly #accounts = new Map<string, Set<Stream>>()
  readonly #context: Context
  readonly #slots: StreamSlots
  #following: Promise<() => Promise<void>> | null = null
  #stopping: Promise<void> = Promise.resolve()

  constructor(context: Context, limits: StreamLimits) {
    this.#context = context
    this.#slots = new StreamSlots(limits)
  }

  /** Subscribes the caller until closed. Throws Problem 429. */
  async open(caller: Caller, gone: AbortSignal): Promise<Mailbox> {
    this.#slots.take(caller, gone)
    const stream = { caller, mailbox: new Mailbox() }
    const streams = this.#accounts.get(caller.scope.accountUuid) ?? new Set()
    this.#accounts.set(caller.scope.accountUuid, streams.add(stream))
    if (gone.aborted) this.#close(stream)
    else gone.addEventListener('abort', () => this.#close(stream), { once: true })
    try {
      await this.#follow()
    } catch (error) {
      this.#close(stream)
      throw error
    }
    return stream.mailbox
  }

  /** Waits for pending work. */
  async stop(): Promise<void> {
    this.#unfollow()
    await this.#stopping
  }

  #close(stream: Stream): void {
    const { accountUuid } = stream.caller.scope
    const streams = this.#accounts.get(accountUuid)
    if (!streams?.delete(stream)) return
    if (streams.size === 0) this.#accounts.delete(accountUuid)
    if (this.#accounts.size === 0) this.#unfollow()
  }

  async #follow(): Promise<void> {
    this.#following ??= followEvents(this.#context, {
      types: ['scan.recorded'],
      onEvents: (events) => this.#deliver(events),
    })
    const following = this.#following
    try {
      await following
    } catch (error) {
      if (this.#following === following) this.#following = null
      throw error
    }
  }

  #unfollow(): void {
    const following = this.#following
    this.#following = null
    if (!following) return
    const stop = following.then((stop) => stop()).catch(() => undefined)
    this.#stopping = Promise.all([this.#stopping, stop]).then(() => undefined)
  }

  async #deliver(events: readonly ScanRecorded[]): Promise<void> {
    for (const [accountUuid, ofAccount] of Map.groupBy(events, (event) => event.accountUuid)) {
      const streams = [...(this.#accounts.get(accountUuid ?? '') ?? [])]
      // One query for all callers with the same scope.
      for (const equal of Map.groupBy(streams, ({ caller }) => cacheKey(caller.scope, {})).values()) {
        const inScope = await scansInScope(this.#context, equal[0]!.caller, ofAccount)
        for (const { mailbox } of equal) mailbox.put(inScope)
      }
    }
  }
}

/** The scans whose project is in the caller's scope. */
export async function scansInScope(
  { db }: Pick<AppContext, 'db'>,
  { scope }: Caller,
  events: readonly Pick<ScanRecorded, 'payload'>[],
): Promise<LiveScan[]> {
  const uuids = events.map(({ payload }) => payload.scanUuid)
  const scans = await scansByUuid(db, scope, uuids)
  return uuids.flatMap((uuid) => scans.get(uuid) ?? [])
}
