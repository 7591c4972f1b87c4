import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { limitsOf } from './memory.ts'

const mb = 1024 * 1024
const gb = 1024 * mb
const machines = [1, 2, 4, 8, 24, 64, 512].flatMap((size) =>
  [1, 2, 8, 64].map((processors) => ({ memory: size * gb, processors })),
)

test('scan threads together take at most a quarter of the memory, and leave a processor to requests', () => {
  for (const machine of machines) {
    const { scanPoolSize, scanHeapMb } = limitsOf(machine)
    expect(scanPoolSize).toBeGreaterThanOrEqual(2)
    expect(scanPoolSize).toBeLessThanOrEqual(Math.max(2, machine.processors))
    expect(scanPoolSize * scanHeapMb).toBeLessThanOrEqual(machine.memory / 4 / mb + scanPoolSize)
  }
})

test('concurrent reading, scanning, compiling and drawing leave room for the server and its database from 4 GB', () => {
  for (const machine of machines.filter(({ memory }) => memory >= 4 * gb)) {
    const { documentHeapMb, compileHeapMb, drawHeapMb, scanPoolSize, scanHeapMb, largeDocumentBytes } =
      limitsOf(machine)
    const documents = (2 * largeDocumentBytes) / mb
    const heaps = documentHeapMb + compileHeapMb + drawHeapMb + scanPoolSize * scanHeapMb
    expect(heaps + documents).toBeLessThanOrEqual((7 / 8) * (machine.memory / mb) + scanPoolSize)
  }
})

test('a larger machine gets more, up to what the largest inputs need', () => {
  expect(limitsOf({ memory: 1 * gb, processors: 2 })).toMatchObject({
    documentHeapMb: 128,
    scanPoolSize: 2,
    scanHeapMb: 128,
    largeDocumentBytes: 64 * mb,
    mediumDocumentBytes: 4 * mb,
  })
  expect(limitsOf({ memory: 512 * gb, processors: 64 })).toEqual({
    documentHeapMb: 800,
    compileHeapMb: 4096,
    drawHeapMb: 1536,
    numbersBytes: 4096 * mb,
    numbersHeapMb: 2048,
    scanPoolSize: 9,
    scanHeapMb: 512,
    largeDocumentBytes: 256 * mb,
    mediumDocumentBytes: 16 * mb,
  })
})

/** Memory for documents on such a machine or in such a control group. */
function documentHeapOn(machine: number, group: number): unknown {
  const program = `
    import os from 'node:os'
    os.totalmem = () => ${machine}
    process.constrainedMemory = () => ${group}
    const { documentHeapMb } = await import(${JSON.stringify(import.meta.resolve('./memory.ts'))})
    process.stdout.write(JSON.stringify(documentHeapMb))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  )
}

test('a control group with less memory counts instead of the machine', () => {
  const sizes = [
    [64 * gb, 0],
    [64 * gb, 4 * gb],
    [4 * gb, 64 * gb],
  ] as const
  expect(sizes.map(([machine, group]) => documentHeapOn(machine, group))).toEqual([800, 512, 512])
})
