import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const gb = 1024

interface Limits {
  documentHeapMb: number
  compileHeapMb: number
  drawHeapMb: number
  scanHeapMb: number
  scanPoolSize: number
  mediumDocumentBytes: number
}

/** The limits of a process on a machine of this size, or in a control group of that size. */
function limitsOn(machineMb: number, groupMb = 0): Limits {
  const program = `
    import os from 'node:os'
    os.totalmem = () => ${machineMb} * 1024 ** 2
    process.constrainedMemory = () => ${groupMb} * 1024 ** 2
    process.stdout.write(JSON.stringify(await import(${JSON.stringify(import.meta.resolve('./memory.ts'))})))`
  const args = ['--input-type=module', '--eval', program]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Limits
}

test.each([
  [1 * gb, { documentHeapMb: 128, drawHeapMb: 384, compileHeapMb: 256, mediumDocumentBytes: 4 * 1024 ** 2 }],
  [
    4 * gb,
    { documentHeapMb: 512, drawHeapMb: 1024, compileHeapMb: 1024, mediumDocumentBytes: 16 * 1024 ** 2 },
  ],
  [
    64 * gb,
    { documentHeapMb: 800, drawHeapMb: 1536, compileHeapMb: 4096, mediumDocumentBytes: 16 * 1024 ** 2 },
  ],
])('limits follow the memory of a machine with %i MB, up to a maximum', (mb, limits) => {
  const found = limitsOn(mb)
  expect(found).toMatchObject(limits)
  const { scanHeapMb, scanPoolSize } = found
  expect(scanHeapMb).toBeLessThanOrEqual(512)
  expect(scanHeapMb).toBeLessThanOrEqual(Math.max(128, Math.ceil(mb / 4 / scanPoolSize)))
})

test('a control group with less memory counts instead of the machine', () => {
  expect(limitsOn(64 * gb, 4 * gb)).toEqual(limitsOn(4 * gb))
  expect(limitsOn(4 * gb, 64 * gb)).toEqual(limitsOn(4 * gb))
})
