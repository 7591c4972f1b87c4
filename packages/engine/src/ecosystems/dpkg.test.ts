import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'

const ecosystem = ecosystemById('debian')

test.each(['1.0-', '1.0 1', 'latest', 'v1.0', '1:', 'a:1.0', '1.0_1', '-1', '1.0-1_2', ''])(
  'rejects %j',
  (text) => {
    expect(ecosystem.compareVersions(text, '1.0')).toBeNull()
  },
)

test('recognizes pre-releases by a tilde, but not backports', () => {
  expect(ecosystem.isStable('2.0~rc1-1')).toBe(false)
  expect(ecosystem.isStable('2.0~beta2+dfsg-1')).toBe(false)
  expect(ecosystem.isStable('2.0-1~bpo12+1')).toBe(true)
  expect(ecosystem.isStable('2.0+git20240101-1')).toBe(true)
})

test('derives steps from the upstream version, and treats another epoch as major', () => {
  expect(ecosystem.stepBetween('1.2.3-1', '1.2.3-2')).toBe('patch')
  expect(ecosystem.stepBetween('1.2.3-1', '1.3-1')).toBe('minor')
  expect(ecosystem.stepBetween('1.2.3-1', '10.0-1')).toBe('major')
  expect(ecosystem.stepBetween('1.2.3-1', '1:1.2.3-1')).toBe('major')
  expect(ecosystem.stepBetween('1.2.3-2', '1.2.3-1')).toBeNull()
})
