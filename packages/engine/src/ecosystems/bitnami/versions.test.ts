import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkCases } from '../cases.ts'
import { bitnami } from './index.ts'

test('versions are ordered as the table says', () => {
  const text = readFileSync(new URL('versions.cases.txt', import.meta.url), 'utf8')
  expect(checkCases(bitnami, text)).toEqual([])
})

test('a revision is stable and a pre-release is not', () => {
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
