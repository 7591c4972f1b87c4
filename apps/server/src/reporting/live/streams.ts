import type { Caller } from '#auth/scope.ts'
import { cacheKey } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { OutboxEvent } from '#platform/outbox/events.ts'
import { followEvents } from '#platform/outbox/follow-events.ts'
import { Problem } from '#platform/http/problem.ts'
import type { FastifyBaseLogger } from 'fastify'
import { Mailbox } from './mailbox.ts'
import { type LiveScan, scansByUuid } from './store.ts'

/** Open streams of this process. Browsers share one among their tabs. */
export interface StreamLimits {
  ofMember: number
  ofAccount: number
  ofServer: number
}

const retrySeconds = 30

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
  readonly #limits: StreamLimits
  #count = 0
  #following: Promise<() => Promise<void>> | null = null
  #stopping: Promise<void> = Promise.resolve()

  constructor(context: Context, limits: StreamLimits) {
    this.#context = context
    this.#limits = limits
  }

  /** Subscribes the caller until closed. Throws Problem 429. */
  async open(caller: Caller, gone: AbortSignal): Promise<Mailbox> {
    this.#check(caller)
    const stream = { caller, mailbox: new Mailbox() }
    const streams = this.#accounts.get(caller.scope.accountUuid) ?? new Set()
    this.#accounts.set(caller.scope.accountUuid, streams.add(stream))
    this.#count++
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

  #check({ scope, memberUuid }: Caller): void {
    const streams = [...(this.#accounts.get(scope.accountUuid) ?? [])]
    const own = streams.filter(({ caller }) => caller.memberUuid === memberUuid).length
    const { ofMember, ofAccount, ofServer } = this.#limits
    if (own < ofMember && streams.length < ofAccount && this.#count < ofServer) return
    const message = 'Too many event streams are open'
    throw new Problem(429, 'tooManyStreams', message).withRetryAfter(retrySeconds)
  }

  #close(stream: Stream): void {
    const { accountUuid } = stream.caller.scope
    const streams = this.#accounts.get(accountUuid)
    if (!streams?.delete(stream)) return
    if (streams.size === 0) this.#accounts.delete(accountUuid)
    if (--this.#count === 0) this.#unfollow()
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
  const known = await scansByUuid(db, scope, uuids)
  return uuids.flatMap((uuid) => known.get(uuid) ?? [])
}
