import { Worker } from 'node:worker_threads'
import type { IsolateReply } from './handle-call.ts'

/** Of values that live for one call: fewer pauses and copies than with the default. */
const youngHeapMb = 96

interface Call {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** A thread that keeps what it has computed and handles any number of calls, started when first needed. */
export class StatefulThread {
  readonly #heapMb: number
  readonly #calls = new Map<number, Call>()
  #worker: Worker | null = null
  #lastId = 0

  constructor(heapMb: number) {
    this.#heapMb = heapMb
  }

  /** Calls a module's exported function. Argument and result must be cloneable. */
  call<Result>({ module, name }: { module: URL; name: string }, argument: unknown): Promise<Result> {
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#calls.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, module: module.href, name, argument }, [])
    return promise as Promise<Result>
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('stateful.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMb, maxYoungGenerationSizeMb: youngHeapMb },
    })
    worker.on('message', (reply: IsolateReply & { id: number }) => this.#settle(reply))
    // The next call starts another one.
    worker.on('error', (error) => this.#end(error as Error))
    worker.on('exit', () => this.#end(new Error('The thread ended before its work')))
    return worker
  }

  #settle({ id, ...reply }: IsolateReply & { id: number }): void {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    // An idle thread does not keep the process alive.
    if (this.#calls.size === 0) this.#worker?.unref()
    if ('result' in reply) call?.resolve(reply.result)
    else call?.reject(reply.error instanceof Error ? reply.error : new Error(String(reply.error)))
  }

  #end(error: Error): void {
    this.#worker = null
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    for (const { reject } of calls) reject(error)
  }
}
