import { expect, test } from 'vitest'
import { readDocument } from './read.ts'
import { hostileDocuments } from './testing/hostile-documents.ts'

const bytes = 100_000

/** Processor time of this thread in ms, the minimum of several tries. */
function costOf(run: () => unknown): number {
  const costs = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

// Quadratic growth would be 64; very short times are not compared.
test.each(Object.entries(hostileDocuments))(
  'reads %s in time that grows linearly with size',
  (_, { path, make }) => {
    const encoder = new TextEncoder()
    // Parsed documents are cached, so each try has its own.
    const read = (size: number) => {
      const content = encoder.encode(make(size))
      return costOf(() => readDocument({ path, bytes: content.slice() }))
    }
    const small = read(bytes)
    expect(read(bytes * 8) / Math.max(small, 5)).toBeLessThan(30)
  },
)
