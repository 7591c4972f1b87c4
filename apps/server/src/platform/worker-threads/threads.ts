import {
  compileHeapMb,
  documentHeapMb,
  drawHeapMb,
  scanHeapMb,
  scanPoolSize,
  verifyHeapMb,
} from './memory.ts'
import { startProcess, startThread, startTrustedProcess } from './isolate.ts'
import { type Work, WorkPool } from './work-pool.ts'

/** Statement timeout allowance. */
const scanWallMs = 600_000

/** What registries are asked for in, and some more. */
const resolveWallMs = 180_000

/**
 * Limits by kind of work. A call that exceeds its processor time or memory ends with its thread or process, without
 * affecting others. Waiting does not count.
 */
const pools = {
  /** Responses of identity providers, which are untrusted. */
  verify: new WorkPool({ start: startThread, size: 2, cpuMs: 2_000, heapMb: verifyHeapMb, maxWaiting: 200 }),
  /** Uploaded documents over 1 MB, in processes. */
  read: new WorkPool({
    start: startProcess,
    size: 2,
    reserved: 1,
    cpuMs: 10_000,
    heapMb: documentHeapMb,
    maxWaiting: 10_000,
  }),
  /** Uploaded archives and images from registries: minutes for gigabytes of layers. */
  unpack: new WorkPool({
    start: startProcess,
    size: 2,
    reserved: 1,
    cpuMs: 300_000,
    heapMb: documentHeapMb,
    maxWaiting: 100,
  }),
  /** Resolution of manifests, which waits for registries most of the time. */
  resolve: new WorkPool({
    start: startThread,
    size: 2,
    keeps: 1,
    cpuMs: 60_000,
    wallMs: resolveWallMs,
    heapMb: documentHeapMb,
    maxWaiting: 1_000,
  }),
  /** Smaller documents, and all scans except those of large inventories. */
  scan: new WorkPool({
    start: startThread,
    size: scanPoolSize,
    reserved: 1,
    keeps: 1,
    cpuMs: 10_000,
    wallMs: scanWallMs,
    heapMb: scanHeapMb,
    maxWaiting: 10_000,
  }),
  /** Scans of large inventories, in processes. */
  scanLarge: new WorkPool({
    start: startTrustedProcess,
    size: 2,
    reserved: 1,
    cpuMs: 60_000,
    wallMs: scanWallMs,
    heapMb: documentHeapMb,
    maxWaiting: 100,
  }),
  /** PDFs: seconds for tables of thousands of rows. */
  draw: new WorkPool({ start: startThread, size: 1, cpuMs: 60_000, heapMb: drawHeapMb, maxWaiting: 100 }),
  /** Advisory indexes; half a minute for the largest ecosystem. */
  compile: new WorkPool({
    start: startThread,
    size: 1,
    cpuMs: 600_000,
    heapMb: compileHeapMb,
    maxWaiting: 100,
  }),
}

interface WorkerCall extends Work {
  kind: keyof typeof pools
}

/** Runs a module's exported function in a worker thread or process. Argument and result must be cloneable. */
export const runInWorker = <Result>({ kind, ...work }: WorkerCall, argument: unknown): Promise<Result> =>
  pools[kind].run(work, argument) as Promise<Result>

/** For tests, whose servers follow each other in one process: starting a thread takes longer than most of what it does. */
export const keepThreads = (): void => {
  for (const pool of [pools.scan, pools.compile, pools.verify, pools.draw]) pool.keepAll()
}

/** Whether someone waits for a document to be read or scanned by this process. */
export const isScanAwaited = (): boolean => pools.scan.isUrgent || pools.scanLarge.isUrgent

export const stopWorkers = async (): Promise<void> =>
  void (await Promise.all(Object.values(pools).map((pool) => pool.stop())))

/** The pools with their calls. */
export const readLoads = (): { pool: string; size: number; running: number; waiting: number }[] =>
  Object.entries(pools).map(([pool, { size, load }]) => ({
    pool,
    size,
    running: load.running,
    waiting: load.waiting,
  }))
