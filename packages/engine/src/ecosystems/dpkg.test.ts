import { expect, test } from 'vitest'
import { ecosystemById } from '../ecosystems.ts'

const ecosystem = ecosystemById('debian')

test.each(['1.0-', '1.0 1', 'latest', 'v1.0', '1:', 'a:1.0', '1.0_1', '-1', '1.0-1_2', ''])(
  '%j is no version',
  (text) => {
    expect(ecosystem.compareVersions(text, '1.0')).toBeNull()
  },
)

test('a pre-release is marked by a tilde, as backports are', () => {
  expect(ecosystem.isStable('2.0~rc1-1')).toBe(false)
  expect(ecosystem.isStable('2.0~beta2+dfsg-1')).toBe(false)
  expect(ecosystem.isStable('2.0-1~bpo12+1')).toBe(true)
  expect(ecosystem.isStable('2.0+git20240101-1')).toBe(true)
})

test('steps follow the upstream version; another epoch is a major one', () => {
  expect(ecosystem.stepBetween('1.2.3-1', '1.2.3-2')).toBe('patch')
  expect(ecosystem.stepBetween('1.2.3-1', '1.3-1')).toBe('minor')
  expect(ecosystem.stepBetween('1.2.3-1', '10.0-1')).toBe('major')
  expect(ecosystem.stepBetween('1.2.3-1', '1:1.2.3-1')).toBe('major')
  expect(ecosystem.stepBetween('1.2.3-2', '1.2.3-1')).toBeNull()
})
