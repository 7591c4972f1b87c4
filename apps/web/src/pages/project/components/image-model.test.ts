import type { ScanImage } from '@assay/contract/scan-image.ts'
import { expect, test } from 'vitest'
import { countFixes } from './image-model.ts'

const layer = (isBase: boolean | null, vulnerable: number): ScanImage['layers'][number] => ({
  diffId: 'sha256:00',
  instruction: '',
  isBase,
  size: null,
  components: vulnerable,
  vulnerable,
})
const base = { name: 'debian:12', digest: 'sha256:11', createdAt: null }

test('what is fixed in the own layers and by the base image is counted apart', () => {
  const layers = [layer(true, 3), layer(true, 1), layer(false, 2)]
  expect(countFixes({ layers, base: { ...base, newest: null } })).toEqual({
    own: 2,
    base: 4,
    hasNewerBase: false,
  })
  const newest = { digest: 'sha256:22', createdAt: 0 }
  expect(countFixes({ layers, base: { ...base, newest } })?.hasNewerBase).toBe(true)
})

test('nothing is said if the base image is not known', () => {
  expect(countFixes({ layers: [layer(null, 3)], base: null })).toBeNull()
})
