import { expect, test } from 'vitest'
import { bitnami } from './index.ts'

test('distinguishes revisions from pre-releases', () => {
  expect(['1.2.3', '1.2.3-0', '1.2.3-12', '1.2.3-10.el8'].map(bitnami.isStable)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['1.2.3-rc1', '1.2.3-alpha.1', 'nightly.2026-03-10.0'].map(bitnami.isStable)).toEqual([
    false,
    false,
    false,
  ])
})
