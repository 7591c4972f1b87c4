import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkCases } from '../cases.ts'
import { julia } from './index.ts'

test('versions are ordered as the table says', () => {
  const text = readFileSync(new URL('versions.cases.txt', import.meta.url), 'utf8')
  expect(checkCases(julia, text)).toEqual([])
})

test.each(['1.2.3.4', '1.0-+b', '1.0_1', 'x1', '', '1..2', '1.0-a..b'])('%j is no version', (text) => {
  expect(julia.compareVersions(text, text)).toBeNull()
})
