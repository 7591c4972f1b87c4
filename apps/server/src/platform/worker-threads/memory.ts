import os, { availableParallelism } from 'node:os'
import { Semaphore } from './semaphore.ts'

const mb = 1024 * 1024

/** Memory available to this process: the machine's, or the limit of its control group if lower. */
const available = Math.min(os.totalmem(), process.constrainedMemory() || Infinity)

const share = (part: number, { min, max }: { min: number; max: number }) =>
  Math.round(Math.min(max, Math.max(min, available * part)) / mb)

/** Heap of one document-reading process in MB. Together with the largest document, it stays below 1.2 GB. */
export const documentHeapMb = share(1 / 8, { min: 128 * mb, max: 800 * mb })

/** Heap of the thread that compiles an advisory index in MB; the largest ecosystem needs about 1 GB. */
export const compileHeapMb = share(1 / 4, { min: 256 * mb, max: 4096 * mb })

/** Heap of a thread that verifies a login in MB: modules of 20 MB and responses of a few kilobytes. */
export const verifyHeapMb = 96

/** Heap of the thread that draws a PDF in MB: about 5 kB for each cell of at most 2,000 rows of each table. */
export const drawHeapMb = share(1 / 4, { min: 384 * mb, max: 1536 * mb })

/** Scan threads: one processor is left to requests, and each thread has database connections. */
const scanThreads = Math.min(8, Math.max(1, availableParallelism() - 1))

/** One more thread, never used by background work. */
export const scanPoolSize = scanThreads + 1

/** Heap of one scan thread in MB: inventories of documents up to 1 MB, including findings. */
export const scanHeapMb = share(1 / 4 / scanPoolSize, { min: 128 * mb, max: 512 * mb })

/**
 * Total bytes of large documents read or scanned concurrently; a larger one waits until it is alone. Its inventory
 * takes up to twice its size.
 */
const largeDocumentBytes = share(1 / 16, { min: 32 * mb, max: 256 * mb }) * mb

/** Documents up to this size have reserved memory and never wait for larger ones. */
export const mediumDocumentBytes = largeDocumentBytes / 16

const mediumDocuments = new Semaphore(largeDocumentBytes / 4)
const largeDocuments = new Semaphore((largeDocumentBytes * 3) / 4)

/** Runs work on documents of this total size as soon as memory is available. */
export const inDocumentMemory = <Result>(bytes: number, work: () => Promise<Result>): Promise<Result> =>
  (bytes <= mediumDocumentBytes ? mediumDocuments : largeDocuments).run(bytes, work)
