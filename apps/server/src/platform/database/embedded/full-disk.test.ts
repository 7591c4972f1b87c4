import type { StatsFs } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { isDiskFull, watchDisk } from './full-disk.ts'

const diskWith = (bavail: number) => (() => ({ bavail, bsize: 4096 }) as StatsFs) as never

// Tests of the same process have started embedded databases.
const forget = () => watchDisk(null)

test('only the disk of an embedded database is looked at, and is full without room for its log', () => {
  forget()
  onTestFinished(forget)
  expect(isDiskFull(diskWith(0))).toBe(false)
  watchDisk(tmpdir())
  expect(isDiskFull(diskWith(4095))).toBe(true)
  expect(isDiskFull(diskWith(4096))).toBe(false)
  expect(isDiskFull()).toBe(false)
  watchDisk('/does/not/exist')
  expect(isDiskFull()).toBe(false)
})
