import type { IsolateCall, IsolateReply } from './handle-call.ts'
import type { Isolate } from './isolate.ts'
import { type Lane, type TurnLimits, Turns } from './turns.ts'
import { watchProcessorTime } from './watch-processor-time.ts'

/** The work exceeded its time limit. */
export class WorkTimeError extends Error {
  override readonly name = 'WorkTimeError'
}

export interface PoolLimits extends TurnLimits {
  start(heapMb: number): Isolate
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
  endsAfter?: boolean
  lane?: Lane
  /** Calls with the same key preferably get the same worker, whose caches hold their data. */
  key?: string
}

/** Workers are remembered for this many keys. */
const maxKeys = 1_000

const idleMs = 10_000
const onlyLane: Lane = { name: '', isBackground: false }

/** Threads or processes with the same limits; each handles one call at a time. */
export class WorkPool {
  readonly #limits: PoolLimits
  readonly #turns: Turns
  readonly #idle = new Map<Isolate, NodeJS.Timeout | undefined>()
  readonly #busy = new Set<Isolate>()
  /** By key, the most recent last. */
  readonly #lastWorkers = new Map<string, Isolate>()

  constructor(limits: PoolLimits) {
    this.#limits = limits
    this.#turns = new Turns(limits)
  }

  get size(): number {
    return this.#limits.size
  }

  /** Calls that run, and those that wait for a worker. */
  get load(): { running: number; waiting: number } {
    return this.#turns.load
  }

  /** Whether interactive work is running or waiting. */
  get isUrgent(): boolean {
    return this.#turns.isUrgent
  }

  async run(work: Work, argument: unknown): Promise<unknown> {
    const { lane = onlyLane, key } = work
    await this.#turns.take(lane, () => !this.#isBusy(key))
    const worker = this.#acquireWorker(key)
    let ends = true
    try {
      const reply = await responseFor(worker, callOf(work, argument), this.#limits)
      ends = work.endsAfter ?? false
      if ('result' in reply) return reply.result
      throw reply.error
    } finally {
      this.#release(worker, { lane, ends })
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#idle.keys(), ...this.#busy].map((worker) => worker.end()))
  }

  /** The turn of an ending worker is released once its memory is free: a long native call outlives termination. */
  #release(worker: Isolate, { lane, ends }: { lane: Lane; ends: boolean }): void {
    this.#busy.delete(worker)
    if (ends) return void worker.end().finally(() => this.#turns.release(lane))
    this.#keep(worker)
    this.#turns.release(lane)
  }

  /** Whether the worker that had the key is busy. */
  #isBusy(key: string | undefined): boolean {
    const last = this.#lastWorkerOf(key)
    return last !== undefined && this.#busy.has(last)
  }

  #lastWorkerOf = (key: string | undefined) => (key === undefined ? undefined : this.#lastWorkers.get(key))

  /** The one that had the key, or the most recently used one, whose code is likely compiled. */
  #acquireWorker(key: string | undefined): Isolate {
    const idle = this.#chooseIdle(key)
    if (idle) clearTimeout(this.#idle.get(idle))
    if (idle) this.#idle.delete(idle)
    const worker = idle ?? this.#startWorker()
    worker.hold(true)
    this.#busy.add(worker)
    if (key !== undefined) this.#remember(key, worker)
    return worker
  }

  #chooseIdle(key: string | undefined): Isolate | undefined {
    const last = this.#lastWorkerOf(key)
    return last && this.#idle.has(last) ? last : [...this.#idle.keys()].at(-1)
  }

  #remember(key: string, worker: Isolate): void {
    this.#lastWorkers.delete(key)
    this.#lastWorkers.set(key, worker)
    const [oldest] = this.#lastWorkers.keys()
    if (this.#lastWorkers.size > maxKeys) this.#lastWorkers.delete(oldest!)
  }

  #startWorker(): Isolate {
    const worker = this.#limits.start(this.#limits.heapMb)
    worker.onEnd(() => this.#forget(worker))
    return worker
  }

  #keep(worker: Isolate): void {
    worker.hold(false)
    const stays = this.#idle.size + this.#busy.size < (this.#limits.keeps ?? 0)
    this.#idle.set(worker, stays ? undefined : setTimeout(() => this.#retire(worker), idleMs).unref())
  }

  /** Removed from the idle ones first, so that no call is assigned to an ending worker. */
  #retire(worker: Isolate): void {
    this.#idle.delete(worker)
    void worker.end()
  }

  #forget(worker: Isolate): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
  }
}

const callOf = ({ module, name }: Work, argument: unknown): IsolateCall => ({
  module: module.href,
  name,
  argument,
})

/** Rejects with a WorkTimeError, or with the reason the worker ended. */
async function responseFor(
  worker: Isolate,
  call: IsolateCall,
  { cpuMs, wallMs }: PoolLimits,
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
