import { expect, test } from 'vitest'
import { readDocument } from './read.ts'
import { hostileDocuments } from './testing/hostile-documents.ts'

const bytes = 100_000

/** Quadratic growth would be 64; very short times are not compared. */
const maxGrowth = 30
const minMs = 5
const tries = 4

/** Processor time of this thread. */
function costMs(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test.each(Object.entries(hostileDocuments))(
  'reads %s in time that grows linearly with size',
  (_, { path, make }) => {
    const encoder = new TextEncoder()
    const [small, large] = [bytes, bytes * 8].map((size) => encoder.encode(make(size))) as [
      Uint8Array,
      Uint8Array,
    ]
    // Parsed documents are cached, so each try has its own.
    const read = (content: Uint8Array) => costMs(() => readDocument({ path, bytes: content.slice() }))
    const smallMs = Math.min(...Array.from({ length: tries }, () => read(small)))
    let growth = Infinity
    // Other processes make single reads slower: the fastest counts.
    for (let count = 0; count < tries && growth >= maxGrowth; count++)
      growth = Math.min(growth, read(large) / Math.max(smallMs, minMs))
    expect(growth).toBeLessThan(maxGrowth)
  },
)
