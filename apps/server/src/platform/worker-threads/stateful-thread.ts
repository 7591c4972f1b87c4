import { resultOf } from './handle-call.ts'
import { type Isolate, startThread } from './isolate.ts'

/** Of values that live for one call: fewer pauses and copies than with the default. */
const youngHeapMb = 96

/** A thread that keeps what it has computed and handles any number of calls at once, started when first needed. */
export class StatefulThread {
  readonly #heapMb: number
  #thread: Isolate | null = null

  constructor(heapMb: number) {
    this.#heapMb = heapMb
  }

  /** Calls a module's exported function. Argument and result must be cloneable. */
  async call<Result>({ module, name }: { module: URL; name: string }, argument: unknown): Promise<Result> {
    const thread = (this.#thread ??= this.#start())
    return resultOf(await thread.call({ module: module.href, name, argument })) as Result
  }

  async stop(): Promise<void> {
    await this.#thread?.end()
  }

  /** After its end, the next call starts another one. */
  #start(): Isolate {
    const thread = startThread({ heapMb: this.#heapMb, youngHeapMb })
    thread.onEnd(() => (this.#thread = null))
    return thread
  }
}
