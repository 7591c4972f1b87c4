import os, { availableParallelism } from 'node:os'
import { Semaphore } from './semaphore.ts'

const mb = 1024 * 1024

interface Machine {
  /** Bytes. */
  memory: number
  processors: number
}

/** Heaps in MB, documents in bytes. Concurrent work takes the same share of the memory on every machine. */
export function limitsOf({ memory, processors }: Machine) {
  const share = (part: number, { min, max }: { min: number; max: number }) =>
    Math.round(Math.min(max, Math.max(min, memory * part)) / mb)
  const minScanHeap = 128 * mb
  // One processor is left to requests, and each thread has database connections.
  const scanThreads = Math.max(1, Math.min(8, processors - 1, Math.floor(memory / 4 / minScanHeap) - 1))
  /** One more thread, never used by background work. */
  const scanPoolSize = scanThreads + 1
  /** Total size of documents processed concurrently; a larger one runs alone. Inventories take up to twice their size. */
  const largeDocumentBytes = share(1 / 16, { min: 32 * mb, max: 256 * mb }) * mb
  return {
    /** Heap of a document-reading process. Together with the largest document, it stays below 1.2 GB. */
    documentHeapMb: share(1 / 8, { min: 128 * mb, max: 800 * mb }),
    /** Heap of the thread that compiles an advisory index; the largest ecosystem needs about 1 GB. */
    compileHeapMb: share(1 / 4, { min: 256 * mb, max: 4096 * mb }),
    /** Heap of the thread that draws a PDF: about 5 kB per cell of at most 2,000 rows per table. */
    drawHeapMb: share(1 / 8, { min: 384 * mb, max: 1536 * mb }),
    /** Packed history of the accounts whose numbers were asked for last: 32 bytes a scan. */
    numbersBytes: share(1 / 16, { min: 256 * mb, max: 4096 * mb }) * mb,
    /** Heap of the thread that computes them: texts of branches and projects, and what is being read. */
    numbersHeapMb: share(1 / 16, { min: 256 * mb, max: 2048 * mb }),
    scanPoolSize,
    /** Heap of a scan thread: inventories of documents up to 1 MB, including findings. */
    scanHeapMb: share(1 / 4 / scanPoolSize, { min: minScanHeap, max: 512 * mb }),
    largeDocumentBytes,
    /** Documents up to this size have reserved memory and never wait for larger ones. */
    mediumDocumentBytes: largeDocumentBytes / 16,
  }
}

const limits = limitsOf({
  // The machine's memory, or the limit of the control group if lower.
  memory: Math.min(os.totalmem(), process.constrainedMemory() || Infinity),
  processors: availableParallelism(),
})

export const {
  documentHeapMb,
  compileHeapMb,
  drawHeapMb,
  numbersBytes,
  numbersHeapMb,
  scanPoolSize,
  scanHeapMb,
  mediumDocumentBytes,
} = limits

/** Heap of a thread that verifies a login in MB: modules of 20 MB and responses of a few kilobytes. */
export const verifyHeapMb = 96

const mediumDocuments = new Semaphore(limits.largeDocumentBytes / 4)
const largeDocuments = new Semaphore((limits.largeDocumentBytes * 3) / 4)

/** Runs work on documents of this total size as soon as memory is available. */
export const inDocumentMemory = <Result>(bytes: number, work: () => Promise<Result>): Promise<Result> =>
  (bytes <= mediumDocumentBytes ? mediumDocuments : largeDocuments).run(bytes, work)
