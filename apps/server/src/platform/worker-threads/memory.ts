import os, { availableParallelism } from 'node:os'
import { Semaphore } from './semaphore.ts'

const mb = 1024 * 1024

/** Bytes that this process may use: the machine's memory, or its control group's limit where that is lower. */
const available = Math.min(os.totalmem(), process.constrainedMemory() || Infinity)

const share = (part: number, { min, max }: { min: number; max: number }) =>
  Math.round(Math.min(max, Math.max(min, available * part)) / mb)

/**
 * Heap of one process that reads documents, in MB. With the bytes of the largest document beside it, it stays below
 * 1.2 GB.
 */
export const documentHeapMb = share(1 / 8, { min: 128 * mb, max: 800 * mb })

/** Heap of the thread that compiles an advisory index, in MB; the largest ecosystem needs about 1 GB. */
export const compileHeapMb = share(1 / 4, { min: 256 * mb, max: 4096 * mb })

/** Heap of a thread that verifies a login, in MB: modules of 20 MB and answers of some kilobytes. */
export const verifyHeapMb = 96

/** Threads that scan: one processor is left to requests, and each thread has connections to the database. */
const scanThreads = Math.min(8, Math.max(1, availableParallelism() - 1))

/** One more than those, which background work never takes. */
export const scanPoolSize = scanThreads + 1

/** Heap of one thread that scans, in MB: inventories of documents up to 1 MB, with all that is found in them. */
export const scanHeapMb = share(1 / 4 / scanPoolSize, { min: 128 * mb, max: 512 * mb })

/**
 * Bytes of large documents that are read or scanned at once, together; a larger one waits until it is alone. Its
 * inventory takes up to twice its size.
 */
const largeDocumentBytes = share(1 / 16, { min: 32 * mb, max: 256 * mb }) * mb

/** Documents of this size and less have memory of their own, so they never wait for larger ones. */
export const mediumDocumentBytes = largeDocumentBytes / 16

const mediumDocuments = new Semaphore(largeDocumentBytes / 4)
const largeDocuments = new Semaphore((largeDocumentBytes * 3) / 4)

/** Does work on documents of so many bytes together, as soon as there is memory for it. */
export const inDocumentMemory = <Result>(bytes: number, work: () => Promise<Result>): Promise<Result> =>
  (bytes <= mediumDocumentBytes ? mediumDocuments : largeDocuments).run(bytes, work)
