import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type IsolateCall, type IsolateReply, unpackReply } from './handle-call.ts'

/** The work needs more memory than its limit. */
export class WorkMemoryError extends Error {
  override readonly name = 'WorkMemoryError'
}

/** A thread or process. It keeps this process alive only during calls. */
export interface Isolate {
  /** Rejects if it ended before replying. */
  call(call: IsolateCall): Promise<IsolateReply>
  /** Processor time so far in ms; null if unavailable. */
  cpuMs(): Promise<number | null>
  onEnd(callback: () => void): void
  end(): Promise<unknown>
}

interface Heap {
  heapMb: number
  /** Of values that live for one call; the engine's default if absent. */
  youngHeapMb?: number
}

/**
 * A worker thread: fast and shares the process. A native call that exceeds its heap ends the whole process, so it is
 * only for work of bounded size.
 */
export function startThread({ heapMb, youngHeapMb }: Heap): Isolate {
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngHeapMb && { maxYoungGenerationSizeMb: youngHeapMb }),
    },
  })
  const calls = new Calls(worker, {
    errorOf: endOfThread,
    hold: (isHeld) => worker[isHeld ? 'ref' : 'unref'](),
  })
  return {
    call: (call) => calls.send((id) => worker.postMessage({ id, call }, [])) as Promise<IsolateReply>,
    // A thread in a long native call only responds afterwards.
    async cpuMs() {
      const usage = await worker.cpuUsage().catch(() => null)
      return usage && (usage.user + usage.system) / 1000
    },
    onEnd: (callback) => void worker.once('exit', callback),
    end: () => worker.terminate(),
  }
}

function endOfThread(error: unknown): Error {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  if (isMemory) return new WorkMemoryError('The thread has run out of memory')
  return error instanceof Error ? error : new Error('The thread ended before its work')
}

/** A process for untrusted documents: any failure is contained. It gets no settings or secrets. */
export const startProcess = (heap: Heap): Isolate => forkIsolate(heap, {})

/** A process for work on the database, with its connection settings in the environment. */
export const startTrustedProcess = (heap: Heap): Isolate => forkIsolate(heap)

function forkIsolate({ heapMb }: Heap, env?: NodeJS.ProcessEnv): Isolate {
  const child = fork(new URL('process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    ...(env && { env }),
    serialization: 'advanced',
    // Engine output on out-of-memory would look like output of this process.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const calls = new Calls(child, { errorOf: endOfProcess, hold: (isHeld) => holdProcess(child, isHeld) })
  return {
    call: async (call) => unpackReply((await calls.send((id) => child.send({ id, call }))) as Uint8Array),
    cpuMs: () => processorTimeOf(child),
    onEnd: (callback) => void child.once('exit', callback),
    end: () => endProcess(child),
  }
}

/** Aborted by the engine or killed by the OOM killer. */
function endOfProcess(code: unknown, signal?: unknown): Error {
  if (code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP')
    return new WorkMemoryError('The process has run out of memory')
  if (code instanceof Error) return code
  return new Error(`The process ended before its work: code ${String(code)}, signal ${String(signal)}`)
}

interface CallsOptions {
  errorOf(error: unknown, signal?: unknown): Error
  hold(isHeld: boolean): void
}

/** The calls of a thread or process that it has not replied to. */
class Calls {
  readonly #options: CallsOptions
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0
  #ended: Error | null = null

  constructor(from: Worker | ChildProcess, options: CallsOptions) {
    this.#options = options
    // Under node --watch, messages listing loaded files ('watch:import', 'watch:require') come first.
    from.on('message', ({ id, reply }: { id?: number; reply?: unknown }) => this.#settle(id, reply))
    const end = (error: unknown, signal?: unknown) => this.#end(options.errorOf(error, signal))
    // The second: a result that is nested too deeply for this thread's stack.
    from.on('error', end).on('messageerror', end)
    from.on('exit', (code: unknown, signal?: unknown) => {
      this.#ended = options.errorOf(code, signal)
      end(code, signal)
    })
  }

  async send(post: (id: number) => unknown): Promise<unknown> {
    if (this.#ended) throw this.#ended
    const id = ++this.#lastId
    const call = Promise.withResolvers<unknown>()
    this.#open.set(id, call)
    this.#options.hold(true)
    post(id)
    return call.promise
  }

  #settle(id: number | undefined, reply: unknown): void {
    const call = id === undefined ? undefined : this.#open.get(id)
    if (!call) return
    this.#open.delete(id!)
    if (this.#open.size === 0) this.#options.hold(false)
    call.resolve(reply)
  }

  #end(error: Error): void {
    for (const { reject } of this.#open.values()) reject(error)
    this.#open.clear()
  }
}

function holdProcess(child: ChildProcess, isHeld: boolean): void {
  child[isHeld ? 'ref' : 'unref']()
  child.channel?.[isHeld ? 'ref' : 'unref']()
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

const ticksPerSecond = 100

/** Processor time of the main thread; null except on Linux. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
async function processorTimeOf({ pid }: ChildProcess): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}
