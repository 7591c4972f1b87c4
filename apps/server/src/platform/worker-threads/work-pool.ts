import { type IsolateCall, type IsolateReply, resultOf } from './handle-call.ts'
import type { Isolate } from './isolate.ts'
import { Semaphore } from './semaphore.ts'
import { watchProcessorTime } from './watch-processor-time.ts'

/** The work exceeded its time limit. */
export class WorkTimeError extends Error {
  override readonly name = 'WorkTimeError'
}

/** Too many calls are waiting. */
export class WorkersBusyError extends Error {
  override readonly name = 'WorkersBusyError'
}

export interface PoolLimits {
  start(heap: { heapMb: number }): Isolate
  /** Maximum concurrent calls. */
  size: number
  /** Workers that background work leaves free. */
  reserved?: number
  /** Maximum number of waiting calls. */
  maxWaiting: number
  /** Processor time per call, including module loading. */
  cpuMs: number
  /** Wall time per call, for work that waits for external resources; by default, allows for processor contention. */
  wallMs?: number
  /** Heap size per worker, without buffers. */
  heapMb: number
  /** Workers kept when idle; defaults to none. */
  keeps?: number
}

export interface Work {
  module: URL
  name: string
  /** Ends the worker to free its memory. */
  endsAfter?: boolean
  /** Nobody waits for it. */
  isBackground?: boolean
  /** A call preferably gets the idle worker whose last call had the same key: its caches hold the data. */
  key?: string
}

interface Idle {
  worker: Isolate
  key: string | undefined
  timer: NodeJS.Timeout | undefined
}

const idleMs = 10_000

/**
 * Threads or processes with the same limits; each handles one call at a time. Calls are served in their order, but
 * background work leaves some workers free for what is waited for. One that exceeds its limits ends alone.
 */
export class WorkPool {
  #limits: PoolLimits
  readonly #turns: Semaphore
  readonly #backgroundTurns: Semaphore
  /** The most recently used last. */
  #idle: Idle[] = []
  readonly #busy = new Set<Isolate>()
  #calls = 0
  #interactive = 0

  constructor(limits: PoolLimits) {
    this.#limits = limits
    this.#turns = new Semaphore(limits.size)
    this.#backgroundTurns = new Semaphore(limits.size - (limits.reserved ?? 0))
  }

  /** Keeps all of its workers when idle from now on. */
  keepAll(): void {
    this.#limits = { ...this.#limits, keeps: this.#limits.size }
  }

  get size(): number {
    return this.#limits.size
  }

  /** Calls that run, and those that wait for a worker. */
  get load(): { running: number; waiting: number } {
    return { running: this.#turns.used, waiting: this.#calls - this.#turns.used }
  }

  /** Whether interactive work is running or waiting. */
  get isUrgent(): boolean {
    return this.#interactive > 0
  }

  async run(
    { module, name, key, endsAfter = false, isBackground = false }: Work,
    argument: unknown,
  ): Promise<unknown> {
    const release = await this.#takeTurn(isBackground)
    const worker = this.#takeIdle(key) ?? this.#startWorker()
    this.#busy.add(worker)
    let ends = true
    try {
      const reply = await replyWithin(this.#limits, worker, { module: module.href, name, argument })
      ends = endsAfter
      return resultOf(reply)
    } finally {
      this.#busy.delete(worker)
      if (!ends) this.#keep(worker, key)
      // The turn of an ending worker is released once its memory is free: a long native call outlives termination.
      if (ends) void worker.end().finally(release)
      else release()
    }
  }

  async stop(): Promise<void> {
    await Promise.all(
      [...this.#idle.map(({ worker }) => worker), ...this.#busy].map((worker) => worker.end()),
    )
  }

  async #takeTurn(isBackground: boolean): Promise<() => void> {
    const { size, maxWaiting } = this.#limits
    if (this.#calls >= size + maxWaiting) throw new WorkersBusyError('Too much work is queued')
    this.#calls++
    if (!isBackground) this.#interactive++
    const releaseBackground = isBackground ? await this.#backgroundTurns.acquire(1) : undefined
    const release = await this.#turns.acquire(1)
    return () => {
      this.#calls--
      if (!isBackground) this.#interactive--
      release()
      releaseBackground?.()
    }
  }

  /** The most recently used one has likely compiled its code. */
  #takeIdle(key: string | undefined): Isolate | undefined {
    const suited = key === undefined ? undefined : this.#idle.findLast((each) => each.key === key)
    const idle = suited ?? this.#idle.at(-1)
    if (idle) this.#forget(idle.worker)
    return idle?.worker
  }

  #startWorker(): Isolate {
    const worker = this.#limits.start(this.#limits)
    worker.onEnd(() => this.#forget(worker))
    return worker
  }

  #keep(worker: Isolate, key: string | undefined): void {
    const stays = this.#idle.length + this.#busy.size < (this.#limits.keeps ?? 0)
    const timer = stays ? undefined : setTimeout(() => this.#retire(worker), idleMs).unref()
    this.#idle.push({ worker, key, timer })
  }

  /** Forgotten first, so that no call is given to an ending worker. */
  #retire(worker: Isolate): void {
    this.#forget(worker)
    void worker.end()
  }

  #forget(worker: Isolate): void {
    clearTimeout(this.#idle.find((each) => each.worker === worker)?.timer)
    this.#idle = this.#idle.filter((each) => each.worker !== worker)
  }
}

/** Rejects with a WorkTimeError, or with the reason the worker ended. */
async function replyWithin(
  { cpuMs, wallMs }: PoolLimits,
  worker: Isolate,
  call: IsolateCall,
): Promise<IsolateReply> {
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  const stopWatching = watchProcessorTime(worker, { cpuMs, wallMs }, () =>
    reject(new WorkTimeError(`The work took more than ${cpuMs / 1000} s`)),
  )
  try {
    return await Promise.race([worker.call(call), exceeded])
  } finally {
    stopWatching()
  }
}
