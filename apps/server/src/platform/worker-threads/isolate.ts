import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type IsolateCall, type IsolateReply, unpackReply } from './handle-call.ts'

/** The work needs more memory than its limit. */
export class WorkMemoryError extends Error {
  override readonly name = 'WorkMemoryError'
}

/** A thread or process that handles one call at a time. */
export interface Isolate {
  /** Rejects if it ended before replying. */
  call(call: IsolateCall): Promise<IsolateReply>
  /** Processor time so far in ms; null if unavailable. */
  cpuMs(): Promise<number | null>
  /** Whether it keeps this process alive. */
  hold(isHeld: boolean): void
  onEnd(callback: () => void): void
  end(): Promise<unknown>
}

/**
 * A worker thread: fast and shares the process. A native call that exceeds its heap ends the whole process, so it is
 * only for work of bounded size.
 */
export function startThread(heapMb: number): Isolate {
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // If an idle thread ends, nothing is lost; calls have their own listener.
  worker.on('error', () => undefined)
  return {
    call: (call) => replyOf<IsolateReply>(worker, () => worker.postMessage(call, []), endOfThread),
    // A thread in a long native call only responds afterwards.
    async cpuMs() {
      const usage = await worker.cpuUsage().catch(() => null)
      return usage && (usage.user + usage.system) / 1000
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
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
export const startProcess = (heapMb: number): Isolate => forkIsolate(heapMb, {})

/** A process for work on the database, with its connection settings in the environment. */
export const startTrustedProcess = (heapMb: number): Isolate => forkIsolate(heapMb)

function forkIsolate(heapMb: number, env?: NodeJS.ProcessEnv): Isolate {
  const child = fork(new URL('process.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    ...(env && { env }),
    serialization: 'advanced',
    // Engine output on out-of-memory would look like output of this process.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => undefined)
  return {
    call: async (call) => unpackReply(await replyOf<Uint8Array>(child, () => child.send(call), endOfProcess)),
    cpuMs: () => processorTimeOf(child),
    hold: (isHeld) => holdProcess(child, isHeld),
    onEnd: (callback) => void child.once('exit', callback),
    end: () => endProcess(child),
  }
}

/** Aborted by the engine or killed by the OOM killer. */
function endOfProcess(code: unknown, signal?: unknown): Error {
  if (signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP')
    return new WorkMemoryError('The process has run out of memory')
  if (code instanceof Error) return code
  return new Error(`The process ended before its work: code ${String(code)}, signal ${String(signal)}`)
}

async function replyOf<Reply extends object>(
  from: Worker | ChildProcess,
  send: () => void,
  errorOf: (error: unknown, signal?: unknown) => Error,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const onError = (error: unknown) => reject(errorOf(error))
  const onExit = (code: unknown, signal: unknown) => reject(errorOf(code, code === 134 ? 'SIGABRT' : signal))
  // Under node --watch, messages listing loaded files ('watch:import', 'watch:require') come first.
  const onMessage = (message: object) => {
    if (message instanceof Uint8Array || 'result' in message || 'error' in message) resolve(message as Reply)
  }
  from.on('message', onMessage).once('error', onError).once('exit', onExit)
  // A result that is nested too deeply for this thread's stack.
  from.once('messageerror', onError)
  send()
  try {
    return await promise
  } finally {
    from.off('message', onMessage).off('error', onError).off('exit', onExit).off('messageerror', onError)
  }
}

function holdProcess(child: ChildProcess, isHeld: boolean): void {
  if (isHeld) child.ref()
  else child.unref()
  if (isHeld) child.channel?.ref()
  else child.channel?.unref()
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
