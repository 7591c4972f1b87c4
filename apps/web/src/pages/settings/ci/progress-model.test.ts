import type { Build } from '@assay/contract/builds.ts'
import { expect, test } from 'vitest'
import { progressOf } from './progress-model.ts'

const buildIn = (status: Build['status']) => ({ status }) as Build

test.each([
  { isUsed: false, build: null, progress: 'waiting' },
  { isUsed: true, build: null, progress: 'connected' },
  { isUsed: true, build: buildIn('queued'), progress: 'connected' },
  { isUsed: true, build: buildIn('failed'), progress: 'failed' },
  { isUsed: true, build: buildIn('success'), progress: 'scanned' },
])('the pipeline is $progress', ({ isUsed, build, progress }) => {
  expect(progressOf({ isUsed, build })).toBe(progress)
})
