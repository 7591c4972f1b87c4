import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkCases } from '../cases.ts'
import { cran } from './index.ts'

test('versions are ordered as the table says', () => {
  const text = readFileSync(new URL('versions.cases.txt', import.meta.url), 'utf8')
  expect(checkCases(cran, text)).toEqual([])
})

test.each(['1.0a', '1.', '.1', '1--2', 'x', ''])('%j is no version', (text) => {
  expect(cran.compareVersions(text, text)).toBeNull()
})
