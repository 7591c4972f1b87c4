import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'

const ecosystem = ecosystemById('alpine')

test.each(['latest', 'v1.0', '1.0ab', '1.0_foo', '1.0-1', '1.0-r', '1..0', '1.', '1.0_p1a', '1.0A', ''])(
  'rejects %j',
  (text) => {
    expect(ecosystem.compareVersions(text, '1.0')).toBeNull()
  },
)

test('recognizes pre-releases by their suffix', () => {
  expect(ecosystem.isStable('1.0_rc1-r0')).toBe(false)
  expect(ecosystem.isStable('1.0_p1-r0')).toBe(true)
})

test('derives steps from the numbers', () => {
  expect(ecosystem.stepBetween('1.2.3-r0', '1.2.3-r1')).toBe('patch')
  expect(ecosystem.stepBetween('1.2.3-r0', '1.3.0-r0')).toBe('minor')
  expect(ecosystem.stepBetween('1.2.3-r0', '2.0.0-r0')).toBe('major')
})
